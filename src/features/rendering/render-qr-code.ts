import { createHash } from 'node:crypto';
import type { FileStore } from '#platform/file-store.ts';
import type { Db } from '../database.ts';
import type { RenderPool } from './render-pool.ts';
import { claimRender, type RenderJob, updateRenderDone, updateRenderFailed } from './render-queries.ts';

interface RenderContext {
  pool: Pick<RenderPool, 'render'>;
  store: FileStore;
  publicBaseUrl: string;
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
    // Upper case is alphanumeric mode: a smaller symbol that scans from further away (D26).
    const link = `${context.publicBaseUrl}/${code.reserved_slug}`.toUpperCase();
    const rendered = await context.pool.render(link, code.render_metadata ?? {});
    if (!rendered.ok) return await updateRenderFailed(db, job, 'error', rendered.message);
    const { svg, png, exportPng, findings, score } = rendered.value;
    const svgFile = await putFile(context.store, Buffer.from(svg), 'svg');
    const pngFile = exportPng ? await putFile(context.store, png, 'png') : null;
    await updateRenderDone(db, job, {
      svg_file: svgFile,
      png_file: pngFile,
      render_findings: findings,
      render_score: score,
    });
  } catch (error) {
    const message = 'The image could not be stored; it is tried again.';
    await updateRenderFailed(db, job, context.isLastTry ? 'error' : 'pending', message);
    throw error;
  }
}

/** Named after its content: the same image is the same file. */
async function putFile(store: FileStore, content: Uint8Array, ending: 'svg' | 'png'): Promise<string> {
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${ending}`;
  await store.put(name, content);
  return name;
}
