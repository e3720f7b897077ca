import { sql } from 'kysely';
import { type ImageFormat, imagesMax } from '#core/export-input.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { plainPdf } from '#core/print/print-options.ts';
import { isStaticType } from '#core/qr-content/content-field.ts';
import type { QrType } from '#core/qr-type.ts';
import type { LargeFileWriter } from '#platform/large-files.ts';
import { ZipFile } from '#platform/zip-file.ts';
import type { Db } from '../database.ts';
import { printTask } from '../rendering/print-task.ts';
import type { ExportJob } from './export-queries.ts';
import type { ExportTools, Written } from './export-tools.ts';

interface ImageRow {
  qr_id: string;
  type: QrType;
  reserved_slug: string;
  label: string;
  svg_file: string | null;
  png_file: string | null;
  render_metadata: Record<string, unknown> | null;
  render_status: string;
  qr_data: Record<string, unknown> | null;
  rendered_host: string | null;
}

/** A ZIP of the images of codes. Archived codes, and those without an image yet, are skipped. */
export async function writeImages(
  db: Db,
  job: ExportJob,
  format: ImageFormat,
  file: LargeFileWriter,
  { store, pool, addresses }: Pick<ExportTools, 'store' | 'pool' | 'addresses'>,
  report: (progress: number, written: Written) => Promise<void>,
): Promise<Written> {
  const codes = await listImages(db, job);
  const zip = new ZipFile(file);
  let images = 0;
  for (const [index, code] of codes.entries()) {
    const name = format === 'png' ? code.png_file : code.svg_file;
    const image =
      name === null ? null : format === 'pdf' ? await drawPdf(pool, code, addresses) : await store.read(name);
    if (image !== null) {
      await zip.add(`${nameOf(code)}.${format}`, image);
      images += 1;
    }
    await report(index / codes.length, { rows: images, bytes: zip.bytes });
  }
  await zip.finish();
  return { rows: images, bytes: zip.bytes };
}

async function listImages(db: Db, { account_id, project_id, qr_ids }: ExportJob): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    select qr_id, type, reserved_slug, label, svg_file, png_file, render_metadata, render_status, qr_data, rendered_host from qr_codes
    where account_id = ${account_id} and status <> 'archived' and (${project_id}::uuid is null or project_id = ${project_id}::uuid)
      and (${qr_ids}::uuid[] is null or qr_id = any(${qr_ids}::uuid[]))
    order by qr_id limit ${imagesMax}`.execute(db);
  return rows;
}

/** A code without an up-to-date image, or that can't be drawn, is skipped. */
async function drawPdf(
  pool: ExportTools['pool'],
  code: ImageRow,
  { publicBaseUrl }: ExportTools['addresses'],
): Promise<Buffer | null> {
  if (code.render_status !== 'done') return null;
  const pdf = await pool.run(printTask(code, publicBaseUrl, plainPdf));
  return pdf.ok ? Buffer.from(pdf.value) : null;
}

/** The label for people, and the part of the link that makes it unique. Letters of any script; nothing that is part of a path. */
function nameOf({ qr_id, type, reserved_slug, label }: ImageRow): string {
  const unique = isStaticType(type) ? formatIdentifier('qrc', qr_id) : reserved_slug;
  const words = label
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `${Array.from(words).slice(0, 60).join('') || 'qr-code'}-${unique}`;
}
