import { holdsSecret } from '#core/qr-content/content-field.ts';
import { typesWithLink } from '#core/qr-type.ts';
import { type FileStore, fileNameOf } from '#platform/file-store.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type Tracing, traced } from '#platform/tracing.ts';
import type { Db } from '../database.ts';
import { rememberLinkHost } from '../domains/remember-link-host.ts';
import type { RenderPool } from './render-pool.ts';
import {
  claimRender,
  insertUnusedFiles,
  type RenderJob,
  reclaimFiles,
  updateRenderDone,
  updateRenderFailed,
} from './render-queries.ts';
import { textOfCode } from './text-of-code.ts';

interface RenderContext {
  pool: Pick<RenderPool, 'run'>;
  store: FileStore;
  publicBaseUrl: string;
  secrets: Secrets;
  tracing: Tracing | null;
  /** Whether a failure will be retried. */
  isLastTry: boolean;
}

/**
 * Renders one code and publishes its files. An unreadable design is an error at once, in words for its owner. For our own failures the code
 * goes back to `pending` and the error is thrown, so that the queue retries (D39).
 */
export async function renderQrCode(db: Db, job: RenderJob, context: RenderContext): Promise<void> {
  const code = await claimRender(db, job);
  if (code === undefined) return;
  try {
    const text = textOfCode(code, context.publicBaseUrl, code.domain_host);
    const rendered = await traced(context.tracing, 'draw and judge', {}, () =>
      context.pool.run({ kind: 'image', text, design: code.render_metadata ?? {} }),
    );
    if (!rendered.ok) return await updateRenderFailed(db, job, 'error', rendered.message);
    const { svg, png, exportPng, findings, score } = rendered.value;
    const nameOf = (content: string | Uint8Array, ending: 'svg' | 'png') =>
      fileNameOf(fileHash(context.secrets, job.qrId, content), ending, holdsSecret(code.type));
    const svgFile = nameOf(svg, 'svg');
    const pngFile = exportPng ? nameOf(png, 'png') : null;
    const isFree = await reclaimFiles(db, [svgFile, ...(pngFile === null ? [] : [pngFile])]);
    if (!isFree)
      throw new Error('a file of this design is just being removed; it is written again after that');
    await traced(context.tracing, 'store files', {}, async () => {
      await context.store.put(svgFile, Buffer.from(svg));
      if (pngFile !== null) await context.store.put(pngFile, png);
    });
    if (code.domain_host === null && typesWithLink.includes(code.type))
      await rememberLinkHost(db, context.publicBaseUrl, true);
    const isPresent = await updateRenderDone(db, job, {
      svg_file: svgFile,
      png_file: pngFile,
      render_findings: findings.map(({ message }) => message),
      render_score: score,
      rendered_host: code.domain_host,
    });
    if (!isPresent)
      await giveUpFiles(db, job.qrId, pngFile === null ? [svgFile] : [svgFile, pngFile], context.store);
  } catch (error) {
    const [status, message] = context.isLastTry
      ? ([
          'error',
          'The image could not be rendered because of an error on our side. Change the code to try again.',
        ] as const)
      : ([
          'pending',
          "The image could not be rendered yet because of an error on our side. We'll try again.",
        ] as const);
    await updateRenderFailed(db, job, status, message);
    throw error;
  }
}

/** A newer render was requested meanwhile, or the code was erased: these files are not used. */
async function giveUpFiles(db: Db, qrId: string, names: string[], store: FileStore): Promise<void> {
  if (await insertUnusedFiles(db, qrId, names)) return;
  for (const name of names) await store.remove(name);
}

/** The same image of a code is the same file. Its name doesn't reveal its content, and no other code shares it. */
function fileHash(secrets: Secrets, qrId: string, content: string | Uint8Array): string {
  return secrets
    .sign('file name', Buffer.concat([Buffer.from(qrId), Buffer.from(content)]))
    .toString('hex')
    .slice(0, 32);
}
