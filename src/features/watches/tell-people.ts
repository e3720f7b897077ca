import { createHash } from 'node:crypto';
import { formatIdentifier } from '#core/identifier.ts';
import { type UrlProblem, urlProblems } from '#core/watch/url-health.ts';
import { countInWindow } from '../count-in-window.ts';
import type { Db, Tx } from '../database.ts';
import { enqueueBulkMail, type MailOffice } from '../mails/enqueue-mail.ts';
import { findMemberAddress, listOwnerAddresses } from '../sign-in/membership-queries.ts';
import { listWatchedCodes, type WatchedCode } from './alarm-queries.ts';

export interface NewsTools {
  office: MailOffice;
  dashboardUrl: string;
}

export interface FailingUrl {
  url: string;
  problem: string | null;
  status: number | null;
  failures: number;
}

interface News {
  subject: string;
  text: string;
}

const codesNamed = 10;

/** A destination has failed three times. */
export function tellOfFailing(tx: Tx, tools: NewsTools, qrIds: string[], failing: FailingUrl): Promise<void> {
  const { url, status } = failing;
  const { host } = new URL(url);
  const said = status === null ? urlProblems[failing.problem as UrlProblem] : `It responds with ${status}.`;
  return tellPeople(tx, tools, { name: `failing ${host}`, perDay: 1 }, qrIds, (codes) => ({
    subject: `Waypost: a destination at ${host} does not work`,
    text: `Waypost has checked this destination ${failing.failures} times, once a day, and it never worked:\n\n${url}\n${said}\n\nVisitors who scan these codes come there:\n\n${listed(codes, tools)}\n\n${advice(codes, url)}\n\nOther destinations at ${host} that fail today have no mail of their own. The pages of their codes show it.\n`,
  }));
}

/** It works again. */
export function tellOfWorking(tx: Tx, tools: NewsTools, qrIds: string[], url: string): Promise<void> {
  const { host } = new URL(url);
  return tellPeople(tx, tools, { name: `working ${host}`, perDay: 1 }, qrIds, (codes) => ({
    subject: `Waypost: the destination at ${host} works again`,
    text: `This destination works again:\n\n${url}\n\nIt belongs to these codes:\n\n${listed(codes, tools)}\n\nIf a stand-by address was used, scans go back to the destination now.\n`,
  }));
}

/** A domain ends soon. Afterwards somebody else can register it, and the printed codes lead to them. */
export function tellOfExpiry(
  tx: Tx,
  tools: NewsTools,
  qrIds: string[],
  domain: string,
  expiresAt: Date,
): Promise<void> {
  const day = expiresAt.toISOString().slice(0, 10);
  return tellPeople(tx, tools, { name: `domain ${domain}`, perDay: 1 }, qrIds, (codes) => ({
    subject: `Waypost: the domain ${domain} ends on ${day}`,
    text: `The registration of ${domain} ends on ${day}. Afterwards somebody else can register it, and visitors would come to them.\n\nRenew it, or give these codes another destination:\n\n${listed(codes, tools)}\n`,
  }));
}

/** What mails are about, and how many an account gets per day: a host can concern thousands of codes. */
interface Topic {
  name: string;
  perDay: number;
}

const dayMinutes = 24 * 60;

/** Sends one mail per account to those who watch these codes, and to the owners. */
export async function tellPeople(
  tx: Db | Tx,
  { office }: NewsTools,
  { name, perDay }: Topic,
  qrIds: string[],
  newsOf: (codes: WatchedCode[]) => News,
): Promise<void> {
  const codes = await listWatchedCodes(tx, qrIds);
  for (const [accountId, own] of Map.groupBy(codes, ({ account_id: id }) => id)) {
    const key = createHash('sha256').update(`news ${accountId} ${name}`).digest();
    if ((await countInWindow(tx, key, dayMinutes)) > perDay) continue;
    const news = newsOf(own);
    for (const to of await listAddresses(tx, accountId, own))
      await enqueueBulkMail(tx, office, { to, ...news });
  }
}

async function listAddresses(db: Db | Tx, accountId: string, codes: WatchedCode[]): Promise<Set<string>> {
  const members = new Set(
    codes.flatMap(({ actor_kind: kind, actor_id: id }) => (kind === 'member' ? [id] : [])),
  );
  const addresses = new Set(await listOwnerAddresses(db, accountId));
  for (const id of members) {
    const address = await findMemberAddress(db, accountId, id);
    if (address !== undefined) addresses.add(address);
  }
  return addresses;
}

export function listed(codes: WatchedCode[], { dashboardUrl }: NewsTools): string {
  const lines = codes
    .slice(0, codesNamed)
    .map(({ qr_id: id, label }) => `${label}\n${dashboardUrl}codes/${formatIdentifier('qrc', id)}`);
  const more = codes.length > codesNamed ? [`And ${codes.length - codesNamed} more.`] : [];
  return [...lines, ...more].join('\n\n');
}

function advice(codes: WatchedCode[], url: string): string {
  const covered = codes.filter(
    ({ standby_url: standby, main_url: main }) => standby !== null && main === url,
  );
  if (covered.length === codes.length) return 'Scans go to the stand-by address until it works again.';
  const rest = 'Repair the page, or give the codes another destination. The printed codes stay as they are.';
  return covered.length === 0 ? rest : `Where it has a stand-by address, scans go there now. ${rest}`;
}
