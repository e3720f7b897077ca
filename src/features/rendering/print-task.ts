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

/** The text of a code, and the design that was judged. */
interface DrawnText {
  text: string;
  design: Record<string, unknown>;
}

export const printTypes: Record<PrintFormat, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  pdf: 'application/pdf',
  eps: 'application/postscript',
  dxf: 'image/vnd.dxf',
};

/** What is printed. Its design must be the one that was judged, so an image that is not up to date is refused. */
export function drawnText(code: DrawnCode, publicBaseUrl: string): DrawnText {
  if (code.render_status !== 'done')
    throw new Refusal('not_found', "The image doesn't exist yet. It may still be rendering.");
  const text = textOfCode(code, publicBaseUrl, code.rendered_host);
  return { text, design: code.render_metadata ?? {} };
}

/** The task that draws a code for print. */
export function printTask(code: DrawnCode, publicBaseUrl: string, options: PrintOptions) {
  return { kind: 'print', ...drawnText(code, publicBaseUrl), options } as const;
}

/** What a task made. */
export function resultOf<Result>(made: Parsed<Result>): Result {
  if (made.ok) return made.value;
  if (made.reason === tookTooLong)
    throw new Refusal('service_unavailable', made.message, { retryAfterSeconds: 5 });
  throw invalidRequest(made);
}

/** The file that a task drew. */
export function printedFile(drawn: Parsed<Uint8Array>): Buffer {
  return Buffer.from(resultOf(drawn));
}
