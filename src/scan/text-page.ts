import { escapeHtml } from '#core/escape-html.ts';
import { textParts } from '#core/text-links.ts';
import type { PageBrand } from './page-brand.ts';
import type { Language } from './page-words.ts';
import { page } from './scan-page.ts';

const titleMax = 60;

/** The text of a code, with telephone numbers and email addresses that can be tapped. */
export function textPage(text: string, language: Language, brand: PageBrand | null): string {
  const [firstLine = ''] = text.trim().split('\n', 1);
  return page({
    language,
    title: escapeHtml(Array.from(firstLine).slice(0, titleMax).join('')),
    brand,
    body: `<p class="text" dir="auto">${linkedText(text)}</p>`,
  });
}

/** HTML of a text by the owner. */
export function linkedText(text: string): string {
  return textParts(text)
    .map(({ text: part, href }) =>
      href === null ? escapeHtml(part) : `<a href="${escapeHtml(href)}">${escapeHtml(part)}</a>`,
    )
    .join('');
}
