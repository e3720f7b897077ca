import { getRouteApi } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { AnalyticsView } from '../analytics/analytics-view.tsx';
import { ExportMenu } from '../analytics/export-menu.tsx';
import { RangePicker } from '../analytics/range-picker.tsx';
import { useLiveCount } from '../analytics/use-live-count.ts';
import { useRange } from '../analytics/use-range.ts';
import type { QrCode } from '../api/types.ts';
import { scanState } from '../codes/scan-now.tsx';
import { useCode } from '../codes/use-code.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';

const route = getRouteApi('/app/codes/$id/');
/** In addition to the live count. */
const refreshMs = 30_000;

export function CodeAnalyticsPage() {
  const code = useCode();
  if (code.is_static)
    return (
      <div className="rounded-xl border border-line bg-surface">
        <EmptyState icon={<EyeOff className="size-6" aria-hidden />} title="Static codes can’t be tracked">
          <p>
            The image of a static code contains the content itself. Phones read it without contacting Waypost,
            so there is nothing to count.
          </p>
        </EmptyState>
      </div>
    );
  return <Counted code={code} />;
}

function Counted({ code }: { code: QrCode }) {
  const search = route.useSearch();
  const range = useRange(search);
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <LiveCount code={code} />
        <div className="flex flex-wrap items-center gap-2">
          <RangePicker search={search} />
          <ExportMenu id={code.qr_id} name={code.label} range={range} />
        </div>
      </div>
      {!code.analytics_enabled && (
        <Notice>Analytics are off for this code. Scans are counted, but no details are stored.</Notice>
      )}
      <AnalyticsView
        id={code.qr_id}
        range={range}
        refreshMs={refreshMs}
        empty={<p>Scan the code with your phone. The scan appears here within seconds.</p>}
      />
    </div>
  );
}

function LiveCount({ code }: { code: QrCode }) {
  const { scans, isLive: isConnected } = useLiveCount(code.qr_id, code.scan_count);
  const [nowMs] = useState(Date.now);
  const isLive = isConnected && scanState({ ...code, scan_count: scans }, nowMs, 'UTC').isWorking;
  return (
    <p className="flex items-center gap-2.5">
      <span className={`relative flex size-2.5 ${isLive ? '' : 'opacity-40'}`} aria-hidden>
        <span className="absolute inline-flex size-full animate-ping rounded-full bg-good opacity-60" />
        <span className="relative inline-flex size-2.5 rounded-full bg-good" />
      </span>
      <span className="text-lg font-semibold tabular-nums" data-testid="live-count">
        {formatNumber(scans)}
      </span>
      <span className="text-soft">
        {code.scan_limit === null ? '' : `of ${formatNumber(code.scan_limit)} `}
        total {scans === 1 && code.scan_limit === null ? 'scan' : 'scans'}
        {isLive ? ' (live)' : ''}
      </span>
    </p>
  );
}
