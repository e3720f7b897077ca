import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { dropDraft, keepDraft, readDraft, unmarkUnsaved } from './drafts.ts';
import { isSame } from './is-same.ts';

interface Kept<Value> {
  value: Value;
  /** What was saved when the user began to edit. */
  base: Value;
}

export interface Draft<Value> {
  value: Value;
  set: (value: Value) => void;
  /** Something was entered that is not saved. */
  isChanged: boolean;
  /** It was entered before the page was loaded again. */
  isRestored: boolean;
  /** What is saved has changed since then. */
  isOutdated: boolean;
  /** Shows what is saved: after saving, or because the user wants it. */
  discard: () => void;
}

/**
 * The content of a form. It survives a reload, and leaving the page with it asks.
 * @param name of the form and what it is about.
 * @param saved what the server has, or the empty form.
 */
export function useDraft<Value>(name: string, saved: Value): Draft<Value> {
  const { data: me } = useSuspenseQuery(meQuery);
  const key = `${me.user.user_id} ${me.account.account_id} ${name}`;
  const [restored] = useState(() => readDraft(key) as Kept<Value> | undefined);
  const [kept, setKept] = useState(restored);
  const isChanged = kept !== undefined && !isSame(kept.value, saved);
  useEffect(() => {
    if (isChanged) keepDraft(key, kept);
    else dropDraft(key);
  }, [key, kept, isChanged]);
  useEffect(() => () => unmarkUnsaved(key), [key]);
  const isRestored = isChanged && restored !== undefined && kept.base === restored.base;
  return {
    value: kept === undefined ? saved : kept.value,
    set: (value) => setKept({ value, base: kept === undefined ? saved : kept.base }),
    isChanged,
    isRestored,
    isOutdated: isRestored && !isSame(kept.base, saved),
    discard: () => {
      setKept(undefined);
      dropDraft(key);
    },
  };
}
