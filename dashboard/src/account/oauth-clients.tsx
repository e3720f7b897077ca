import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { oauthClientsQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { OauthClient } from '../api/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/field.tsx';
import { formatAgo, formatDate } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useAction } from '../ui/use-action.ts';
import { type KeyDraft, KeyLimits, LimitWords } from './key-limits.tsx';
import { fieldOf } from './use-form.ts';

/** Programs that get short-lived tokens instead of using a key. */
export function OauthClients() {
  const clients = useQuery(oauthClientsQuery);
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<OauthClient | null>(null);
  const revoke = useAction({
    run: (client: OauthClient) => request(`/oauth-clients/${client.client_id}`, { method: 'DELETE' }),
    stale: [['oauth-clients'], ['usage'], ['changes']],
    done: 'Client revoked. Its tokens no longer work.',
    onDone: () => setRevoking(null),
  });
  const make = (
    <Button icon={<Plus className="size-4" aria-hidden />} onClick={() => setMaking(true)}>
      New client
    </Button>
  );
  return (
    <Card
      title="OAuth clients"
      hint="For programs that use OAuth 2.0 client credentials. Each counts as a key."
      action={clients.data !== undefined && clients.data.length > 0 ? make : undefined}
      bodyClass="p-2 sm:p-3"
    >
      <QueryState query={clients}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState
              icon={<Webhook className="size-6" aria-hidden />}
              title="No clients yet"
              action={make}
            >
              <p>A client exchanges its ID and secret for a token that works for 30 minutes.</p>
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((client) => (
                <li key={client.client_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
                  <div className="min-w-0 grow">
                    <p className="flex items-center gap-2 font-medium">
                      <span className="truncate">{client.name}</span>
                      {client.revoked_at !== null && <Badge>revoked</Badge>}
                    </p>
                    <LimitWords limits={client} />
                    <p className="mt-0.5 text-[13px] break-all text-soft">
                      <code>{client.client_id}</code> · made {formatDate(client.created_at)} ·{' '}
                      {client.last_used_at === null
                        ? 'never used'
                        : `last used ${formatAgo(client.last_used_at)}`}
                    </p>
                  </div>
                  {client.revoked_at === null && (
                    <Button
                      size="small"
                      look="danger"
                      onClick={() => setRevoking(client)}
                      aria-label={`Revoke ${client.name}`}
                    >
                      Revoke
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      <NewClient isOpen={isMaking} onClose={() => setMaking(false)} />
      <Confirm
        title={`Revoke “${revoking?.name ?? ''}”?`}
        action="Revoke client"
        isOpen={revoking !== null}
        isBusy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate(revoking)}
        onClose={() => setRevoking(null)}
      >
        <p>All of its tokens stop working within a second. You can’t undo this.</p>
      </Confirm>
    </Card>
  );
}

function NewClient({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
  const [limits, setLimits] = useState<Omit<KeyDraft, 'name'>>({ scopes: ['qr.read'] });
  const make = useAction({
    run: (body: KeyDraft) =>
      request<{ client: OauthClient; client_secret: string }>('/oauth-clients', { method: 'POST', body }),
    stale: [['oauth-clients'], ['usage'], ['changes']],
    onDone: ({ client, client_secret }) => setMade({ id: client.client_id, secret: client_secret }),
    isQuiet: true,
  });
  const close = () => {
    onClose();
    setMade(null);
    make.reset();
  };
  return (
    <Modal
      title={made === null ? 'New OAuth client' : 'Copy the secret now'}
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
          <TextField label="Name" name="name" placeholder="Warehouse" maxLength={120} required autoFocus />
          <KeyLimits onChange={setLimits} />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" look="primary" isBusy={make.isPending}>
              Create client
            </Button>
          </div>
        </form>
      ) : (
        <div className="space-y-4">
          <Notice tone="warn">
            You can see this secret only once. We store a hash, not the secret itself.
          </Notice>
          {[made.id, made.secret].map((text) => (
            <div key={text} className="flex items-center gap-2 rounded-lg bg-sunken p-3">
              <code className="min-w-0 grow text-[13px] break-all">{text}</code>
              <CopyButton text={text} />
            </div>
          ))}
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
