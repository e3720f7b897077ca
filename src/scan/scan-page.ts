import { createHash } from 'node:crypto';
import { escapeHtml } from '#core/escape-html.ts';
import { textColorOn } from '#core/text-color.ts';
import type { PageBrand } from './page-brand.ts';
import { type PageKind, pageKinds } from './page-kinds.ts';
import { directionOf, type Language, wordsIn } from './page-words.ts';

const css = `:root{color-scheme:light dark;--ground:#f4f6f8;--card:#fff;--ink:#16202e;--soft:#52606d;--line:#e1e6eb;--mark:#0b6e4f}
@media(prefers-color-scheme:dark){:root{--ground:#0e141b;--card:#18212b;--ink:#eef2f6;--soft:#a8b4c0;--line:#263241;--mark:#5fd3a6}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;align-items:center;justify-content:center;padding:24px;background:var(--ground);color:var(--ink);font:17px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK JP",sans-serif}
main{width:100%;max-width:480px;background:var(--card);border:1px solid var(--line);border-radius:20px;padding:36px 28px;text-align:center;overflow-wrap:anywhere}
svg{width:72px;height:72px;margin-bottom:20px;color:var(--mark)}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 12px;letter-spacing:-.01em;text-wrap:balance}
p{margin:0;color:var(--soft);text-wrap:pretty}
.report{margin-top:24px;font-size:.875rem}a{color:inherit}form{display:grid;gap:6px;margin-top:20px;text-align:start}label{margin-top:10px;font-size:.9375rem}input,select,textarea,button{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:10px;padding:10px 12px;width:100%}button{margin-top:18px;background:var(--mark);border-color:var(--mark);color:var(--card);font-weight:600;cursor:pointer}.problem{margin-top:14px;color:var(--ink);font-weight:600}
.brand{display:flex;align-items:center;justify-content:center;gap:12px;margin-bottom:28px;font-weight:600}.brand img{max-width:220px;max-height:72px}
.has-color{border-top:6px solid var(--brand)}.actions{display:grid;gap:10px;margin-top:24px;text-align:start}.actions a{display:block;padding:12px 16px;border:1px solid var(--line);border-radius:12px;text-decoration:none;color:var(--ink)}.actions a:focus-visible{outline:3px solid var(--mark);outline-offset:2px}.actions small{display:block;color:var(--soft)}.actions a.main{background:var(--brand,var(--mark));border-color:transparent;color:var(--on-brand,var(--card));font-weight:600;text-align:center}
.details{margin-top:16px;text-align:start;white-space:pre-wrap;color:var(--ink)}
.text{text-align:start;white-space:pre-wrap;color:var(--ink);font-size:1.125rem}
@media(max-width:360px){body{padding:12px}main{padding:28px 18px;border-radius:16px}}`;

/** A page may use these styles and nothing else. */
const styleHash = hashOf(css);

export const pageHeaders = headersOf(null);
/** For the page with a form. */
export const formHeaders = headersOf(null, `'self'`);

/** Headers of a page with the look of its owner. */
export function headersOf(brand: PageBrand | null, formAction = `'none'`): Record<string, string> {
  const styles = [css, brandStyle(brand)].filter((style) => style !== '');
  const hashes = styles.map((style) => `'sha256-${style === css ? styleHash : hashOf(style)}'`);
  const images = brand?.logo ? ' img-src data:;' : '';
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${hashes.join(' ')};${images} base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  };
}

function hashOf(style: string): string {
  return createHash('sha256').update(style).digest('base64');
}

/** The color of the owner, and black or white for the text on it. */
function brandStyle(brand: PageBrand | null): string {
  if (!brand?.color) return '';
  return `:root{--brand:${brand.color};--on-brand:${textColorOn(brand.color)}}`;
}

export interface PageParts {
  language: Language;
  title: string;
  body: string;
  brand?: PageBrand | null;
}

/** A whole page. `title` and `body` are HTML. */
export function page({ language, title, body, brand = null }: PageParts): string {
  const own = brandStyle(brand);
  const style = own === '' ? '' : `<style>${own}</style>`;
  const main = own === '' ? '<main>' : '<main class="has-color">';
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${css}</style>${style}</head><body>${main}${brandHeader(brand)}${body}</main></body></html>\n`;
}

function brandHeader(brand: PageBrand | null): string {
  if (!brand?.logo && !brand?.displayName) return '';
  const name = brand.displayName === null ? '' : escapeHtml(brand.displayName);
  const logo =
    brand.logo === null
      ? ''
      : `<img src="data:image/png;base64,${brand.logo}" alt="${name === '' ? 'Logo' : ''}">`;
  return `<div class="brand">${logo}${name === '' ? '' : `<span dir="auto">${name}</span>`}</div>`;
}

export interface Action {
  label: string;
  href: string;
  /** In small letters below: the number that is called. */
  detail?: string;
  isMain?: boolean;
}

export function actionLinks(actions: Action[]): string {
  if (actions.length === 0) return '';
  const links = actions.map(({ label, href, detail, isMain }) => {
    const small = detail === undefined ? '' : `<small><bdi>${escapeHtml(detail)}</bdi></small>`;
    return `<a${isMain === true ? ' class="main"' : ''} href="${escapeHtml(href)}" rel="nofollow noreferrer">${label}${small}</a>`;
  });
  return `<div class="actions">${links.join('')}</div>`;
}

export interface ProblemPage {
  kind: PageKind;
  language: Language;
  brand: PageBrand | null;
  /** Where the code can be reported; null if there is nothing to report. */
  reportUrl: string | null;
  /** Offered as the main button (D80). */
  fallbackUrl: string | null;
}

/** The page that is shown instead of a destination. */
export function problemPage({ kind, language, brand, reportUrl, fallbackUrl }: ProblemPage): string {
  const { pages, actions } = wordsIn(language);
  const { title, text } = pages[kind];
  const icon = `<svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${pageKinds[kind].icon}</svg>`;
  const fallback =
    fallbackUrl === null ? '' : actionLinks([{ label: actions.visit, href: fallbackUrl, isMain: true }]);
  const report =
    reportUrl === null
      ? ''
      : `<p class="report"><a href="${escapeHtml(reportUrl)}" rel="nofollow">${actions.report}</a></p>`;
  return page({
    language,
    title,
    brand,
    body: `${icon}<h1>${title}</h1><p>${text}</p>${fallback}${report}`,
  });
}
