import { useEffect, useState } from 'react';
import type { QrCode } from '../api/types.ts';
import { classNames } from '../ui/class-names.ts';
import { formatDate, formatDateTime, formatNumber, plural } from '../ui/format.ts';

/** A code can expire while its page is open. */
const refreshMs = 10_000;

interface State {
  isWorking: boolean;
  words: string;
}

/** What somebody who scans the code gets right now. */
export function scanState(code: QrCode, nowMs: number, timeZone: string): State {
  const stopped = (words: string): State => ({ isWorking: false, words });
  if (code.status === 'blocked') return stopped('Blocked: its destination is harmful. People see a warning.');
  if (code.status === 'archived') return stopped('Archived. People who scan it see “not found”.');
  if (code.is_project_archived)
    return stopped('Its project is archived. People who scan it see “not found”.');
  if (code.expires_at !== null && Date.parse(code.expires_at) <= nowMs)
    return stopped(`Stopped: it expired on ${formatDateTime(code.expires_at, timeZone)}.`);
  if (code.scan_limit !== null && code.scan_count >= code.scan_limit) {
    const last =
      code.last_scan_at === null ? '' : ` Last scan on ${formatDate(code.last_scan_at, timeZone)}.`;
    return stopped(`Stopped: limit of ${formatNumber(code.scan_limit)} reached.${last}`);
  }
  if (code.short_link === null) return stopped('Its first image is being prepared.');
  return { isWorking: true, words: `Working: ${whereTo(code)}.` };
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
