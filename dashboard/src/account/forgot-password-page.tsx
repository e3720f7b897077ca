import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthFrame, linkClass } from './auth-frame.tsx';
import { MailSent } from './sign-up-page.tsx';
import { fieldOf, useForm } from './use-form.ts';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    const email = fieldOf(fields, 'email').trim();
    await request('/auth/request-password-reset', {
      method: 'POST',
      body: { email, redirectTo: '/dashboard/choose-password' },
    });
    setSentTo(email);
  });
  if (sentTo !== null) return <MailSent to={sentTo} />;
  return (
    <AuthFrame
      title="Choose a new password"
      hint="We send you a link that works for one hour."
      footer={
        <Link to="/sign-in" className={linkClass}>
          Back to sign in
        </Link>
      }
    >
      <form onSubmit={onSubmit} className="space-y-4">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <TextField label="Email" name="email" type="email" autoComplete="email" required />
        <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
          Send link
        </Button>
      </form>
    </AuthFrame>
  );
}
