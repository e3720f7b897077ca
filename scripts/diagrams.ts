import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instance } from '@viz-js/viz';

const folder = join(import.meta.dirname, '../docs/diagrams');
/** The layout uses a larger font than the picture, because readers' fonts are wider than Graphviz expects. */
const font = 'Helvetica,Arial,sans-serif';
const sheet = `
text { fill: #1f2937; font-size: 12px; }
.edge path { stroke: #6b7280; }
.edge polygon { stroke: #6b7280; fill: #6b7280; }
.edge text { fill: #4b5563; font-size: 10px; }
.node path, .node polygon { stroke: #6b7280; fill: #f3f4f6; }
.process path, .process polygon { fill: #dbeafe; stroke: #3b82f6; }
.engine path, .engine polygon { fill: #dcfce7; stroke: #16a34a; }
.layer path, .layer polygon { fill: #fef3c7; stroke: #d97706; }
@media (prefers-color-scheme: dark) {
  text { fill: #e5e7eb; }
  .edge path { stroke: #9ca3af; }
  .edge polygon { stroke: #9ca3af; fill: #9ca3af; }
  .edge text { fill: #d1d5db; }
  .node path, .node polygon { stroke: #9ca3af; fill: #1f2937; }
  .process path, .process polygon { fill: #1e3a5f; stroke: #60a5fa; }
  .engine path, .engine polygon { fill: #14432a; stroke: #4ade80; }
  .layer path, .layer polygon { fill: #4a3410; stroke: #fbbf24; }
}`;

/** The diagrams of ARCHITECTURE.md: each `docs/diagrams/<name>.dot` as SVG that follows the reader's light or dark mode. */
export async function drawDiagrams(): Promise<Map<string, string>> {
  const viz = await instance();
  const sources = readdirSync(folder).filter((name) => name.endsWith('.dot'));
  return new Map(
    sources.map((name) => {
      const svg = viz.renderString(readFileSync(join(folder, name), 'utf8'), {
        format: 'svg',
        graphAttributes: { bgcolor: 'transparent', pad: 0.1, nodesep: 0.3, ranksep: 0.45 },
        nodeAttributes: { fontname: font, fontsize: 14, shape: 'box', style: 'rounded,filled' },
        edgeAttributes: { fontname: font, fontsize: 12, arrowsize: 0.7 },
      });
      return [join(folder, name.replace(/dot$/, 'svg')), withSheet(svg)];
    }),
  );
}

/** Colors come from the style sheet, which supports light and dark mode. */
function withSheet(svg: string): string {
  const start = svg.indexOf('<svg');
  return svg
    .slice(start)
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
    .replaceAll(/<title>[\s\S]*?<\/title>\n?/g, '')
    .replaceAll(/ (fill|stroke)="(?!none)[^"]*"| font-(size|family)="[^"]*"/g, '')
    .replace('<svg', `<svg font-family="${font}"`)
    .replace(/(<svg[^>]*>)/, `$1\n<style>${sheet}\n</style>`);
}
