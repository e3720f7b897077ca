import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { sessionsQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Passkey } from '../api/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { formatAgo, formatDate } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useAction } from '../ui/use-action.ts';
import { addPasskey, hasPasskeys } from './passkeys.ts';
import { TwoFactor } from './two-factor.tsx';
import { fieldOf, useForm } from './use-form.ts';

interface OwnSession {
  session: { token: string };
  user: { twoFactorEnabled?: boolean };
}

const ownSession = {
  queryKey: ['own-session'],
  queryFn: () => request<OwnSession | null>('/auth/get-session'),
};

export function SecurityPage() {
  const own = useQuery(ownSession);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="space-y-6">
        <Card title="Two-factor authentication" hint="A code from your phone in addition to your password.">
          <QueryState query={own} height="h-24">
            {(session) => <TwoFactor isOn={session?.user.twoFactorEnabled === true} />}
          </QueryState>
        </Card>
        <Passkeys />
        <ChangePassword />
      </div>
      <Sessions ownToken={own.data?.session.token} />
    </div>
  );
}

function ChangePassword() {
  const [isDone, setDone] = useState(false);
  // A new form each time, so that no passwords stay in it.
  const [attempt, setAttempt] = useState(0);
  const queryClient = useQueryClient();
  const { isBusy, problem, onSubmit } = useForm(async (fields) => {
    setDone(false);
    await request('/auth/change-password', {
      method: 'POST',
      body: {
        currentPassword: fieldOf(fields, 'current'),
        newPassword: fieldOf(fields, 'new'),
        revokeOtherSessions: true,
      },
    });
    setDone(true);
    setAttempt(attempt + 1);
    await Promise.all(
      [['own-session'], ['sessions']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  });
  return (
    <Card title="Password" hint="If you change it, all other sessions are signed out.">
      <form key={attempt} onSubmit={onSubmit} className="space-y-4">
        {problem && <Notice tone="bad">{problem}</Notice>}
        {isDone && <Notice tone="good">Password changed.</Notice>}
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label="New password"
          name="new"
          type="password"
          autoComplete="new-password"
          minLength={10}
          maxLength={200}
          required
        />
        <Button type="submit" isBusy={isBusy}>
          Change password
        </Button>
      </form>
    </Card>
  );
}

function Passkeys() {
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => request<Passkey[]>('/auth/passkey/list-user-passkeys'),
  });
  const add = useAction({
    run: () => addPasskey(deviceName(navigator.userAgent)),
    stale: [['passkeys']],
    done: 'Passkey added. You can sign in with it.',
  });
  const remove = useAction({
    run: (id: string) => request('/auth/passkey/delete-passkey', { method: 'POST', body: { id } }),
    stale: [['passkeys']],
    done: 'Passkey removed.',
  });
  return (
    <Card
      title="Passkeys"
      hint="Sign in with your fingerprint, face or device PIN."
      action={
        hasPasskeys && (
          <Button size="small" isBusy={add.isPending} onClick={() => add.mutate()}>
            Add a passkey
          </Button>
        )
      }
    >
      <QueryState query={passkeys} height="h-12">
        {(items) =>
          items.length === 0 ? (
            <p className="text-soft">None yet.</p>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((passkey) => (
                <li key={passkey.id} className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
                  <KeyRound className="size-4 text-soft" aria-hidden />
                  <span className="grow">
                    {passkey.name ?? 'Passkey'}{' '}
                    <span className="text-[13px] text-soft">· added {formatDate(passkey.createdAt)}</span>
                  </span>
                  <Button size="small" look="quiet" onClick={() => remove.mutate(passkey.id)}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  );
}

function Sessions({ ownToken }: { ownToken: string | undefined }) {
  const sessions = useQuery(sessionsQuery);
  const revoke = useAction({
    run: (token: string) => request('/auth/revoke-session', { method: 'POST', body: { token } }),
    stale: [['sessions']],
    done: 'Session signed out.',
  });
  const revokeOthers = useAction({
    run: () => request('/auth/revoke-other-sessions', { method: 'POST', body: {} }),
    stale: [['sessions']],
    done: 'All other sessions are signed out.',
  });
  return (
    <Card
      title="Where you are signed in"
      action={
        <Button size="small" isBusy={revokeOthers.isPending} onClick={() => revokeOthers.mutate()}>
          Sign out everywhere else
        </Button>
      }
    >
      <QueryState query={sessions}>
        {(items) => (
          <ul className="divide-y divide-line">
            {items.map((session) => {
              const agent = session.userAgent ?? '';
              const Icon = /Mobile|Android|iPhone/.test(agent) ? Smartphone : Monitor;
              return (
                <li key={session.id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
                  <Icon className="size-5 shrink-0 text-soft" aria-hidden />
                  <div className="min-w-0 grow">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      {deviceName(agent)} {session.token === ownToken && <Badge tone="good">this one</Badge>}
                    </p>
                    <p className="truncate text-[13px] text-soft">
                      {session.ipAddress ?? 'address unknown'} · signed in {formatAgo(session.createdAt)}
                    </p>
                  </div>
                  {ownToken !== undefined && session.token !== ownToken && (
                    <Button size="small" look="quiet" onClick={() => revoke.mutate(session.token)}>
                      Sign out
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </QueryState>
    </Card>
  );
}

const browsers: [string, RegExp][] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
];
const systems: [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['macOS', /Mac OS X/],
  ['Windows', /Windows/],
  ['Linux', /Linux/],
];

function deviceName(agent: string): string {
  const find = (names: [string, RegExp][]) => names.find(([, pattern]) => pattern.test(agent))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
}
