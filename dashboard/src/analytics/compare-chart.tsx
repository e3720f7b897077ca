import { formatCompact, formatNumber } from '../ui/format.ts';
import { stepLabel } from './ranges.ts';

export interface Series {
  id: string;
  name: string;
  scans: number;
  points: { at: string; scans: number }[];
}

const width = 900;
const height = 280;
const margin = { top: 12, right: 12, bottom: 26, left: 48 };
const labels = 8;
/** Color and dashes: the lines can be told apart without colors too. */
export const lineStyles = [
  { color: 'var(--compare-1)', dash: '' },
  { color: 'var(--compare-2)', dash: '7 4' },
  { color: 'var(--compare-3)', dash: '2 4' },
  { color: 'var(--compare-4)', dash: '10 4 2 4' },
  { color: 'var(--compare-5)', dash: '4 2' },
] as const;

interface CompareChartProps {
  series: Series[];
  unit: 'hour' | 'day' | 'month';
  /** Whether the last step isn't over, so that its low number is not a decrease. */
  isOpen: boolean;
}

/** One line per code or project. The table below it has the numbers. */
export function CompareChart({ series, unit, isOpen }: CompareChartProps) {
  const steps = series[0]?.points.map(({ at }) => at) ?? [];
  const max = Math.max(4, ...series.flatMap(({ points }) => points.map(({ scans }) => scans)));
  const [plotWidth, plotHeight] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
  const x = (index: number) =>
    margin.left + (steps.length < 2 ? 0.5 : index / (steps.length - 1)) * plotWidth;
  const y = (scans: number) => margin.top + plotHeight * (1 - scans / max);
  const every = Math.max(1, Math.ceil(steps.length / labels));
  const summary = series.map(({ name, scans }) => `${name}: ${formatNumber(scans)}`).join(', ');
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Scans over time. ${summary}.`}
      className="block h-auto w-full"
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line
            x1={margin.left}
            x2={width - margin.right}
            y1={y(max * share)}
            y2={y(max * share)}
            stroke="var(--line)"
          />
          <text x={margin.left - 8} y={y(max * share) + 4} textAnchor="end" fontSize="11" fill="var(--soft)">
            {formatCompact(Math.round(max * share))}
          </text>
        </g>
      ))}
      {steps.map((step, index) =>
        index % every === 0 ? (
          <text
            key={step}
            x={x(index)}
            y={height - 8}
            textAnchor={index === 0 ? 'start' : 'middle'}
            fontSize="11"
            fill="var(--soft)"
          >
            {stepLabel(step, unit)}
          </text>
        ) : null,
      )}
      {series.map(({ id, points }, index) => {
        const marks = points.map(({ scans }, at) => `${x(at).toFixed(1)} ${y(scans).toFixed(1)}`);
        const line = {
          fill: 'none',
          stroke: lineStyles[index]?.color,
          strokeWidth: 2,
          strokeLinejoin: 'round',
        } as const;
        return (
          <g key={id}>
            <path
              {...line}
              d={`M${(isOpen ? marks.slice(0, -1) : marks).join('L')}`}
              strokeDasharray={lineStyles[index]?.dash}
            />
            {isOpen && marks.length > 1 && (
              <path {...line} d={`M${marks.slice(-2).join('L')}`} strokeDasharray="2 4" strokeOpacity="0.4" />
            )}
          </g>
        );
      })}
    </svg>
  );
}
