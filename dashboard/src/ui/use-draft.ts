import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { cancelWaiting, dropDraft, keepDraft, readDraft, unmarkUnsaved } from './drafts.ts';
import { isSame } from './is-same.ts';

interface Kept<Value, Origin> {
  value: Value;
  /** What was saved when the user began to edit. */
  base: Value;
  origin: Origin;
}

export interface Draft<Value, Origin = unknown> {
  value: Value;
  set: (value: Value) => void;
  /** Something was entered that is not saved. */
  isChanged: boolean;
  /** It was entered before the page was loaded again. */
  isRestored: boolean;
  /** What is saved has changed since then. */
  isOutdated: boolean;
  /** What was saved when the user began to edit. */
  base: Value;
  origin: Origin;
  /** Shows what is saved, because the user wants it. A save that still waits is not sent. */
  discard: () => void;
  /** This was saved. What was entered since then stays. */
  settle: (saved: Value) => void;
}

/**
 * The content of a form. It survives a reload, and leaving the page with it asks.
 * @param name of the form and what it is about.
 * @param saved what the server has, or the empty form.
 * @param origin kept with the draft, as it was when the user began to edit.
 */
export function useDraft<Value, Origin = null>(
  name: string,
  saved: Value,
  origin: Origin = null as Origin,
): Draft<Value, Origin> {
  const queryClient = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const key = `${me.user.user_id} ${me.account.account_id} ${name}`;
  const [kept, setKept] = useState(() => readDraft(key) as Kept<Value, Origin> | undefined);
  const [wasRestored, setRestored] = useState(kept !== undefined);
  const isChanged = kept !== undefined && !isSame(kept.value, saved);
  useEffect(() => {
    if (isChanged) keepDraft(key, kept);
    else dropDraft(key);
  }, [key, kept, isChanged]);
  useEffect(() => () => unmarkUnsaved(key), [key]);
  const { value, base, origin: begunWith } = isChanged ? kept : { value: saved, base: saved, origin };
  const clear = () => {
    setKept(undefined);
    setRestored(false);
    dropDraft(key);
  };
  return {
    value,
    set: (next) => setKept(isSame(next, saved) ? undefined : { value: next, base, origin: begunWith }),
    isChanged,
    isRestored: wasRestored && isChanged,
    isOutdated: wasRestored && isChanged && !isSame(base, saved),
    base,
    origin: begunWith,
    discard: () => {
      cancelWaiting(queryClient);
      clear();
    },
    settle: (sent) => {
      if (isSame(readNow(key, value), sent)) clear();
    },
  };
}

/** What is entered by now: a save may have waited for a long time. */
function readNow<Value>(key: string, value: Value): Value {
  const kept = readDraft(key) as { value: Value } | undefined;
  return kept === undefined ? value : kept.value;
}
