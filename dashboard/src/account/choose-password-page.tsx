import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { request, setAccount } from '../api/request.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { notify } from '../ui/toaster.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { signIn } from './sign-in-forms.tsx';
import { fieldOf, useForm } from './use-form.ts';

const route = getRouteApi('/choose-password');
const lettersMin = 10;

interface OtherAccess {
  email: string;
  keys: { key_id: string; name: string; prefix: string }[];
  passkeys: { passkey_id: string; name: string }[];
}

export function ChoosePasswordPage() {
  const { token, error } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const access = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => request<OtherAccess>('/password-reset/preview', { method: 'POST', body: { token } }),
    enabled: token !== undefined && error === undefined,
    retry: false,
  });
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    await request('/auth/reset-password', {
      method: 'POST',
      body: {
        newPassword: fieldOf(fields, 'password'),
        token,
        revokeKeys: fields.getAll('key'),
        revokePasskeys: fields.getAll('passkey'),
      },
    });
    const email = access.data?.email ?? '';
    // The password is set, whatever happens to the sign-in.
    const signedIn = await signIn(email, fieldOf(fields, 'password')).then(
      (hasSecondStep) => (hasSecondStep ? 'second step' : 'yes'),
      () => 'no',
    );
    notify(signedIn === 'yes' ? 'Password set. You are signed in.' : 'Password set. You can sign in now.');
    queryClient.clear();
    setAccount(null);
    if (signedIn === 'yes') return router.navigate({ to: '/' });
    await router.navigate({
      to: '/sign-in',
      search: signedIn === 'second step' ? { step: 'second' } : {},
    });
  });
  if (token === undefined || error !== undefined)
    return (
      <AuthFrame title="This link has expired" hint="A link works once and for one hour. Request a new one.">
        <Link to="/forgot-password" className={`${buttonClass('primary')} w-full`}>
          Request a new link
        </Link>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Choose a password">
      <form onSubmit={onSubmit} className="space-y-4">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={lettersMin}
          maxLength={200}
          hint={`At least ${lettersMin} characters. A few unrelated words work well.`}
          required
          autoFocus
        />
        {access.data && <RevokeChoices access={access.data} />}
        <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
          Save
        </Button>
      </form>
    </AuthFrame>
  );
}

/** If a password was stolen, other access may have been stolen too. */
function RevokeChoices({ access: { keys, passkeys } }: { access: OtherAccess }) {
  if (keys.length + passkeys.length === 0) return null;
  return (
    <fieldset className="space-y-2 rounded-lg border border-line p-3">
      <legend className="px-1 font-medium">Other ways to access this account</legend>
      <p className="text-[13px] text-soft">
        Select everything that you don’t recognize. It stops working at once.
      </p>
      {keys.map(({ key_id, name, prefix }) => (
        <RevokeChoice key={key_id} name="key" value={key_id} label={`API key “${name}”`} hint={prefix} />
      ))}
      {passkeys.map(({ passkey_id, name }) => (
        <RevokeChoice
          key={passkey_id}
          name="passkey"
          value={passkey_id}
          label={`Passkey “${name || 'unnamed'}”`}
        />
      ))}
    </fieldset>
  );
}

function RevokeChoice(props: { name: string; value: string; label: string; hint?: string }) {
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" name={props.name} value={props.value} className="mt-1 size-4 shrink-0" />
      <span>
        Revoke {props.label} {props.hint && <code className="text-[13px] text-soft">{props.hint}</code>}
      </span>
    </label>
  );
}
