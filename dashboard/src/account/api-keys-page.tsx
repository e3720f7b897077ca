import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { keysQuery, usageQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { ApiKey } from '../api/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/field.tsx';
import { formatAgo, formatDate, plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useAction } from '../ui/use-action.ts';
import { type KeyDraft, KeyLimits, LimitWords } from './key-limits.tsx';
import { OauthClients } from './oauth-clients.tsx';
import { PlanNotice } from './plan-notice.tsx';
import { fieldOf } from './use-form.ts';

export function ApiKeysPage() {
  const keys = useQuery(keysQuery);
  const usage = useQuery(usageQuery);
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const revoke = useAction({
    run: (key: ApiKey) => request(`/keys/${key.key_id}`, { method: 'DELETE' }),
    stale: [['keys'], ['usage']],
    done: 'Key revoked. Waypost now refuses requests with it.',
    onDone: () => setRevoking(null),
  });
  const planned = usage.data?.usage.api_keys;
  const isFull = planned !== undefined && planned.used >= planned.limit;
  const make = (
    <Button
      look="primary"
      icon={<Plus className="size-4" aria-hidden />}
      disabled={isFull}
      onClick={() => setMaking(true)}
    >
      New key
    </Button>
  );
  return (
    <div className="space-y-6">
      {usage.data?.features.api_access === false && (
        <PlanNotice>
          Your plan doesn’t include the API. You can create keys, but requests with them are refused.
        </PlanNotice>
      )}
      {isFull && (
        <PlanNotice>
          Your plan includes {plural(planned.limit, 'key')}, so there is no room for another one. Revoke one
          first.
        </PlanNotice>
      )}
      <Card
        title="API keys"
        hint="For programs on your servers. Anybody with a key can create and change your codes, so never put it into web pages or apps."
        action={keys.data !== undefined && keys.data.length > 0 ? make : undefined}
        bodyClass="p-2 sm:p-3"
      >
        <QueryState query={keys}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState
                icon={<KeyRound className="size-6" aria-hidden />}
                title="No keys yet"
                action={make}
              >
                <p>
                  A key lets your programs create codes, change their destinations and read how often they
                  were scanned.
                </p>
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {items.map((key) => (
                  <KeyRow key={key.key_id} apiKey={key} onRevoke={() => setRevoking(key)} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </Card>
      {usage.data?.features.oauth === true && <OauthClients />}
      <NewKey isOpen={isMaking} onClose={() => setMaking(false)} />
      <Confirm
        title={`Revoke “${revoking?.name ?? ''}”?`}
        action="Revoke key"
        isOpen={revoking !== null}
        isBusy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate(revoking)}
        onClose={() => setRevoking(null)}
      >
        <p>
          Programs that use this key stop working within a second. You can’t undo this. Your codes and their
          links are not touched.
        </p>
      </Confirm>
    </div>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const [nowMs] = useState(() => Date.now());
  const isExpired = apiKey.expires_at !== null && Date.parse(apiKey.expires_at) < nowMs;
  const isLive = apiKey.revoked_at === null && !isExpired;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-0 grow">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{apiKey.name}</span>
          {apiKey.revoked_at !== null && <Badge>revoked</Badge>}
          {isExpired && apiKey.revoked_at === null && <Badge>expired</Badge>}
          {apiKey.scopes !== null && <Badge tone="accent">restricted</Badge>}
        </p>
        {apiKey.scopes !== null && <LimitWords limits={apiKey} />}
        <p className="mt-0.5 text-[13px] text-soft">
          <code>{apiKey.prefix}</code> · made {formatDate(apiKey.created_at)} ·{' '}
          {apiKey.last_used_at === null ? 'never used' : `last used ${formatAgo(apiKey.last_used_at)}`}
        </p>
      </div>
      {isLive && (
        <Button size="small" look="danger" onClick={onRevoke} aria-label={`Revoke ${apiKey.name}`}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function NewKey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  const [limits, setLimits] = useState<Omit<KeyDraft, 'name'>>({});
  const make = useAction({
    run: (body: KeyDraft) => request<{ api_key: string }>('/keys', { method: 'POST', body }),
    stale: [['keys'], ['usage'], ['changes']],
    onDone: ({ api_key }) => setMade(api_key),
    isQuiet: true,
  });
  const close = () => {
    onClose();
    setMade(null);
    make.reset();
  };
  return (
    <Modal
      title={made === null ? 'New API key' : 'Copy your key now'}
      isOpen={isOpen}
      onClose={close}
      isSticky={made !== null}
    >
      {made === null ? (
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate({ name: fieldOf(new FormData(event.currentTarget), 'name'), ...limits });
          }}
        >
          {make.error && <Notice tone="bad">{make.error.message}</Notice>}
          <TextField
            label="Name"
            name="name"
            placeholder="Web shop"
            maxLength={120}
            required
            autoFocus
            hint="The program that will use the key."
          />
          <KeyLimits onChange={setLimits} isOptional />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" look="primary" isBusy={make.isPending}>
              Create key
            </Button>
          </div>
        </form>
      ) : (
        <div className="space-y-4">
          <Notice tone="warn">You can see this key only once. We store a hash, not the key itself.</Notice>
          <div className="flex items-center gap-2 rounded-lg bg-sunken p-3">
            <code data-testid="api-key" className="min-w-0 grow text-[13px] break-all">
              {made}
            </code>
            <CopyButton text={made} />
          </div>
          <pre className="overflow-x-auto rounded-lg bg-sunken p-3 text-xs" tabIndex={0} aria-label="Example">
            {`curl -H "x-api-key: $KEY" \\\n  ${window.location.origin}/v1/projects`}
          </pre>
          <div className="flex justify-end">
            <Button look="primary" onClick={close}>
              I have saved it
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
