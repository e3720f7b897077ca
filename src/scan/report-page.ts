import { escapeHtml } from '#core/escape-html.ts';
import { chooseLanguage } from './page-words.ts';
import {
  type FormLanguage,
  formLanguage,
  formWords,
  type ReportWords,
  reportReasons,
} from './report-words.ts';
import { page } from './scan-page.ts';

export interface ReportDraft {
  code: string;
  reason: string;
  details: string;
  contact: string;
  problem: 'incomplete' | 'tooMany' | null;
}

/** The form. It works without scripts and keeps the input if something is missing. */
export function reportFormPage(draft: ReportDraft, acceptLanguage: string): string {
  const { words, language } = choose(acceptLanguage);
  const problem = draft.problem === null ? '' : `<p class="problem" role="alert">${words[draft.problem]}</p>`;
  const choices = reportReasons.map((reason) => {
    const selected = reason === draft.reason ? ' selected' : '';
    return `<option value="${reason}"${selected}>${words.reasons[reason]}</option>`;
  });
  const body = `<h1>${words.title}</h1><p>${words.intro}</p>${problem}
<form method="post" action="/report">
<label for="code">${words.code}</label><input id="code" name="code" required maxlength="200" value="${escapeHtml(draft.code)}">
<label for="reason">${words.reason}</label><select id="reason" name="reason" required><option value=""></option>${choices.join('')}</select>
<label for="details">${words.details}</label><textarea id="details" name="details" rows="4" maxlength="1000">${escapeHtml(draft.details)}</textarea>
<label for="contact">${words.contact}</label><input id="contact" name="contact" type="email" maxlength="254" value="${escapeHtml(draft.contact)}">
<button>${words.send}</button></form>`;
  return page({ language, title: words.title, body });
}

/** The outcome of a report. */
export function reportStatusPage(
  state: 'open' | 'closed' | 'blocked' | 'unknown',
  note: string | null,
  isNew: boolean,
  acceptLanguage: string,
): string {
  const { words, language } = choose(acceptLanguage);
  const sentence = state === 'unknown' ? words.unknown : words.states[state];
  const thanks = isNew ? `<p>${words.thanks}</p>` : '';
  const said = note === null ? '' : `<p class="text" dir="auto">${escapeHtml(note)}</p>`;
  const body = `<h1>${words.status}</h1>${thanks}<p>${sentence}</p>${said}`;
  return page({ language, title: words.status, body });
}

function choose(acceptLanguage: string): { words: ReportWords; language: FormLanguage } {
  const language = formLanguage(chooseLanguage(acceptLanguage));
  return { words: formWords(language), language };
}
