import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { accountQuery } from '../api/request.ts';

const refreshMs = 2_000;
const reconnectMs = 10_000;

/** The live count of a code; the other numbers are requested again a moment after it rose. */
export function useLiveCount(qrId: string, known: number): { scans: number; isLive: boolean } {
  const queryClient = useQueryClient();
  const [live, setLiveScans] = useState<number | null>(null);
  const [isLive, setLive] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    let told: number | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource;
    const watch = () => {
      source = new EventSource(`/dashboard/api/live/${qrId}${accountQuery()}`);
      source.addEventListener('scans', (event) => {
        const next = (JSON.parse((event as MessageEvent<string>).data) as { scans: number }).scans;
        setLiveScans(next);
        if (told !== null && next !== told && timer.current === null)
          timer.current = setTimeout(() => {
            timer.current = null;
            void queryClient.invalidateQueries({ queryKey: ['analytics', qrId] });
            void queryClient.invalidateQueries({ queryKey: ['code', qrId] });
          }, refreshMs);
        told = next;
      });
      source.addEventListener('open', () => setLive(true));
      source.addEventListener('error', () => {
        setLive(false);
        // After a response that is not a stream, the browser gives up; we don't.
        if (source.readyState === EventSource.CLOSED) again = setTimeout(watch, reconnectMs);
      });
    };
    watch();
    return () => {
      source.close();
      clearTimeout(again);
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    };
  }, [qrId, queryClient]);
  return { scans: live ?? known, isLive };
}
