import type { QrType } from '../qr-type.ts';
import { sampleSlug } from '../slug.ts';
import { isContentType, isStaticType } from './content-field.ts';
import { parseContent } from './parse-content.ts';
import { printedText } from './printed-text.ts';

/** The future text of an image, or one of the same length: a slug is chosen when the code is created. */
export function sampleText(type: QrType, source: unknown, baseUrl: string): string {
  const link = `${baseUrl}/${sampleSlug}`;
  const content = isContentType(type) && isStaticType(type) ? parseContent(type, source) : null;
  return content?.ok ? printedText(type, content.value, link) : printedText('url', {}, link);
}
