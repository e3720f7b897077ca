import type { TraceSpan, Tracing } from '#platform/tracing.ts';
import type { Group } from './scan-group.ts';

const linksMax = 128;

/** A commit serves many scans, so it has its own trace, with links in both directions. */
export function traceBatch(tracing: Tracing | null, groups: Group[], isCounting: boolean): TraceSpan | null {
  if (tracing === null) return null;
  const spans = groups
    .flatMap(({ counted, uncounted }) => [...counted, ...uncounted])
    .flatMap(({ scan }) => scan.span ?? [])
    .slice(0, linksMax);
  const span = tracing.start(isCounting ? 'commit scans' : 'confirm scans', {
    links: spans.map(({ traceparent }) => traceparent),
    attributes: { 'waypost.codes': groups.length },
  });
  for (const scan of spans) scan.link(span.traceparent);
  return span;
}
