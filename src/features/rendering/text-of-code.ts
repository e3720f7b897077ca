import { linkBase } from '#core/link-base.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import { printedText } from '#core/qr-content/printed-text.ts';
import type { QrType } from '#core/qr-type.ts';

export interface PrintedCode {
  type: QrType;
  qr_data: Record<string, unknown> | null;
  reserved_slug: string;
}

/** The text in the image of a code. @param host the domain of its project, or null. */
export function textOfCode(code: PrintedCode, publicBaseUrl: string, host: string | null): string {
  return printedText(
    code.type,
    (code.qr_data ?? {}) as Content,
    `${linkBase(publicBaseUrl, host)}/${code.reserved_slug}`,
  );
}
