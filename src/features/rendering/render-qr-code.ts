import { createHash } from 'node:crypto';
import { linkBase } from '#core/link-base.ts';
import { printedText } from '#core/qr-content/printed-text.ts';
import type { FileStore } from '#platform/file-store.ts';
import { type Tracing, traced } from '#platform/tracing.ts';
import type { Db } from '../database.ts';
import type { RenderPool } from './render-pool.ts';
import {
  claimRender,
  type RenderJob,
  reclaimFiles,
  updateRenderDone,
  updateRenderFailed,
} from './render-queries.ts';

interface RenderContext {
  pool: Pick<RenderPool, 'render'>;
  store: FileStore;
  publicBaseUrl: string;
  tracing: Tracing | null;
  /** Whether a failure will be tried again. */
  isLastTry: boolean;
}

/**
 * Draws one code and publishes its files. A design that can't be scanned is an error at once, in words for its owner;
 * a fault of ours goes back to `pending` and is thrown, so that the queue tries again later (D39).
 */
export async function renderQrCode(db: Db, job: RenderJob, context: RenderContext): Promise<void> {
  const code = await claimRender(db, job);
  if (code === undefined) return;
  try {
    const text = printedText(
      code.type,
      code.qr_data ?? {},
      `${linkBase(context.publicBaseUrl, code.domain_host)}/${code.reserved_slug}`,
    );
    const rendered = await traced(context.tracing, 'draw and judge', {}, () =>
      context.pool.render(text, code.render_metadata ?? {}),
    );
    if (!rendered.ok) return await updateRenderFailed(db, job, 'error', rendered.message);
    const { svg, png, exportPng, findings, score } = rendered.value;
    const svgFile = fileName(svg, 'svg');
    const pngFile = exportPng ? fileName(png, 'png') : null;
    const isFree = await reclaimFiles(db, [svgFile, ...(pngFile === null ? [] : [pngFile])]);
    if (!isFree)
      throw new Error('a file of this design is just being removed; it is written again after that');
    await traced(context.tracing, 'store files', {}, async () => {
      await context.store.put(svgFile, Buffer.from(svg));
      if (pngFile !== null) await context.store.put(pngFile, png);
    });
    await updateRenderDone(db, job, {
      svg_file: svgFile,
      png_file: pngFile,
      render_findings: findings,
      render_score: score,
      rendered_host: code.domain_host,
    });
  } catch (error) {
    const [status, message] = context.isLastTry
      ? ([
          'error',
          'The image could not be made, by a fault of ours; change the code to have it tried again.',
        ] as const)
      : (['pending', 'The image could not be made yet, by a fault of ours; it is tried again.'] as const);
    await updateRenderFailed(db, job, status, message);
    throw error;
  }
}

/** After its content: the same image is the same file. */
function fileName(content: string | Uint8Array, ending: 'svg' | 'png'): string {
  return `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${ending}`;
}
