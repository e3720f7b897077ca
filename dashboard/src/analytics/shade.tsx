import { formatNumber } from '../ui/format.ts';

/** The color of a share between 0 and 1; null if there is nothing. */
export function shadeOf(share: number): string | null {
  if (share <= 0) return null;
  return `color-mix(in oklab, var(--chart-1) ${Math.round(12 + 88 * share)}%, var(--surface))`;
}

const steps = [0.2, 0.4, 0.6, 0.8, 1];

/** What the shades mean, and what the pointer is at. */
export function ShadeLegend({ most, reading }: { most: number; reading: string | null }) {
  return (
    <div className="mt-3 flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-soft">
      <p role="status" className="font-medium text-text tabular-nums">
        {reading ?? ''}
      </p>
      <p className="flex items-center gap-1.5 tabular-nums" data-testid="shade-legend">
        <span>Fewer</span>
        {steps.map((share) => (
          <span
            key={share}
            aria-hidden
            className="h-2.5 w-5 rounded-sm"
            style={{ background: shadeOf(share) ?? undefined }}
          />
        ))}
        <span>{formatNumber(most)} scans</span>
      </p>
    </div>
  );
}
