import { hash } from 'node:crypto';
import { commonLanguageTag } from '#core/language-tag.ts';
import { encodeEvent, type LedgerEvent } from '#core/ledger-record.ts';
import type { ScanOutcome } from '#core/resolve-scan.ts';
import { coarseNetwork } from '#platform/client-network.ts';
import type { Visit } from './visit.ts';

const visitorLetters = 16;
const networkLetters = 4;
const referrerLettersMax = 253;
const referrerProtocols = new Set(['http:', 'https:', 'android-app:']);

/** With a salt that is destroyed daily, so it identifies a visitor for one day only. */
export function visitorHash({ address, userAgent }: Visit, salt: string): string {
  return hash('sha256', `${salt}\n${address}\n${userAgent}`, 'base64url').slice(0, visitorLetters);
}

/** Tells whether scans of a day came from the same network (a /24 or /48), and nothing else about it. */
export function networkHash({ address }: Visit, salt: string): string {
  return hash('sha256', `${salt}\n${coarseNetwork(address)}`, 'base64url').slice(0, networkLetters);
}

export function makeScanEvent(
  place: number,
  nth: number,
  visit: Visit,
  outcome: ScanOutcome | { kind: 'unavailable' },
  visitor: string,
): LedgerEvent {
  const { agent } = visit;
  return encodeEvent(place, nth, {
    scannedAtMs: visit.arrivedMs,
    country: visit.country,
    device: agent.device,
    browser: agent.browser,
    system: agent.system,
    referrerHost: referrerHost(visit.referrer),
    visitor,
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
