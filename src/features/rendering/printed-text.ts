import { isStaticType } from '#core/qr-content/content-field.ts';
import { contentPayload } from '#core/qr-content/content-payload.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import type { QrType } from '#core/qr-type.ts';

interface PrintedCode {
  type: QrType;
  qr_data: Content | null;
  reserved_slug: string;
}

/** What the image says: the content itself for static types, else the link. Upper case is alphanumeric mode: a smaller symbol that scans from further away (D26). */
export function printedText(code: PrintedCode, publicBaseUrl: string): string {
  const payload = isStaticType(code.type) ? contentPayload(code.type, code.qr_data ?? {}) : null;
  return payload ?? `${publicBaseUrl}/${code.reserved_slug}`.toUpperCase();
}
