import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { tagLengthMax, tagsMax, uniteTags, withoutTags } from '#core/tags.ts';
import { tagsQuery } from './list-queries.ts';

interface TagInputProps {
  label: string;
  hint?: string;
  error?: string | null | undefined;
  tags: string[];
  onChange: (tags: string[]) => void;
}

/** Tags as chips; Enter or a comma ends one. */
export function TagInput({ label, hint, error, tags, onChange }: TagInputProps) {
  const id = useId();
  const known = useQuery(tagsQuery);
  const [text, setText] = useState('');
  const add = (more: string) => {
    const parts = more.split(',').map((tag) => tag.trim());
    onChange(
      uniteTags(
        tags,
        parts.filter((tag) => tag !== ''),
      ).slice(0, tagsMax),
    );
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault();
      add(text);
    }
    if (event.key === 'Backspace' && text === '' && tags.length > 0) onChange(tags.slice(0, -1));
  };
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[13px] font-medium">
        {label}
      </label>
      <div className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-lg border border-line-strong/60 bg-surface px-2 py-1.5 focus-within:outline-2 focus-within:outline-accent">
        {tags.map((tag) => (
          <span
            key={tag}
            className="flex max-w-full items-center gap-1 rounded-md bg-sunken py-0.5 pr-1 pl-2 text-[13px]"
          >
            <span className="truncate">{tag}</span>
            <button
              type="button"
              aria-label={`Remove ${tag}`}
              onClick={() => onChange(withoutTags(tags, [tag]))}
              className="rounded p-0.5 text-soft hover:text-text"
            >
              <X className="size-3.5" aria-hidden />
            </button>
          </span>
        ))}
        <input
          id={id}
          list={`${id}-known`}
          value={text}
          maxLength={tagLengthMax}
          disabled={tags.length >= tagsMax}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) =>
            event.target.value.includes(',') ? add(event.target.value) : setText(event.target.value)
          }
          onKeyDown={onKeyDown}
          onBlur={() => text.trim() !== '' && add(text)}
          className="h-6 min-w-24 grow bg-transparent outline-none"
        />
        <datalist id={`${id}-known`}>
          {withoutTags(known.data ?? [], tags).map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </div>
      {note && (
        <p id={`${id}-note`} className={`mt-1.5 text-[13px] ${error ? 'text-bad' : 'text-soft'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
