import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { refuse } from '#core/parsed.ts';
import { drawQrImage } from '#core/qr-image/draw-qr-image.ts';
import { parseRenderStyle } from '#core/qr-image/render-style.ts';
import { request } from '../api/request.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { fieldOf, useForm } from './use-form.ts';

interface Enrolment {
  totpURI: string;
  backupCodes: string[];
}

export function TwoFactor({ isOn }: { isOn: boolean }) {
  const [asked, setAsked] = useState<'on' | 'off' | 'codes' | null>(null);
  return (
    <div className="flex items-center justify-between gap-4">
      {isOn ? <Badge tone="good">On</Badge> : <Badge tone="warn">Off</Badge>}
      <div className="flex gap-2">
        {isOn && <Button onClick={() => setAsked('codes')}>New backup codes</Button>}
        <Button onClick={() => setAsked(isOn ? 'off' : 'on')}>{isOn ? 'Turn off' : 'Turn on'}</Button>
      </div>
      <Modal
        title="Two-factor authentication"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        isSticky
      >
        {asked === 'on' && <TurnOn onDone={() => setAsked(null)} />}
        {asked === 'codes' && <NewCodes onDone={() => setAsked(null)} />}
        {asked === 'off' && <TurnOff onDone={() => setAsked(null)} />}
      </Modal>
    </div>
  );
}

function TurnOn({ onDone }: { onDone: () => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    const body = { password: fieldOf(fields, 'password') };
    setEnrolment(await request<Enrolment>('/auth/two-factor/enable', { method: 'POST', body }));
  });
  if (enrolment !== null) return <Enrol enrolment={enrolment} onDone={onDone} />;
  return <PasswordStep isBusy={isBusy} problem={problem} onSubmit={onSubmit} />;
}

function Enrol({ enrolment, onDone }: { enrolment: Enrolment; onDone: () => void }) {
  const picture = useMemo(() => drawPlain(enrolment.totpURI), [enrolment.totpURI]);
  const secret = new URL(enrolment.totpURI).searchParams.get('secret') ?? '';
  const [isOn, setOn] = useState(false);
  const verify = useAction({
    run: (code: string) => request('/auth/two-factor/verify-totp', { method: 'POST', body: { code } }),
    stale: [['sessions']],
    done: 'Two-factor authentication is on.',
    onDone: () => setOn(true),
    isQuiet: true,
  });
  if (isOn) return <BackupCodes codes={enrolment.backupCodes} onDone={onDone} />;
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate(fieldOf(new FormData(event.currentTarget), 'code').trim());
      }}
    >
      <p className="text-soft">Scan this code with your authenticator app, then enter the six digits.</p>
      <img src={picture} alt="The secret as a QR code" className="mx-auto size-44 rounded-lg bg-white" />
      <div className="flex items-center gap-2 rounded-lg bg-sunken p-2.5">
        <code data-testid="totp-secret" className="min-w-0 grow text-xs break-all">
          {secret}
        </code>
        <CopyButton text={secret} isIcon label="Copy the secret" />
      </div>
      {verify.error && <Notice tone="bad">{verify.error.message}</Notice>}
      <TextField label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" required />
      <div className="flex justify-end">
        <Button type="submit" look="primary" isBusy={verify.isPending}>
          Turn on
        </Button>
      </div>
    </form>
  );
}

/** Access without the phone. */
function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const queryClient = useQueryClient();
  return (
    <div className="space-y-4">
      <Notice tone="warn">
        Keep these codes somewhere safe. Each lets you in once if your phone is gone; they are not shown
        again.
      </Notice>
      <ul
        className="grid grid-cols-2 gap-1 rounded-lg bg-sunken p-3 font-mono text-[13px]"
        aria-label="Backup codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex justify-between">
        <CopyButton text={codes.join('\n')} label="Copy all" />
        <Button
          look="primary"
          onClick={() => {
            onDone();
            void queryClient.invalidateQueries({ queryKey: ['own-session'] });
          }}
        >
          I have saved them
        </Button>
      </div>
    </div>
  );
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    const body = { password: fieldOf(fields, 'password') };
    const answer = await request<{ backupCodes: string[] }>('/auth/two-factor/generate-backup-codes', {
      method: 'POST',
      body,
    });
    setCodes(answer.backupCodes);
  });
  if (codes !== null) return <BackupCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordStep isBusy={isBusy} problem={problem} onSubmit={onSubmit}>
      <p className="text-soft">Your previous backup codes stop working.</p>
    </PasswordStep>
  );
}

interface PasswordStepProps extends ReturnType<typeof useForm> {
  children?: ReactNode;
}

/** The user confirms their identity again. */
function PasswordStep({ isBusy, problem, onSubmit, children }: PasswordStepProps) {
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      {problem && <Notice tone="bad">{problem}</Notice>}
      {children}
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
      <div className="flex justify-end">
        <Button type="submit" look="primary" isBusy={isBusy}>
          Continue
        </Button>
      </div>
    </form>
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const off = useAction({
    run: (password: string) => request('/auth/two-factor/disable', { method: 'POST', body: { password } }),
    stale: [['own-session']],
    done: 'Two-factor authentication is off.',
    onDone,
    isQuiet: true,
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        off.mutate(fieldOf(new FormData(event.currentTarget), 'password'));
      }}
    >
      {off.error && <Notice tone="bad">{off.error.message}</Notice>}
      <p className="text-soft">You will sign in with your password alone.</p>
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
      <div className="flex justify-end">
        <Button type="submit" look="danger" isBusy={off.isPending}>
          Turn off
        </Button>
      </div>
    </form>
  );
}

function drawPlain(text: string): string {
  const style = parseRenderStyle({ error_correction: 'L' });
  const image = style.ok ? drawQrImage(text, style.value, () => refuse('no caption')) : style;
  return image.ok ? `data:image/svg+xml,${encodeURIComponent(image.value.svg)}` : '';
}
