import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthFrame, linkClass } from './auth-frame.tsx';
import { solveChallenge } from './solve-challenge.ts';
import { fieldOf, useForm } from './use-form.ts';

export function SignUpPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    const email = fieldOf(fields, 'email').trim();
    const { challenge } = await request<{ challenge: string | null }>('/sign-up/challenge');
    const proof = challenge === null ? {} : { proof: await solveChallenge(challenge) };
    await request('/sign-up', { method: 'POST', body: { name: fieldOf(fields, 'name'), email, ...proof } });
    setSentTo(email);
  });
  if (sentTo !== null) return <MailSent to={sentTo} />;
  return (
    <AuthFrame
      title="Create your account"
      hint="Dynamic QR codes: change the destination at any time, and see every scan."
      footer={
        <>
          Already with us?{' '}
          <Link to="/sign-in" className={linkClass}>
            Sign in
          </Link>
        </>
      }
    >
      <form onSubmit={onSubmit} className="space-y-4">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <TextField label="Your name" name="name" autoComplete="name" maxLength={120} required />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          hint="We send you a link to choose a password."
        />
        <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
          Continue
        </Button>
      </form>
    </AuthFrame>
  );
}

export function MailSent({ to }: { to: string }) {
  return (
    <AuthFrame title="Check your email">
      <div className="flex flex-col items-center gap-4 text-center">
        <MailCheck className="size-10 text-accent" aria-hidden />
        <p className="text-soft">
          If <strong className="text-text">{to}</strong> can have an account, a mail with a link is on its
          way. It works for an hour.
        </p>
        <p className="text-[13px] text-soft">
          No email? Check your spam folder, or try again in a few minutes.
        </p>
      </div>
    </AuthFrame>
  );
}
