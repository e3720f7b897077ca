import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PrintAdvice } from '#core/print/print-advice.ts';
import { request } from '../api/request.ts';
import type { Design, Verdict } from '../api/types.ts';

const pauseMs = 500;

export interface VerdictState {
  data: Verdict | undefined;
  problem: string | null;
  isAsking: boolean;
  advice: PrintAdvice | undefined;
}

/** The scan test of a design, after a moment without changes. */
export function useVerdict(
  design: Design,
  type: string,
  content: unknown,
): { verdict: VerdictState; isRefused: boolean } {
  const settled = useSettled(JSON.stringify({ design, type, content }));
  const query = useQuery({
    queryKey: ['verdict', settled],
    queryFn: ({ signal }) =>
      request<Verdict>('/designs/judge', { method: 'POST', body: JSON.parse(settled) as unknown, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  });
  const advice = useQuery({
    queryKey: ['advice', settled],
    queryFn: ({ signal }) =>
      request<{ advice: PrintAdvice }>('/designs/print-advice', {
        method: 'POST',
        body: JSON.parse(settled) as unknown,
        signal,
      }),
    enabled: query.data?.is_accepted === true && !query.isFetching,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  });
  const verdict = {
    data: query.data,
    problem: query.error?.message ?? null,
    isAsking: query.isFetching,
    advice: advice.data?.advice,
  };
  return { verdict, isRefused: query.data?.is_accepted === false && !query.isFetching };
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
