import type { QrType } from '../qr-type.ts';
import { isStaticType } from './content-field.ts';
import { contentPayload } from './content-payload.ts';
import type { Content } from './parse-content.ts';

/** What the image says: the content itself for static types, else the link. Upper case is alphanumeric mode: a smaller symbol that scans from further away (D26). */
export function printedText(type: QrType, content: Content, link: string): string {
  const payload = isStaticType(type) ? contentPayload(type, content) : null;
  return payload ?? link.toUpperCase();
}
