import { escapeHtml } from '#core/escape-html.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import { dialedNumber } from '#core/text-links.ts';
import type { PageBrand } from './page-brand.ts';
import { type Language, wordsIn } from './page-words.ts';
import { type Action, actionLinks, page } from './scan-page.ts';
import { linkedText } from './text-page.ts';

interface ContactPage {
  content: Content;
  language: Language;
  brand: PageBrand | null;
  /** The vCard. */
  fileUrl: string;
}

/** A contact: call, mail, visit, find, and save it on the phone. */
export function contactPage({ content, language, brand, fileUrl }: ContactPage): string {
  const { actions: words } = wordsIn(language);
  const field = (name: string) => String(content[name] ?? '');
  const joined = (names: string[], separator: string) =>
    names
      .map(field)
      .filter((part) => part !== '')
      .join(separator);
  const name = joined(['first_name', 'last_name'], ' ');
  const place = [field('street'), joined(['postal_code', 'city'], ' '), field('country')].filter(
    (part) => part !== '',
  );
  const actions: (Action | null)[] = [
    { label: words.save, href: fileUrl, isMain: true },
    callTo(words.call, field('phone')),
    callTo(words.call, field('work_phone')),
    actionFor(words.mail, field('email'), (address) => `mailto:${address}`),
    actionFor(words.website, field('website'), (url) => url),
    actionFor(words.map, place.join(', '), mapUrl),
  ];
  const job = joined(['title', 'organization'], ' · ');
  const note = field('note');
  return page({
    language,
    title: escapeHtml(name),
    brand,
    body: [
      `<h1 dir="auto">${escapeHtml(name)}</h1>`,
      job === '' ? '' : `<p dir="auto">${escapeHtml(job)}</p>`,
      actionLinks(actions.filter((action) => action !== null)),
      note === '' ? '' : `<p class="details" dir="auto">${linkedText(note)}</p>`,
    ].join(''),
  });
}

/** Opens the map application of a phone, or a map in the browser. */
export function mapUrl(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}

function callTo(label: string, number: string): Action | null {
  return actionFor(label, number, () => `tel:${dialedNumber(number)}`);
}

function actionFor(label: string, detail: string, hrefOf: (detail: string) => string): Action | null {
  return detail === '' ? null : { label, href: hrefOf(detail), detail };
}
