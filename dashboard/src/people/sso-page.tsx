import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ssoQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { SsoSettings } from '../api/types.ts';
import { useCan } from '../api/use-can.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Choice, Switch, TextArea, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useDraft } from '../ui/use-draft.ts';
import { roleOptions } from './roles.ts';

/** How members sign in. */
export function SsoPage() {
  const can = useCan();
  const settings = useQuery({ ...ssoQuery, enabled: can('sso.read') });
  if (!can('sso.read'))
    return <Notice tone="info">Only admins can see how members of this account sign in.</Notice>;
  return (
    <QueryState query={settings} height="h-96">
      {(data) => (
        <fieldset className="space-y-6" disabled={!can('sso.change')}>
          {!can('sso.change') && <Notice tone="info">Only owners can change these settings.</Notice>}
          <TwoFactors settings={data} />
          <Provider settings={data} />
          {data.sso !== null && <Domain sso={data.sso} />}
        </fieldset>
      )}
    </QueryState>
  );
}

type Sso = NonNullable<SsoSettings['sso']>;

function useSwitch(field: 'is_enforced' | 'requires_two_factors', done: string) {
  return useAction({
    run: (isOn: boolean) => request('/sso', { method: 'PATCH', body: { [field]: isOn } }),
    stale: [['sso'], ['changes']],
    done,
  });
}

function TwoFactors({ settings }: { settings: SsoSettings }) {
  const save = useSwitch('requires_two_factors', 'Saved. It applies to the next request of every member.');
  return (
    <Card title="Two factors">
      <Switch
        label="Require two factors of all members"
        hint="Members without two-factor authentication can’t use this account until they turn it on."
        checked={settings.requires_two_factors}
        disabled={save.isPending}
        onChange={(isOn) => save.mutate(isOn)}
      />
    </Card>
  );
}

