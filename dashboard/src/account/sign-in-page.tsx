import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { messageOf, request, setAccount } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthFrame, linkClass } from './auth-frame.tsx';
import { hasPasskeys, signInWithPasskey } from './passkeys.ts';
import { fieldOf, useForm } from './use-form.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isSecondStep, setSecondStep] = useState(false);
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
  if (isSecondStep) return <SecondStep onDone={enter} onBack={() => setSecondStep(false)} />;
  return <FirstStep onDone={enter} onSecondStep={() => setSecondStep(true)} />;
}

function FirstStep({ onDone, onSecondStep }: { onDone: () => Promise<void>; onSecondStep: () => void }) {
  const [passkeyProblem, setPasskeyProblem] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    const answer = await request<{ twoFactorRedirect?: boolean }>('/auth/sign-in/email', {
      method: 'POST',
      body: { email: fieldOf(fields, 'email').trim(), password: fieldOf(fields, 'password') },
    });
    if (answer.twoFactorRedirect === true) onSecondStep();
    else await onDone();
  });
  const usePasskey = () => {
    signInWithPasskey().then(onDone, (error: unknown) => setPasskeyProblem(messageOf(error)));
  };
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
      <form onSubmit={onSubmit} className="space-y-4">
        {(problem ?? passkeyProblem) && <Notice tone="bad">{problem ?? passkeyProblem}</Notice>}
        <TextField label="Email" name="email" type="email" autoComplete="username webauthn" required />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
          Sign in
        </Button>
        {hasPasskeys && (
          <Button className="w-full" icon={<KeyRound className="size-4" aria-hidden />} onClick={usePasskey}>
            Use a passkey
          </Button>
        )}
        <p className="text-center">
          <Link to="/forgot-password" className={linkClass}>
            Forgot your password?
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}

function SecondStep({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const [isBackup, setBackup] = useState(false);
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    const path = isBackup ? '/auth/two-factor/verify-backup-code' : '/auth/two-factor/verify-totp';
    await request(path, { method: 'POST', body: { code: fieldOf(fields, 'code').trim() } });
    await onDone();
  });
  return (
    <AuthFrame
      title="One more step"
      hint={
        isBackup ? 'Enter one of your backup codes.' : 'Enter the six digits from your authenticator app.'
      }
    >
      <form onSubmit={onSubmit} className="space-y-4">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <TextField
          key={String(isBackup)}
          label={isBackup ? 'Backup code' : 'Code'}
          name="code"
          autoComplete="one-time-code"
          inputMode={isBackup ? 'text' : 'numeric'}
          autoFocus
          required
        />
        <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
          Continue
        </Button>
        <Button look="quiet" className="w-full" onClick={() => setBackup(!isBackup)}>
          {isBackup ? 'Use the authenticator instead' : 'Use a backup code instead'}
        </Button>
        <Button look="quiet" className="w-full" onClick={onBack}>
          Start again
        </Button>
      </form>
    </AuthFrame>
  );
}
