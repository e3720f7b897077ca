import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Me } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { hasPasskeys, signInWithPasskey } from './passkeys.ts';
import { fieldOf, useForm } from './use-form.ts';

/** The only dialog that asks for the password or a passkey again. The refused request continues afterwards. */
export function ReauthenticateDialog({ onFinish: finish }: { onFinish: (isConfirmed: boolean) => void }) {
  const me = useQuery(meQuery);
  const password = useForm(async (fields) => {
    await request('/reauthenticate', { method: 'POST', body: { password: fieldOf(fields, 'password') } });
    finish(true);
  });
  const passkey = useForm(async () => {
    await signInWithPasskey();
    const { user } = await request<Me>('/me');
    // Somebody else has confirmed: this page shows what they must not see.
    if (me.data !== undefined && user.user_id !== me.data.user.user_id) window.location.assign('/dashboard/');
    else finish(true);
  });
  const provider = useForm(async () => {
    const { url } = await request<{ url: string | null }>('/sso/start', {
      method: 'POST',
      body: { reauthenticate: true },
    });
    if (url === null) throw new Error('Your provider can’t be reached. Try again in a few minutes.');
    window.location.assign(url);
  });
  if (me.data?.is_sso_session === true)
    return (
      <Modal
        title="Confirm that it’s you"
        hint="Sign in with your provider again. Then come back and repeat this step."
        isOpen
        onClose={() => finish(false)}
      >
        <form onSubmit={provider.onSubmit} className="space-y-4">
          {provider.problem && <Notice tone="bad">{provider.problem}</Notice>}
          <Button type="submit" look="primary" isBusy={provider.isBusy} className="w-full">
            Continue with your provider
          </Button>
        </form>
      </Modal>
    );
  return (
    <Modal
      title="Confirm that it’s you"
      hint="This changes access to your account, so please enter your password again."
      isOpen
      onClose={() => finish(false)}
    >
      <form onSubmit={password.onSubmit} className="space-y-4">
        {(password.problem ?? passkey.problem) && (
          <Notice tone="bad">{password.problem ?? passkey.problem}</Notice>
        )}
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
        />
        <div className="flex justify-end gap-2">
          <Button onClick={() => finish(false)}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={password.isBusy}>
            Confirm
          </Button>
        </div>
      </form>
      {hasPasskeys && (
        <form onSubmit={passkey.onSubmit} className="mt-3 border-t border-line pt-3">
          <Button type="submit" isBusy={passkey.isBusy} className="w-full">
            Use a passkey
          </Button>
        </form>
      )}
    </Modal>
  );
}
