import { sql } from 'kysely';
import { type ImageFormat, imagesMax } from '#core/export-input.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { isStaticType } from '#core/qr-content/content-field.ts';
import { parseRenderStyle } from '#core/qr-image/render-style.ts';
import type { QrType } from '#core/qr-type.ts';
import type { LargeFileWriter } from '#platform/large-files.ts';
import { ZipFile } from '#platform/zip-file.ts';
import type { Db } from '../database.ts';
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
}

const defaultDpi = 300;

/** A ZIP of the images of codes. Archived codes, and those without an image yet, are skipped. */
export async function writeImages(
  db: Db,
  job: ExportJob,
  format: ImageFormat,
  file: LargeFileWriter,
  { store, pool }: Pick<ExportTools, 'store' | 'pool'>,
  report: (progress: number, written: Written) => Promise<void>,
): Promise<Written> {
  const codes = await listImages(db, job);
  const zip = new ZipFile(file);
  let images = 0;
  for (const [index, code] of codes.entries()) {
    const name = format === 'png' ? code.png_file : code.svg_file;
    const image = name === null ? null : await store.read(name);
    if (image !== null) {
      await zip.add(`${nameOf(code)}.${format}`, format === 'pdf' ? await drawPdf(pool, code, image) : image);
      images += 1;
    }
    await report(index / codes.length, { rows: images, bytes: zip.bytes });
  }
  await zip.finish();
  return { rows: images, bytes: zip.bytes };
}

async function listImages(db: Db, { account_id, project_id, qr_ids }: ExportJob): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    select qr_id, type, reserved_slug, label, svg_file, png_file, render_metadata from qr_codes
    where account_id = ${account_id} and status <> 'archived' and (${project_id}::uuid is null or project_id = ${project_id}::uuid)
      and (${qr_ids}::uuid[] is null or qr_id = any(${qr_ids}::uuid[]))
    order by qr_id limit ${imagesMax}`.execute(db);
  return rows;
}

async function drawPdf(pool: ExportTools['pool'], code: ImageRow, svg: Buffer): Promise<Buffer> {
  const style = parseRenderStyle(code.render_metadata ?? {});
  const dpi = style.ok ? style.value.dpi : defaultDpi;
  const pdf = await pool.run({ kind: 'pdf', svg: svg.toString('utf8'), dpi });
  if (!pdf.ok) throw new Error(pdf.message);
  return Buffer.from(pdf.value);
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
