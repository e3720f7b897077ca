import type { QrType } from '../qr-type.ts';
import { isStaticType } from './content-field.ts';
import { contentPayload } from './content-payload.ts';
import type { Content } from './parse-content.ts';

/**
 * The text in the image: the content for static types, otherwise the link. Upper case allows alphanumeric mode, which gives a smaller symbol
 * that scans from further away (D26).
 */
export function printedText(type: QrType, content: Content, link: string): string {
  const payload = isStaticType(type) ? contentPayload(type, content) : null;
  return payload ?? link.toUpperCase();
}
