import { escapeHtml as escape } from '../escape-html.ts';

/** Charts as SVG that follow the reader's light or dark mode. */
const width = 720;
const font = 'system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif';
const sheet = `
text { fill: #18181b; font-size: 13px; }
.soft { fill: #5b5b66; font-size: 12px; }
.title { font-size: 15px; font-weight: 600; }
.card { fill: #ffffff; stroke: #e3e3e8; }
.grid { stroke: #e3e3e8; }
.mark { stroke: #5b5b66; stroke-dasharray: 4 3; }
.a { fill: #4338ca; } .b { fill: #0f8a6a; } .c { fill: #9a9aa6; }
.line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
.line.a { fill: none; stroke: #4338ca; } .line.b { fill: none; stroke: #0f8a6a; } .line.c { fill: none; stroke: #9a9aa6; }
@media (prefers-color-scheme: dark) {
  text { fill: #f3f3f5; }
  .soft { fill: #a7a7b4; }
  .card { fill: #17171b; stroke: #2c2c34; }
  .grid { stroke: #2c2c34; }
  .mark { stroke: #a7a7b4; }
  .a { fill: #a5b4fc; } .b { fill: #5eead4; } .c { fill: #71717d; }
  .line.a { stroke: #a5b4fc; } .line.b { stroke: #5eead4; } .line.c { stroke: #71717d; }
}`;

type Color = 'a' | 'b' | 'c';

export interface Series {
  name: string;
  color: Color;
}

interface Frame {
  title: string;
  /** What the picture shows, for people who don't see it. */
  description: string;
}

/** Groups of bars, one below the other, each with its value. */
export interface BarChart extends Frame {
  series: Series[];
  groups: { label: string; values: number[] }[];
  format: (value: number) => string;
}

/** Lines over a range of numbers. */
export interface LineChart extends Frame {
  series: (Series & { points: [x: number, y: number][] })[];
  x: Axis;
  y: Axis;
  /** Dashed lines with a text. */
  marks?: { x: number; text: string }[];
}

interface Axis {
  name: string;
  ticks: number[];
  isLogarithmic?: boolean;
  format: (value: number) => string;
}

const padding = 20;
const titleHeight = 34;
const legendHeight = 26;

export function barChart({ title, description, series, groups, format }: BarChart): string {
  const [barHeight, barGap, groupGap, labelWidth, valueWidth] = [14, 4, 14, 230, 80];
  const groupHeight = series.length * (barHeight + barGap) + groupGap;
  const top = padding + titleHeight + (series.length > 1 ? legendHeight : 0);
  const left = padding + labelWidth;
  const scale = (width - padding - valueWidth - left) / Math.max(...groups.flatMap(({ values }) => values));
  const bars = groups.map(({ label, values }, place) => {
    const y = top + place * groupHeight;
    const middle = y + (groupHeight - groupGap) / 2;
    const rows = values.map((value, nth) => {
      const barY = y + nth * (barHeight + barGap);
      const length = Math.max(1.5, value * scale);
      return `<rect class="${series[nth]?.color}" x="${left}" y="${barY}" width="${fixed(length)}" height="${barHeight}" rx="3"/>
<text class="soft" x="${fixed(left + length + 8)}" y="${barY + barHeight - 3}">${escape(format(value))}</text>`;
    });
    return `<text x="${left - 12}" y="${fixed(middle + 3)}" text-anchor="end">${escape(label)}</text>\n${rows.join('\n')}`;
  });
  const height = top + groups.length * groupHeight + padding - groupGap;
  const legend = series.length > 1 ? drawLegend(series, left, padding + titleHeight + 4) : '';
  return drawFrame({ title, description }, height, `${legend}${bars.join('\n')}`);
}

export function lineChart({ title, description, series, x, y, marks = [] }: LineChart): string {
  const height = 340;
  const [left, right] = [padding + 52, width - padding - 8];
  const top = padding + titleHeight + legendHeight + (marks.length > 0 ? 22 : 6);
  const bottom = height - padding - 40;
  const across = scaleOf(x, left, right);
  const up = scaleOf(y, bottom, top);
  const grid = [
    ...y.ticks.map(
      (tick) =>
        `<line class="grid" x1="${left}" x2="${right}" y1="${up(tick)}" y2="${up(tick)}"/>
<text class="soft" x="${left - 8}" y="${up(tick) + 4}" text-anchor="end">${escape(y.format(tick))}</text>`,
    ),
    ...x.ticks.map(
      (tick) =>
        `<text class="soft" x="${across(tick)}" y="${bottom + 18}" text-anchor="middle">${escape(x.format(tick))}</text>`,
    ),
    `<text class="soft" x="${(left + right) / 2}" y="${bottom + 38}" text-anchor="middle">${escape(x.name)}</text>`,
    `<text class="soft" x="${left - 44}" y="${padding + titleHeight + 15}">${escape(y.name)}</text>`,
  ];
  const dashes = marks.map(
    (
      mark,
    ) => `<line class="mark" x1="${across(mark.x)}" x2="${across(mark.x)}" y1="${top - 8}" y2="${bottom}"/>
<text class="soft" x="${across(mark.x)}" y="${top - 13}" text-anchor="middle">${escape(mark.text)}</text>`,
  );
  const lines = series.map(({ color, points }) => {
    const path = points.map(([px, py]) => `${across(px)},${up(py)}`).join(' ');
    return `<polyline class="line ${color}" points="${path}"/>`;
  });
  const legend = drawLegend(series, left + 110, padding + titleHeight + 4);
  return drawFrame({ title, description }, height, [...grid, legend, ...dashes, ...lines].join('\n'));
}

function scaleOf(
  { ticks, isLogarithmic = false }: Axis,
  from: number,
  to: number,
): (value: number) => number {
  const measure = (value: number) => (isLogarithmic ? Math.log10(value) : value);
  const [first, last] = [measure(ticks[0] ?? 0), measure(ticks.at(-1) ?? 1)];
  return (value) => Number(fixed(from + ((measure(value) - first) / (last - first)) * (to - from)));
}

function drawLegend(series: Series[], left: number, y: number): string {
  let x = left;
  const parts = series.map(({ name, color }) => {
    const entry = `<rect class="${color}" x="${x}" y="${y}" width="12" height="12" rx="3"/><text x="${x + 18}" y="${y + 11}">${escape(name)}</text>`;
    x += 44 + name.length * 7;
    return entry;
  });
  return `${parts.join('\n')}\n`;
}

function drawFrame({ title, description }: Frame, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${escape(font)}" role="img">
<title>${escape(title)}</title>
<desc>${escape(description)}</desc>
<style>${sheet}
</style>
<rect class="card" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="12"/>
<text class="title" x="${padding}" y="${padding + 16}">${escape(title)}</text>
${content}
</svg>
`;
}

function fixed(value: number): string {
  return String(Number(value.toFixed(1)));
}
