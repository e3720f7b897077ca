import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Trend } from '../api/types.ts';
import { formatCompact, formatNumber } from '../ui/format.ts';
import { stepLabel } from './ranges.ts';

const height = 240;
const margin = { top: 12, right: 12, bottom: 26, left: 44 };
const labelWidth = 72;

/** Scans over time, with the previous period behind them. The arrow keys go from point to point. */
export function TrendChart({ data }: { data: Trend }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.max(280, entry?.contentRect.width ?? 600)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { steps, present, before } = seriesOf(data);
  const max = niceMax(Math.max(1, ...present, ...before));
  const plotWidth = width - margin.left - margin.right;
  const plotHeight = height - margin.top - margin.bottom;
  const x = (index: number) =>
    margin.left + (steps.length < 2 ? plotWidth / 2 : (index / (steps.length - 1)) * plotWidth);
  const y = (value: number) => margin.top + plotHeight * (1 - value / max);
  const line = (values: number[]) =>
    values
      .map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
      .join('');
  const every = Math.max(1, Math.ceil(steps.length / Math.floor(plotWidth / labelWidth)));
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left;
    const index = Math.round((left / plotWidth) * (steps.length - 1));
    setAt(Math.min(steps.length - 1, Math.max(0, index)));
  };
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setAt(Math.min(steps.length - 1, Math.max(0, (at ?? (step === 1 ? -1 : steps.length)) + step)));
  };
  // Today isn't over, so its last part is not a decrease.
  const [nowMs] = useState(Date.now);
  const isOpen = Date.parse(data.until) >= nowMs;
  const total = formatNumber(data.scans);
  const hasBefore = data.previousScans > 0;
  const shown = at === null ? null : steps[at];
  return (
    <div ref={frame} className="relative">
      <svg
        width="100%"
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${total} scans${hasBefore ? `, ${formatNumber(data.previousScans)} in the previous period` : ''}. Use the arrow keys to read each point.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onPointerDown={point}
        onPointerMove={point}
        // A finger leaves as soon as it is lifted; what it touched stays.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={walk}
        className="block touch-pan-y rounded-lg"
      >
        <defs>
          <linearGradient id="trend" x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" stopColor="var(--chart-1)" stopOpacity="0.25" />
            <stop offset="1" stopColor="var(--chart-1)" stopOpacity="0" />
          </linearGradient>
        </defs>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share}>
            <line
              x1={margin.left}
              x2={width - margin.right}
              y1={y(max * share)}
              y2={y(max * share)}
              stroke="var(--line)"
            />
            <text
              x={margin.left - 8}
              y={y(max * share) + 4}
              textAnchor="end"
              fontSize="11"
              fill="var(--soft)"
            >
              {Number.isInteger(max * share) ? formatCompact(max * share) : ''}
            </text>
          </g>
        ))}
        {steps.map((step, index) =>
          index % every === 0 ? (
            <text
              key={step}
              x={x(index)}
              y={height - 8}
              textAnchor={x(index) + labelWidth / 2 > width ? 'end' : 'middle'}
              fontSize="11"
              fill="var(--soft)"
            >
              {stepLabel(step, data.unit)}
            </text>
          ) : null,
        )}
        {hasBefore && (
          <path
            d={line(before)}
            fill="none"
            stroke="var(--chart-2)"
            strokeWidth="1.5"
            strokeDasharray="4 4"
            data-testid="previous-period"
          />
        )}
        {present.length > 0 && (
          <path d={`${line(present)}L${x(present.length - 1)} ${y(0)}L${x(0)} ${y(0)}z`} fill="url(#trend)" />
        )}
        <path
          d={line(isOpen ? present.slice(0, -1) : present)}
          fill="none"
          stroke="var(--chart-1)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        {isOpen && present.length > 1 && (
          <line
            x1={x(present.length - 2)}
            y1={y(present.at(-2) ?? 0)}
            x2={x(present.length - 1)}
            y2={y(present.at(-1) ?? 0)}
            stroke="var(--chart-1)"
            strokeWidth="2"
            strokeDasharray="2 4"
          />
        )}
        {at !== null && (
          <>
            <line
              x1={x(at)}
              x2={x(at)}
              y1={margin.top}
              y2={y(0)}
              stroke="var(--line-strong)"
              strokeDasharray="2 3"
            />
            <circle
              cx={x(at)}
              cy={y(present[at] ?? 0)}
              r="4"
              fill="var(--chart-1)"
              stroke="var(--surface)"
              strokeWidth="2"
            />
          </>
        )}
      </svg>
      {at !== null && shown !== undefined && shown !== null && (
        <div
          role="status"
          data-testid="trend-point"
          className="pointer-events-none absolute top-2 rounded-lg border border-line bg-raised px-3 py-2 text-[13px] shadow-md"
          style={x(at) > width / 2 ? { right: width - x(at) + 12 } : { left: x(at) + 12 }}
        >
          <p className="font-medium">{stepLabel(shown, data.unit)}</p>
          <p className="tabular-nums">{formatNumber(present[at] ?? 0)} scans</p>
          {hasBefore && <p className="text-soft tabular-nums">{formatNumber(before[at] ?? 0)} before</p>}
        </div>
      )}
    </div>
  );
}

function seriesOf({ points, previousPoints }: Trend): {
  steps: string[];
  present: number[];
  before: number[];
} {
  return {
    steps: points.map(({ at }) => at),
    present: points.map(({ scans }) => scans),
    // Both start at the same local time, some days or months apart.
    before: previousPoints.slice(0, points.length).map(({ scans }) => scans),
  };
}

/** The next of 1, 2, 4, 5, 8 times a power of ten, so that a quarter of it is a round number. */
function niceMax(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 8, 10].find((candidate) => candidate * power >= value) ?? 10;
  return Math.max(4, step * power);
}
