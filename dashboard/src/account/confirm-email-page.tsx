import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { request } from '../api/request.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';

const route = getRouteApi('/confirm-email');

/** The link in the mail to a new address. A button, because programs that check mails open links too. */
export function ConfirmEmailPage() {
  const { token } = route.useSearch();
  const confirm = useMutation({
    mutationFn: () => request<{ email: string }>('/user/email', { method: 'POST', body: { token } }),
  });
  if (confirm.data)
    return (
      <AuthFrame title="Email address changed" hint={`From now on, sign in with ${confirm.data.email}.`}>
        <Link to="/" className={`${buttonClass('primary')} w-full`}>
          Continue
        </Link>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Confirm your new email address">
      <div className="space-y-4">
        {confirm.error && <Notice tone="bad">{confirm.error.message}</Notice>}
        <Button
          look="primary"
          className="w-full"
          isBusy={confirm.isPending}
          disabled={token === undefined}
          onClick={() => confirm.mutate()}
        >
          Use this address
        </Button>
      </div>
    </AuthFrame>
  );
}
