import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf, request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { hasPasskeys, signInWithPasskey } from './passkeys.ts';
import { fieldOf, useForm } from './use-form.ts';

interface PasswordFormProps {
  /** The only user who can sign in here. */
  email?: string;
  /** Why the user has to sign in. */
  notice?: string | null;
  onDone: () => Promise<void>;
  onSecondStep: () => void;
  children?: ReactNode;
}

/** The first step: a password or a passkey. */
export function PasswordForm({ email, notice, onDone, onSecondStep, children }: PasswordFormProps) {
  const [passkeyProblem, setPasskeyProblem] = useState<string | null>(null);
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    const hasSecondStep = await signIn(email ?? fieldOf(fields, 'email').trim(), fieldOf(fields, 'password'));
    if (hasSecondStep) onSecondStep();
    else await onDone();
  });
  const usePasskey = () => {
    signInWithPasskey()
      .then(onDone)
      .catch((error: unknown) => setPasskeyProblem(messageOf(error)));
  };
  const shown = problem ?? passkeyProblem ?? notice;
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      {shown && <Notice tone="bad">{shown}</Notice>}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username webauthn"
        required
        {...(email !== undefined && { value: email, readOnly: true })}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={email !== undefined}
      />
      <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
        Sign in
      </Button>
      {hasPasskeys && (
        <Button className="w-full" icon={<KeyRound className="size-4" aria-hidden />} onClick={usePasskey}>
          Use a passkey
        </Button>
      )}
      {children}
    </form>
  );
}

/** @returns whether a second factor is asked for. */
export async function signIn(email: string, password: string): Promise<boolean> {
  const answer = await request<{ twoFactorRedirect?: boolean }>('/auth/sign-in/email', {
    method: 'POST',
    body: { email, password },
  });
  return answer.twoFactorRedirect === true;
}

interface SecondFactorFormProps {
  onDone: () => Promise<void>;
  onBack: () => void;
}

/** The second step: a code of the authenticator, or a backup code. */
export function SecondFactorForm({ onDone, onBack }: SecondFactorFormProps) {
  const [isBackup, setBackup] = useState(false);
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    const path = isBackup ? '/auth/two-factor/verify-backup-code' : '/auth/two-factor/verify-totp';
    await request(path, { method: 'POST', body: { code: fieldOf(fields, 'code').trim() } });
    await onDone();
  });
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <TextField
        key={String(isBackup)}
        label={isBackup ? 'Backup code' : 'Code'}
        name="code"
        autoComplete="one-time-code"
        inputMode={isBackup ? 'text' : 'numeric'}
        hint={isBackup ? 'One of your backup codes.' : 'The six digits from your authenticator app.'}
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
  );
}
