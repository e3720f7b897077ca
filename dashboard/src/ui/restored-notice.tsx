import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import type { Draft } from './use-draft.ts';

/** Says that a form holds what was entered before a reload. */
export function RestoredNotice<Value>({ draft }: { draft: Draft<Value> }) {
  if (!draft.isRestored) return null;
  return (
    <Notice className="mb-4">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span>
          What you entered before is still here. It is not saved yet.
          {draft.isOutdated && ' Meanwhile, somebody saved something else.'}
        </span>
        <Button size="small" onClick={draft.discard}>
          Discard it
        </Button>
      </span>
    </Notice>
  );
}
