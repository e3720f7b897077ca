import { createHash } from 'node:crypto';
import { type PageKind, pageKinds } from './page-kinds.ts';
import { chooseLanguage, pageWords } from './page-words.ts';
import { reportWords } from './report-words.ts';

const css = `:root{color-scheme:light dark;--ground:#f4f6f8;--card:#fff;--ink:#16202e;--soft:#52606d;--line:#e1e6eb;--mark:#0b6e4f}
@media(prefers-color-scheme:dark){:root{--ground:#0e141b;--card:#18212b;--ink:#eef2f6;--soft:#a8b4c0;--line:#263241;--mark:#5fd3a6}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;align-items:center;justify-content:center;padding:24px;background:var(--ground);color:var(--ink);font:17px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK JP",sans-serif}
main{width:100%;max-width:480px;background:var(--card);border:1px solid var(--line);border-radius:20px;padding:36px 28px;text-align:center;overflow-wrap:anywhere}
svg{width:72px;height:72px;margin-bottom:20px;color:var(--mark)}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 12px;letter-spacing:-.01em;text-wrap:balance}
p{margin:0;color:var(--soft);text-wrap:pretty}
.report{margin-top:24px;font-size:.875rem}a{color:inherit}form{display:grid;gap:6px;margin-top:20px;text-align:start}label{margin-top:10px;font-size:.9375rem}input,select,textarea,button{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:10px;padding:10px 12px;width:100%}button{margin-top:18px;background:var(--mark);border-color:var(--mark);color:var(--card);font-weight:600;cursor:pointer}.problem{margin-top:14px;color:var(--ink);font-weight:600}
.text{text-align:start;white-space:pre-wrap;color:var(--ink);font-size:1.125rem}
@media(max-width:360px){body{padding:12px}main{padding:28px 18px;border-radius:16px}}`;

/** The page may use this style and nothing else. */
const styleHash = createHash('sha256').update(css).digest('base64');

export const pageHeaders = htmlHeaders(`'none'`);
/** For the page with a form. */
export const formHeaders = htmlHeaders(`'self'`);

function htmlHeaders(formAction: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  };
}

/** @param reportUrl where the code can be reported; null if there is nothing to report. */
export function wordedPage(
  kind: PageKind,
  acceptLanguage: string,
  reportUrl: string | null = null,
): { html: string; language: string } {
  const language = chooseLanguage(acceptLanguage);
  const { title, text } = pageWords(kind, language);
  const icon = `<svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${pageKinds[kind].icon}</svg>`;
  const report =
    reportUrl === null
      ? ''
      : `<p class="report"><a href="${escapeHtml(reportUrl)}" rel="nofollow">${reportWords[language].link}</a></p>`;
  return { language, html: page(language, title, `${icon}<h1>${title}</h1><p>${text}</p>${report}`) };
}

export function textPage(text: string, acceptLanguage: string): { html: string; language: string } {
  const language = chooseLanguage(acceptLanguage);
  const [firstLine = ''] = text.trim().split('\n', 1);
  return {
    language,
    html: page(
      language,
      escapeHtml(firstLine.slice(0, 60)),
      `<p class="text" dir="auto">${escapeHtml(text)}</p>`,
    ),
  };
}

export function page(language: string, title: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${css}</style></head><body><main>${body}</main></body></html>\n`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
