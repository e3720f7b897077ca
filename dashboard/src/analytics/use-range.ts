import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { meQuery, type Range } from '../api/queries.ts';
import { type RangeSearch, rangeOf } from './ranges.ts';

const tickMs = 60_000;

/** The range in the address; "until now" moves on by itself. */
export function useRange(search: RangeSearch): Range {
  const { data: me } = useSuspenseQuery(meQuery);
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => rangeOf(search, me.account.timezone, nowMs), [search, me.account.timezone, nowMs]);
}
