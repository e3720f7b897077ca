import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Scope, scopes } from '#core/scopes.ts';
import { projectsQuery } from '../api/queries.ts';
import type { ApiKey } from '../api/types.ts';
import { Switch, TextField } from '../ui/field.tsx';
import { formatDate } from '../ui/format.ts';

/** The body that creates a key or client. */
export interface KeyDraft {
  name: string;
  scopes?: Scope[];
  projects?: string[];
  expires_at?: string;
}

const scopeNames: Record<Scope, string> = {
  'qr.read': 'Read codes, projects and history',
  'qr.write': 'Create and change codes and projects',
  'analytics.read': 'Read analytics',
  'webhooks.write': 'Manage webhooks',
};

interface KeyLimitsProps {
  onChange: (limits: Omit<KeyDraft, 'name'>) => void;
  /** A switch turns the limits on. */
  isOptional?: boolean;
}

/** Scopes, projects and expiry of a restricted key. */
export function KeyLimits({ onChange, isOptional }: KeyLimitsProps) {
  const projects = useQuery(projectsQuery);
  const [isOn, setOn] = useState(isOptional !== true);
  const [chosen, setChosen] = useState<Scope[]>(['qr.read']);
  const [own, setOwn] = useState<string[]>([]);
  const [until, setUntil] = useState('');
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const report = (next: { isOn?: boolean; chosen?: Scope[]; own?: string[]; until?: string }) => {
    const all = { isOn, chosen, own, until, ...next };
    onChange(
      all.isOn
        ? {
            scopes: all.chosen,
            ...(all.own.length > 0 && { projects: all.own }),
            // The end of that day, wherever the user is.
            ...(all.until !== '' && { expires_at: new Date(`${all.until}T23:59:59`).toISOString() }),
          }
        : {},
    );
  };
  const toggle = <Item,>(items: Item[], item: Item) =>
    items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
  return (
    <div className="space-y-4">
      {isOptional && (
        <Switch
          label="Restrict this key"
          hint="Fewer rights, single projects, or an expiry date."
          checked={isOn}
          onChange={(next) => {
            setOn(next);
            report({ isOn: next });
          }}
        />
      )}
      {isOn && (
        <>
          <fieldset className="space-y-1.5">
            <legend className="mb-1.5 text-[13px] font-medium">Scopes</legend>
            {scopes.map((scope) => (
              <CheckRow
                key={scope}
                label={scopeNames[scope]}
                isChecked={chosen.includes(scope)}
                onToggle={() => {
                  const next = toggle(chosen, scope);
                  setChosen(next);
                  report({ chosen: next });
                }}
              />
            ))}
          </fieldset>
          <fieldset className="max-h-40 space-y-1.5 overflow-y-auto">
            <legend className="mb-1.5 text-[13px] font-medium">Projects (none chosen: all projects)</legend>
            {(projects.data ?? []).map((project) => (
              <CheckRow
                key={project.project_id}
                label={project.name}
                isChecked={own.includes(project.project_id)}
                onToggle={() => {
                  const next = toggle(own, project.project_id);
                  setOwn(next);
                  report({ own: next });
                }}
              />
            ))}
          </fieldset>
          <TextField
            label="Last day"
            type="date"
            value={until}
            min={today}
            onChange={(event) => {
              setUntil(event.target.value);
              report({ until: event.target.value });
            }}
            hint="Leave empty for no expiry."
          />
        </>
      )}
    </div>
  );
}

function CheckRow({
  label,
  isChecked,
  onToggle,
}: {
  label: string;
  isChecked: boolean;
  onToggle: () => void;
}) {
  return (
    <label className="flex items-center gap-2.5 text-[13px]">
      <input type="checkbox" className="size-4 accent-accent" checked={isChecked} onChange={onToggle} />
      <span className="min-w-0 truncate">{label}</span>
    </label>
  );
}

/** The limits of a key in one line. */
export function LimitWords({ limits }: { limits: Pick<ApiKey, 'scopes' | 'projects' | 'expires_at'> }) {
  const projects = useQuery(projectsQuery);
  const names = limits.projects?.map(
    (id) => projects.data?.find(({ project_id }) => project_id === id)?.name ?? 'a project',
  );
  return (
    <p className="mt-0.5 text-[13px] text-soft">
      {(limits.scopes ?? []).join(', ')}
      {names !== undefined && ` · ${names.length === 0 ? 'no project left' : names.join(', ')}`}
      {limits.expires_at !== null && ` · until ${formatDate(limits.expires_at)}`}
    </p>
  );
}
