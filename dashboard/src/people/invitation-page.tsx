import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthFrame, linkClass } from '../account/auth-frame.tsx';
import { messageOf, RequestError, request } from '../api/request.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';

interface Preview {
  email: string;
  account_email: string;
  inviter_name: string | null;
}

interface SignedIn {
  user: { email: string };
}

/** The page of an invitation. Its token is in the fragment, which browsers never send. */
export function InvitationPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request<Preview>('/invitations/preview', { method: 'POST', body: { token } }),
    retry: false,
  });
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => request<SignedIn | Record<string, never>>('/auth/get-session'),
  });
  if (preview.error instanceof RequestError && preview.error.status === 404)
    return (
      <AuthFrame title="This invitation has ended" hint="It was used, revoked, replaced, or it is too old.">
        <p className="text-soft">Ask the person who invited you for another one.</p>
      </AuthFrame>
    );
  return (
    <AuthFrame title="You are invited">
      <QueryState query={preview} height="h-32">
        {(found) => (
          <div className="space-y-4">
            <p className="text-soft">
              {found.inviter_name ?? 'The operator'} invites <strong>{found.email}</strong> to the account of{' '}
              <strong>{found.account_email}</strong>.
            </p>
            <Answer found={found} token={token} user={session.data?.user ?? null} />
          </div>
        )}
      </QueryState>
    </AuthFrame>
  );
}

function Answer({ found, token, user }: { found: Preview; token: string; user: SignedIn['user'] | null }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const next = `/dashboard/invitation#${token}`;
  if (user === null)
    return (
      <>
        <Link to="/sign-in" search={{ next }} className={`${buttonClass('primary')} w-full`}>
          Sign in to accept
        </Link>
        <p className="text-center text-soft">
          New here?{' '}
          <Link to="/sign-up" className={linkClass}>
            Create an account
          </Link>{' '}
          with {found.email}, then open this link again.
        </p>
      </>
    );
  if (user.email.toLowerCase() !== found.email.toLowerCase())
    return (
      <Notice tone="warn">
        You are signed in as {user.email}. Sign out, then sign in with {found.email} to accept.
      </Notice>
    );
  const accept = () => {
    setBusy(true);
    request('/invitations/accept', { method: 'POST', body: { token } }).then(
      () => window.location.assign('/dashboard'),
      (error: unknown) => {
        setProblem(messageOf(error));
        setBusy(false);
      },
    );
  };
  return (
    <>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <Button look="primary" className="w-full" isBusy={isBusy} onClick={accept}>
        Accept invitation
      </Button>
    </>
  );
}
