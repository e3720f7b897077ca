import { useEffect, useState } from 'react';
import type { QrCode } from '../api/types.ts';
import { classNames } from '../ui/class-names.ts';
import { formatDate, formatDateTime, formatNumber, plural } from '../ui/format.ts';
import { type ScanStop, scanStopOf } from './scan-stop.ts';

/** A code can expire while its page is open. */
const refreshMs = 10_000;

interface State {
  isWorking: boolean;
  words: string;
}

/** What somebody who scans the code gets right now. */
export function scanState(code: QrCode, nowMs: number, timeZone: string): State {
  const stop = scanStopOf(code, nowMs);
  if (stop !== null) return { isWorking: false, words: stopWords(code, stop, timeZone) };
  if (code.short_link === null) return { isWorking: false, words: 'Its first image is being prepared.' };
  return { isWorking: true, words: `Working: ${whereTo(code)}.` };
}

function stopWords(code: QrCode, stop: ScanStop, timeZone: string): string {
  switch (stop) {
    case 'blocked':
      return 'Blocked: its destination is harmful. People see a warning.';
    case 'archived':
      return 'Archived. People who scan it see “not found”.';
    case 'project archived':
      return 'Its project is archived. People who scan it see “not found”.';
    case 'expired':
      return `Stopped: it expired on ${formatDateTime(code.expires_at ?? '', timeZone)}.`;
    case 'limit reached': {
      const last = code.last_scan_at && ` Last scan on ${formatDate(code.last_scan_at, timeZone)}.`;
      return `Stopped: limit of ${formatNumber(code.scan_limit ?? 0)} reached.${last ?? ''}`;
    }
  }
}

function whereTo({ type, redirect_rules: rules }: QrCode): string {
  if (type === 'app_store') return 'each phone goes to its store';
  if (type !== 'url') return 'scans show its content';
  if (rules.length === 0) return 'scans go to its destination';
  return `${plural(rules.length, 'rule')} ${rules.length === 1 ? 'is' : 'are'} tested first, then its destination`;
}

export function ScanNow({ code, timeZone }: { code: QrCode; timeZone: string }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  if (code.is_static) return null;
  const { isWorking, words } = scanState(code, nowMs, timeZone);
  return (
    <p
      data-testid="scan-now"
      className={classNames(
        'mt-1.5 flex items-baseline gap-2 text-[13px] font-medium',
        isWorking ? 'text-good' : 'text-warn',
      )}
    >
      <span
        aria-hidden
        className={classNames('size-2 shrink-0 rounded-full', isWorking ? 'bg-good' : 'bg-warn')}
      />
      {words}
    </p>
  );
}
