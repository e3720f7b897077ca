import { invalidRequest, Refusal } from '#core/errors.ts';
import type { Parsed } from '#core/parsed.ts';
import type { PrintFormat, PrintOptions } from '#core/print/print-options.ts';
import { tookTooLong } from './render-pool.ts';
import { type PrintedCode, textOfCode } from './text-of-code.ts';

export interface DrawnCode extends PrintedCode {
  render_metadata: Record<string, unknown> | null;
  render_status: string;
  rendered_host: string | null;
}

interface PrintTask {
  kind: 'print';
  text: string;
  design: Record<string, unknown>;
  options: PrintOptions;
}

export const printTypes: Record<PrintFormat, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  pdf: 'application/pdf',
  eps: 'application/postscript',
  dxf: 'image/vnd.dxf',
};

/** As in the design, in colors of screens. */
export const plainPdf: PrintOptions = {
  format: 'pdf',
  size: null,
  dpi: null,
  isTransparent: null,
  colorMode: 'rgb',
  spotColor: null,
  bleedMm: 0,
  hasMarks: false,
};

/** The task that draws a code for print. Its design must be the one that was judged, so an image that is not up to date is refused. */
export function printTask(code: DrawnCode, publicBaseUrl: string, options: PrintOptions): PrintTask {
  if (code.render_status !== 'done')
    throw new Refusal('not_found', "The image doesn't exist yet. It may still be rendering.");
  const text = textOfCode(code, publicBaseUrl, code.rendered_host);
  return { kind: 'print', text, design: code.render_metadata ?? {}, options };
}

/** The file that a task drew. */
export function printedFile(drawn: Parsed<Uint8Array>): Buffer {
  if (!drawn.ok && drawn.reason === tookTooLong)
    throw new Refusal('service_unavailable', drawn.message, { retryAfterSeconds: 5 });
  if (!drawn.ok) throw invalidRequest(drawn);
  return Buffer.from(drawn.value);
}