function Provider({ settings }: { settings: SsoSettings }) {
  const { sso } = settings;
  const form = useDraft('single sign-on', {
    issuer: sso?.issuer ?? '',
    client_id: sso?.client_id ?? '',
    mail_domain: sso?.mail_domain ?? '',
    groups_claim: sso?.groups_claim ?? 'groups',
    default_role: sso?.default_role ?? '',
    groups: Object.entries(sso?.group_roles ?? {})
      .map(([group, role]) => `${group} = ${role}`)
      .join('\n'),
  });
  const { value: draft } = form;
  // Not part of the draft: the browser must not keep it.
  const [secret, setSecret] = useState('');
  const set = (field: keyof typeof draft) => (value: string) => form.set({ ...draft, [field]: value });
  const save = useAction({
    run: ({ sent, secret }: { sent: typeof draft; secret: string }) => {
      const { groups, default_role, ...rest } = sent;
      return request('/sso', {
        method: 'PUT',
        body: {
          ...rest,
          default_role: default_role === '' ? null : default_role,
          ...(secret !== '' && { client_secret: secret }),
          group_roles: Object.fromEntries(
            groups
              .split('\n')
              .filter((line) => line.includes('='))
              .map((line) => line.split('=').map((part) => part.trim())),
          ),
        },
      });
    },
    stale: [['sso'], ['changes']],
    done: 'Provider saved.',
    onDone: (_, { sent }) => {
      form.settle(sent);
      setSecret('');
    },
    isQuiet: true,
  });
  const [isRemoving, setRemoving] = useState(false);
  const remove = useAction({
    run: () => request('/sso', { method: 'DELETE' }),
    stale: [['sso'], ['changes']],
    done: 'Single sign-on removed.',
    onDone: () => setRemoving(false),
  });
  return (
    <Card
      title="OpenID Connect provider"
      hint="For example Entra ID, Google Workspace, Okta or Keycloak."
      action={
        sso === null ? undefined : (
          <Button look="danger" size="small" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )
      }
    >
      <form
        className="grid gap-4 md:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ sent: draft, secret });
        }}
      >
        <div className="md:col-span-2 empty:hidden">
          <RestoredNotice draft={form} />
        </div>
        {save.error && (
          <Notice tone="bad" className="md:col-span-2">
            {save.error.message}
          </Notice>
        )}
        <div className="flex items-center gap-2 rounded-lg bg-sunken p-3 md:col-span-2">
          <span className="min-w-0 grow text-[13px]">
            <span className="block font-medium">Redirect address, for the client at your provider</span>
            <code className="break-all">{settings.redirect_uri}</code>
          </span>
          <CopyButton text={settings.redirect_uri} />
        </div>
        <TextField
          label="Issuer"
          type="url"
          placeholder="https://login.example.com"
          value={draft.issuer}
          onChange={(event) => set('issuer')(event.target.value)}
          required
        />
        <TextField
          label="Email domain"
          placeholder="example.com"
          value={draft.mail_domain}
          onChange={(event) => set('mail_domain')(event.target.value)}
          hint="You prove with DNS that it is yours."
          required
        />
        <TextField
          label="Client ID"
          value={draft.client_id}
          onChange={(event) => set('client_id')(event.target.value)}
          required
        />
        <TextField
          label="Client secret"
          type="password"
          autoComplete="off"
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
          required={sso === null}
          hint={sso === null ? undefined : 'Leave empty to keep the present one.'}
        />
        <TextArea
          label="Roles by group"
          placeholder={'marketing = editor\nit = admin'}
          value={draft.groups}
          onChange={(event) => set('groups')(event.target.value)}
          hint="One group per line: group = viewer, editor or admin."
        />
        <div className="space-y-4">
          <TextField
            label="Groups claim"
            value={draft.groups_claim}
            onChange={(event) => set('groups_claim')(event.target.value)}
          />
          <Choice
            label="Role of everybody else"
            value={draft.default_role}
            onChange={set('default_role')}
            options={[{ value: '', label: 'No access' }, ...roleOptions(false)]}
          />
        </div>
        <div className="md:col-span-2">
          <Button type="submit" look="primary" isBusy={save.isPending}>
            Save provider
          </Button>
        </div>
      </form>
      <Confirm
        title="Remove single sign-on?"
        action="Remove"
        isOpen={isRemoving}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      >
        <p>Everybody who signed in with the provider is signed out. Members stay members.</p>
      </Confirm>
    </Card>
  );
}

function Domain({ sso }: { sso: Sso }) {
  const verify = useAction({
    run: () => request('/sso/verify', { method: 'POST', body: {} }),
    stale: [['sso'], ['changes']],
    done: 'Domain verified. Members can use single sign-on now.',
    isQuiet: true,
  });
  const enforce = useSwitch('is_enforced', 'Saved. It applies to the next request of every member.');
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {sso.mail_domain}
          {sso.verified_at === null ? (
            <Badge tone="warn">not verified</Badge>
          ) : (
            <Badge tone="good">verified</Badge>
          )}
        </span>
      }
      hint={
        sso.verified_at === null
          ? 'Add this record to the DNS of your domain, then check it.'
          : 'People with an address of this domain can sign in with your provider.'
      }
    >
      {sso.verified_at === null ? (
        <div className="space-y-4">
          {verify.error && <Notice tone="bad">{verify.error.message}</Notice>}
          {[sso.record.name, sso.record.value].map((text, nth) => (
            <div key={text} className="flex items-center gap-2 rounded-lg bg-sunken p-3">
              <span className="min-w-0 grow text-[13px]">
                <span className="block font-medium">{nth === 0 ? 'TXT record' : 'Value'}</span>
                <code className="break-all">{text}</code>
              </span>
              <CopyButton text={text} />
            </div>
          ))}
          <Button look="primary" isBusy={verify.isPending} onClick={() => verify.mutate()}>
            Check now
          </Button>
        </div>
      ) : (
        <Switch
          label="Require single sign-on"
          hint="Members must sign in with the provider. An owner with two-factor authentication can always get in without it."
          checked={sso.is_enforced}
          disabled={enforce.isPending}
          onChange={(isOn) => enforce.mutate(isOn)}
        />
      )}
    </Card>
  );
}
