import { escapeHtml } from '#core/escape-html.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import { mapUrl } from './contact-page.ts';
import type { PageBrand } from './page-brand.ts';
import { type Language, wordsIn } from './page-words.ts';
import { actionLinks, page } from './scan-page.ts';
import { linkedText } from './text-page.ts';

interface EventPage {
  content: Content;
  language: Language;
  brand: PageBrand | null;
  /** Of the owner: the time at the place of the event. */
  timeZone: string;
  /** The calendar file. */
  fileUrl: string;
}

/** An event: its time and place, and a button that adds it to the calendar. */
export function eventPage({ content, language, brand, timeZone, fileUrl }: EventPage): string {
  const { actions: words } = wordsIn(language);
  const field = (name: string) => String(content[name] ?? '');
  const [title, place, description] = [field('title'), field('location'), field('description')];
  const time = eventTime(field('start'), field('end'), language, timeZone);
  return page({
    language,
    title: escapeHtml(title),
    brand,
    body: [
      `<h1 dir="auto">${escapeHtml(title)}</h1>`,
      `<p>${escapeHtml(time)}</p>`,
      actionLinks([
        { label: words.calendar, href: fileUrl, isMain: true },
        ...(place === '' ? [] : [{ label: words.map, href: mapUrl(place), detail: place }]),
      ]),
      description === '' ? '' : `<p class="details" dir="auto">${linkedText(description)}</p>`,
    ].join(''),
  });
}

function eventTime(start: string, end: string, language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return format.formatRange(new Date(start), new Date(end));
}
