import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeliveredType, deliveredTypes } from '#core/event-type.ts';
import { fieldOf } from '../account/use-form.ts';
import { projectsQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { WebhookEndpoint } from '../api/types.ts';
import { useCan } from '../api/use-can.ts';
import { Button } from '../ui/button.tsx';
import { Choice, Switch, TextField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { ShownSecret } from './shown-secret.tsx';
import { typeWords } from './type-words.ts';

type Saved = { endpoint: WebhookEndpoint & { secret?: string } };

/** Creates an endpoint, or changes one. */
export function EndpointDialog({
  endpoint,
  isOpen,
  onClose,
}: {
  /** Null: a new one. */
  endpoint: WebhookEndpoint | null;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    onClose();
    setSecret(null);
  };
  return (
    <Modal
      title={
        secret !== null
          ? 'Copy the secret now'
          : endpoint === null
            ? 'New webhook endpoint'
            : 'Change endpoint'
      }
      isOpen={isOpen}
      onClose={close}
      isSticky={secret !== null}
    >
      {secret === null ? (
        <EndpointForm
          endpoint={endpoint}
          onCancel={close}
          onSaved={(made) => (made.secret === undefined ? close() : setSecret(made.secret))}
        />
      ) : (
        <ShownSecret secret={secret} onClose={close} />
      )}
    </Modal>
  );
}

function EndpointForm({
  endpoint,
  onCancel,
  onSaved,
}: {
  endpoint: WebhookEndpoint | null;
  onCancel: () => void;
  onSaved: (made: Saved['endpoint']) => void;
}) {
  const projects = useQuery(projectsQuery);
  const [types, setTypes] = useState<DeliveredType[] | null>(endpoint?.types ?? null);
  const isForAll = useCan()('webhooks.change');
  const [chosenId, setProjectId] = useState(endpoint?.project_id ?? '');
  // Admins of single projects choose one of them.
  const projectId = chosenId === '' && !isForAll ? (projects.data?.[0]?.project_id ?? '') : chosenId;
  const save = useAction({
    run: (body: Record<string, unknown>) =>
      endpoint === null
        ? request<Saved>('/webhooks', { method: 'POST', body })
        : request<Saved>(`/webhooks/${endpoint.endpoint_id}`, { method: 'PATCH', body }),
    stale: [['webhooks'], ['webhook', endpoint?.endpoint_id], ['usage'], ['changes']],
    onDone: ({ endpoint: made }) => onSaved(made),
    isQuiet: true,
  });
  const isNothing = types?.length === 0;
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        save.mutate({
          url: fieldOf(form, 'url'),
          description: fieldOf(form, 'description'),
          types,
          // Endpoints for single codes are made with the API, and keep them.
          ...((endpoint?.qr_ids ?? null) === null && { project_id: projectId === '' ? null : projectId }),
        });
      }}
    >
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      <TextField
        label="Address"
        name="url"
        type="url"
        placeholder="https://example.com/hooks"
        defaultValue={endpoint?.url ?? ''}
        maxLength={2_048}
        required
        autoFocus
        hint="Waypost sends a POST request to it. It must begin with https:// and be reachable from the Internet."
      />
      <TextField
        label="Description (optional)"
        name="description"
        placeholder="Stock system"
        defaultValue={endpoint?.description ?? ''}
        maxLength={500}
      />
      {endpoint?.qr_ids == null ? (
        <Choice
          label="Project"
          value={projectId}
          options={[
            ...(isForAll ? [{ value: '', label: 'All projects' }] : []),
            ...(projects.data ?? []).map(({ project_id, name }) => ({ value: project_id, label: name })),
          ]}
          onChange={setProjectId}
        />
      ) : (
        <p className="text-[13px] text-soft">
          Only for {endpoint.qr_ids.length} chosen codes. Change them with the API.
        </p>
      )}
      <Switch
        label="Send everything"
        hint="All events, also kinds that come later."
        checked={types === null}
        onChange={(isAll) => setTypes(isAll ? null : [])}
      />
      {types !== null && (
        <fieldset className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
          <legend className="mb-1.5 text-[13px] font-medium">What to send</legend>
          {deliveredTypes.map((type) => (
            <label key={type} className="flex items-center gap-2.5 text-[13px]">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={types.includes(type)}
                onChange={({ target }) =>
                  setTypes(target.checked ? [...types, type] : types.filter((other) => other !== type))
                }
              />
              {typeWords[type]}
            </label>
          ))}
        </fieldset>
      )}
      <div className="flex items-center justify-end gap-2">
        {isNothing && <p className="grow text-[13px] text-soft">Choose what to send.</p>}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={save.isPending} disabled={isNothing}>
          {endpoint === null ? 'Create endpoint' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
