import type { QrType } from '../qr-type.ts';
import { sampleSlug } from '../slug.ts';
import { isContentType, isStaticType } from './content-field.ts';
import { parseContent } from './parse-content.ts';
import { printedText } from './printed-text.ts';

/** What the image of a code will say, or something as long: a slug is drawn only when the code is made. */
export function sampleText(type: QrType, source: unknown, baseUrl: string): string {
  const link = `${baseUrl}/${sampleSlug}`;
  const content = isContentType(type) && isStaticType(type) ? parseContent(type, source) : null;
  return content?.ok ? printedText(type, content.value, link) : printedText('url', {}, link);
}
