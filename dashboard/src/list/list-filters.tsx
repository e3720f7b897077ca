import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ListOrder, ListState } from '#core/list-order.ts';
import { projectsQuery } from '../api/queries.ts';
import { offeredTypes, typeNames } from '../codes/type-names.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/field.tsx';
import { type CodeFilter, isNarrowed } from './list-filter.ts';
import { tagsQuery } from './list-queries.ts';

const searchPauseMs = 250;

const stateNames: Record<ListState, string> = {
  expired: 'Expired',
  limit_reached: 'Limit reached',
  never_scanned: 'Never scanned',
};

const orderNames: Record<ListOrder, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  scans: 'Most scans first',
};

export function ListFilters({ filter }: { filter: CodeFilter }) {
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery);
  const tags = useQuery(tagsQuery);
  const set = (change: Partial<CodeFilter>) =>
    void navigate({ to: '/codes', search: (now) => ({ ...now, ...change }), replace: true });
  const chosenTags = filter.tag ?? [];
  const setTags = (tag: string[]) => set({ tag: tag.length > 0 ? tag : undefined });
  return (
    <div className="mb-4 space-y-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-[1fr_12rem_9rem_11rem_10.5rem]">
        <SearchBox words={filter.q} onChange={(q) => set({ q })} className="col-span-2 lg:col-span-1" />
        <Choice
          label="Show"
          isLabelHidden
          value={filter.state ?? filter.status ?? ''}
          onChange={(value) => set(shown(value))}
          options={[
            { value: '', label: 'Active and blocked' },
            { value: 'active', label: 'Active' },
            { value: 'blocked', label: 'Blocked' },
            { value: 'archived', label: 'Archived' },
            ...Object.entries(stateNames).map(([value, label]) => ({ value, label })),
          ]}
        />
        <Choice
          label="Type"
          isLabelHidden
          value={filter.type ?? ''}
          onChange={(type) => set({ type: type || undefined })}
          options={[
            { value: '', label: 'All types' },
            ...offeredTypes.map((type) => ({ value: type, label: typeNames[type].label })),
          ]}
        />
        <Choice
          label="Project"
          isLabelHidden
          value={filter.project ?? ''}
          onChange={(project) => set({ project: project || undefined, folder: undefined })}
          options={[
            { value: '', label: 'All projects' },
            ...(projects.data ?? []).map((project) => ({ value: project.project_id, label: project.name })),
          ]}
        />
        <Choice
          label="Order"
          isLabelHidden
          value={filter.order ?? 'newest'}
          onChange={(order) => set({ order: order === 'newest' ? undefined : (order as ListOrder) })}
          options={Object.entries(orderNames).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {((tags.data ?? []).length > 0 || chosenTags.length > 0 || isNarrowed(filter)) && (
        <div className="flex flex-wrap items-center gap-2">
          {chosenTags.map((tag) => (
            <Button
              key={tag}
              size="small"
              aria-label={`Remove the tag ${tag} from the filter`}
              onClick={() => setTags(without(chosenTags, tag))}
            >
              {tag} <X className="size-3.5" aria-hidden />
            </Button>
          ))}
          {(tags.data ?? []).length > 0 && (
            <Choice
              label="Filter by tag"
              isLabelHidden
              className="w-44"
              value=""
              onChange={(tag) => tag !== '' && setTags([...without(chosenTags, tag), tag])}
              options={[
                { value: '', label: 'Filter by tag…' },
                ...(tags.data ?? []).map((tag) => ({ value: tag, label: tag })),
              ]}
            />
          )}
          {isNarrowed(filter) && (
            <Button
              size="small"
              look="quiet"
              onClick={() => void navigate({ to: '/codes', search: { order: filter.order } })}
            >
              Clear filters
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function shown(value: string): Partial<CodeFilter> {
  if (value in stateNames) return { status: undefined, state: value as ListState };
  return { status: (value || undefined) as CodeFilter['status'], state: undefined };
}

function without(tags: string[], tag: string): string[] {
  return tags.filter((one) => one !== tag);
}

interface SearchBoxProps {
  words: string | undefined;
  onChange: (words: string | undefined) => void;
  className: string;
}

function SearchBox({ words: wanted, onChange, className }: SearchBoxProps) {
  const [words, setWords] = useState(wanted ?? '');
  // Changed by the address: cleared by the menu, or by going back.
  const [shownWords, setShownWords] = useState(wanted);
  if (wanted !== shownWords) {
    setShownWords(wanted);
    if ((wanted ?? '') !== words.trim()) setWords(wanted ?? '');
  }
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string) => {
    setWords(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim() || undefined), searchPauseMs);
  };
  return (
    <div className={`relative ${className}`}>
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-soft" aria-hidden />
      <input
        type="search"
        aria-label="Search codes"
        placeholder="Name, destination, link or tag"
        value={words}
        onChange={(event) => search(event.target.value)}
        className="h-9 w-full rounded-lg border border-line-strong/60 bg-surface pr-3 pl-9 placeholder:text-soft"
      />
    </div>
  );
}
