import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { request } from '../api/request.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { notify } from '../ui/toaster.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { fieldOf, useForm } from './use-form.ts';

const route = getRouteApi('/choose-password');
const lettersMin = 10;

export function ChoosePasswordPage() {
  const { token, error } = route.useSearch();
  const router = useRouter();
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    await request('/auth/reset-password', {
      method: 'POST',
      body: { newPassword: fieldOf(fields, 'password'), token },
    });
    notify('Your password is set. Sign in with it.');
    await router.navigate({ to: '/sign-in' });
  });
  if (token === undefined || error !== undefined)
    return (
      <AuthFrame title="This link has ended" hint="A link works once, and for an hour. Ask for a new one.">
        <Link to="/forgot-password" className={`${buttonClass('primary')} w-full`}>
          Ask for a new link
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
          hint={`At least ${lettersMin} characters; a few unrelated words are good.`}
          required
          autoFocus
        />
        <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
          Save
        </Button>
      </form>
    </AuthFrame>
  );
}
