import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { type SsoProblem, ssoProblems } from '#core/sso-problems.ts';
import { request, setAccount } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthFrame, linkClass } from './auth-frame.tsx';
import { PasswordForm, SecondFactorForm } from './sign-in-forms.tsx';
import { fieldOf, useForm } from './use-form.ts';

const route = getRouteApi('/sign-in');

/** The text of a code; codes of later releases have a general one. */
function problemOf(code: string): string {
  return Object.hasOwn(ssoProblems, code) ? ssoProblems[code as SsoProblem] : ssoProblems.sso_failed;
}

export function SignInPage() {
  const { next, error, step } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isSecondStep, setSecondStep] = useState(step === 'second');
  const enter = async () => {
    queryClient.clear();
    setAccount(null);
    // Only to one of our own pages.
    const isOwn = next !== undefined && /^\/(?![/\\])/.test(next);
    await router.navigate({
      href: isOwn ? next.replace(/^\/dashboard(?=\/|$)/, '') || '/' : '/',
      replace: true,
    });
  };
  if (isSecondStep)
    return (
      <AuthFrame title="One more step">
        <SecondFactorForm onDone={enter} onBack={() => setSecondStep(false)} />
      </AuthFrame>
    );
  return (
    <FirstStep
      onDone={enter}
      onSecondStep={() => setSecondStep(true)}
      notice={error === undefined ? null : problemOf(error)}
    />
  );
}

interface FirstStepProps {
  onDone: () => Promise<void>;
  onSecondStep: () => void;
  /** Why a provider could not sign the user in. */
  notice: string | null;
}

function FirstStep({ onDone, onSecondStep, notice }: FirstStepProps) {
  const [isSso, setSso] = useState(false);
  if (isSso) return <SsoStep onBack={() => setSso(false)} />;
  return (
    <AuthFrame
      title="Sign in"
      footer={
        <>
          New here?{' '}
          <Link to="/sign-up" className={linkClass}>
            Create an account
          </Link>
        </>
      }
    >
      <PasswordForm notice={notice} onDone={onDone} onSecondStep={onSecondStep}>
        <Button className="w-full" onClick={() => setSso(true)}>
          Use single sign-on
        </Button>
        <p className="text-center">
          <Link to="/forgot-password" className={linkClass}>
            Forgot your password?
          </Link>
        </p>
      </PasswordForm>
    </AuthFrame>
  );
}

/** The domain of the address tells which provider to go to. */
function SsoStep({ onBack }: { onBack: () => void }) {
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    const { url, error } = await request<{ url: string | null; error?: string }>('/sso/start', {
      method: 'POST',
      body: { email: fieldOf(fields, 'email').trim() },
    });
    if (url === null)
      throw new Error(
        error === undefined
          ? 'This email domain has no single sign-on. Sign in with your password.'
          : problemOf(error),
      );
    window.location.assign(url);
  });
  return (
    <AuthFrame title="Single sign-on" hint="Enter your work email to continue with your company’s provider.">
      <form onSubmit={onSubmit} className="space-y-4">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <TextField label="Work email" name="email" type="email" autoComplete="username" required autoFocus />
        <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
          Continue
        </Button>
        <Button look="quiet" className="w-full" onClick={onBack}>
          Use a password instead
        </Button>
      </form>
    </AuthFrame>
  );
}
