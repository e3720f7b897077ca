import { hash } from 'node:crypto';
import { commonLanguageTag } from '#core/language-tag.ts';
import { encodeEvent, type LedgerEvent } from '#core/ledger-record.ts';
import type { ScanOutcome } from '#core/resolve-scan.ts';
import type { Visit } from './visit.ts';

const visitorLetters = 16;
const referrerLettersMax = 253;
const referrerProtocols = new Set(['http:', 'https:', 'android-app:']);

/** The visitor is a hash with a salt that is destroyed daily, so it identifies a visitor for one day only. */
export function makeScanEvent(
  place: number,
  nth: number,
  visit: Visit,
  outcome: ScanOutcome,
  salt: string,
): LedgerEvent {
  const { agent } = visit;
  const visitor = hash('sha256', `${salt}\n${visit.address}\n${visit.userAgent}`, 'base64url');
  return encodeEvent(place, nth, {
    scannedAtMs: visit.arrivedMs,
    country: visit.country,
    device: agent.device,
    browser: agent.browser,
    system: agent.system,
    referrerHost: referrerHost(visit.referrer),
    visitor: visitor.slice(0, visitorLetters),
    rule: outcome.kind === 'redirect' ? outcome.rule : null,
    language: visit.language && commonLanguageTag(visit.language),
  });
}

function referrerHost(referrer: string): string | null {
  if (referrer === '') return null;
  const url = URL.parse(referrer);
  const host = url !== null && referrerProtocols.has(url.protocol) ? url.hostname : '';
  return host === '' || host.length > referrerLettersMax ? null : host;
}
