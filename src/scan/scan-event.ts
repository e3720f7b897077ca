import { hash } from 'node:crypto';
import type { ScanOutcome } from '#core/resolve-scan.ts';
import type { Visit } from './visit.ts';

/** What is kept of a scan: where from and with what, never who. Null where it isn't known. */
export type ScanEvent = [
  place: number,
  nth: number,
  scannedAtMs: number,
  country: string | null,
  device: string,
  browser: string | null,
  system: string | null,
  referrerHost: string | null,
  visitor: string,
  rule: number | null,
];

const visitorLetters = 16;
const referrerLettersMax = 253;
const referrerProtocols = new Set(['http:', 'https:', 'android-app:']);

/** The visitor is a hash under a salt that is destroyed with its day: one visitor for a day, and nobody afterwards. */
export function makeScanEvent(
  place: number,
  nth: number,
  visit: Visit,
  outcome: ScanOutcome,
  salt: string,
): ScanEvent {
  const { agent } = visit;
  const visitor = hash('sha256', `${salt}\n${visit.address}\n${visit.userAgent}`, 'base64url');
  return [
    place,
    nth,
    visit.arrivedMs,
    visit.country,
    agent.device,
    agent.browser,
    agent.system,
    referrerHost(visit.referrer),
    visitor.slice(0, visitorLetters),
    outcome.kind === 'redirect' ? outcome.rule : null,
  ];
}

function referrerHost(referrer: string): string | null {
  if (referrer === '') return null;
  const url = URL.parse(referrer);
  const host = url !== null && referrerProtocols.has(url.protocol) ? url.hostname : '';
  return host === '' || host.length > referrerLettersMax ? null : host;
}
