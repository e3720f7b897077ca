import assert from 'node:assert';
import { randomBytes } from 'node:crypto';
import { type Actor, operatorOf } from '#core/actor.ts';
import { dayMs } from '#core/analytics/dimension.ts';
import { tallyScans } from '#core/analytics/tally-scans.ts';
import { Refusal } from '#core/errors.ts';
import { encodeGrant } from '#core/ledger-record.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import { formatRules } from '#core/qr-code-input.ts';
import { parseRedirectRules, type RedirectRule } from '#core/rules/redirect-rule.ts';
import { makeSlug } from '#core/slug.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { createAccount } from '../accounts/create-account.ts';
import { upsertDays } from '../analytics/rollup-queries.ts';
import { createApiKey } from '../api-keys/create-api-key.ts';
import type { Db } from '../database.ts';
import { addDomain } from '../domains/add-domain.ts';
import { createProject } from '../projects/create-project.ts';
import { insertQrCode, updateQrCode } from '../qr-codes/qr-code-queries.ts';
import { insertRenderJob } from '../qr-codes/render-job-queries.ts';
import { hashPassword } from '../sign-in/hash-password.ts';
import { insertFirstMember, insertUser, updateEmailVerified } from '../sign-in/membership-queries.ts';
import { saveTemplate } from '../style-templates/save-template.ts';
import { type DemoCode, demoCodes, demoProjects } from './demo-codes.ts';
import { type DemoDay, demoEvents } from './demo-events.ts';
import { findUserByEmail, insertPassword, updateScanCounts, updateVisitorCounts } from './demo-queries.ts';

const days = 365;
const site = 'https://harbour-coffee.example/';
const domain = 'go.harbour-coffee.example';

interface DemoInput {
  email: string;
  password: string;
  scans: number;
  isEmpty: boolean;
  nowMs: number;
  random: () => number;
  onProgress(share: number): void;
}

/**
 * An account with realistic sample data: four projects, forty codes, a year of scans. Written as roll-ups, which is where a year of scans would
 * be by now; individual past scans are not invented.
 */
export async function makeDemo(db: Db, plans: PlanCatalogue, input: DemoInput): Promise<{ scans: number }> {
  const email = input.email.toLowerCase();
  if ((await findUserByEmail(db, email)) !== undefined)
    throw new Refusal(
      'conflict',
      `There is somebody with the address ${email} already; choose another with --email.`,
    );
  const { account } = await createAccount(db, plans, {
    email,
    plan: 'enterprise',
    timeZone: 'Europe/Berlin',
  });
  const userId = newUuid();
  await insertUser(db, { id: userId, name: 'Harbour Coffee', email });
  await updateEmailVerified(db, userId);
  await insertPassword(db, userId, await hashPassword(input.password));
  await insertFirstMember(db, userId, account.account_id);
  if (input.isEmpty) return { scans: 0 };
  for (const name of ['Web shop', 'Till']) await createApiKey(db, plans, account.account_id, name);
  // Appears to be created by its owner.
  const owner: Actor = {
    ...operatorOf(account.account_id),
    kind: 'member',
    userId,
    role: 'owner',
    projects: new Map(),
  };
  const projects = new Map<string, string>();
  for (const [name, description] of demoProjects) {
    const created = { name, description, setAsDefault: name === demoProjects[0]?.[0] };
    const project = await db.transaction().execute((tx) => createProject(tx, owner, created));
    projects.set(name, project.project_id);
    if (created.setAsDefault) await addDomain(db, owner, project, domain, []);
  }
  for (const name of [
    'Menu of the day',
    'Poster: Lyon, Bellecour',
    'Bag: House blend',
    'Workshop: Latte art',
  ])
    await db.transaction().execute((tx) => {
      const design = demoCodes.find((code) => code.label === name)?.design ?? {};
      return saveTemplate(tx, owner, { name: name.replace(/:.*| of the day/, ' style'), design }, 'replace');
    });
  const codes = [];
  for (const [index, code] of demoCodes.entries()) {
    const sinceMs = input.nowMs - (days - Math.floor((index * 7919) % 200)) * dayMs;
    const projectId = projects.get(code.project) ?? '';
    const rules = rulesOf(code);
    const qrId = await makeCode(db, account.account_id, {
      ...code,
      projectId,
      sinceMs,
      redirectRules: rules,
    });
    codes.push({ ...code, sinceMs, projectId, qrId, scanRules: rules });
  }
  return { scans: await makeScans(db, codes, input) };
}

const url = (path: unknown) => `${site}${String(path)}`;

function rulesOf(code: DemoCode): RedirectRule[] {
  const rules = parseRedirectRules(
    (code.rules ?? []).map(({ path, ...rule }) => ({ ...rule, url: url(path) })),
  );
  assert(rules.ok, 'the demo has rules that the interface takes');
  return rules.value;
}

async function makeCode(
  db: Db,
  accountId: string,
  code: DemoCode & { projectId: string; sinceMs: number; redirectRules: RedirectRule[] },
): Promise<string> {
  const qrId = newUuid();
  await db.transaction().execute(async (tx) => {
    const made = await insertQrCode(
      tx,
      {
        qr_id: qrId,
        account_id: accountId,
        project_id: code.projectId,
        label: code.label,
        type: code.type ?? 'url',
        redirect_url: code.content === undefined ? url(code.path) : '',
        qr_data: code.content === undefined ? null : JSON.stringify(code.content),
        redirect_rules: formatRules(code.redirectRules),
        reserved_slug: makeSlug(randomBytes),
        render_metadata: code.design === undefined ? null : JSON.stringify(code.design),
        analytics_enabled: true,
        created_at: new Date(code.sinceMs),
      },
      { scan_limit: code.scanLimit ?? null, expires_at: null },
    );
    await insertRenderJob(tx, qrId, made.render_generation);
    if (code.isArchived === true) await updateQrCode(tx, qrId, { status: 'archived' });
  });
  return qrId;
}

type MadeCode = DemoDay['codes'][number] & { projectId: string };

/** Day by day: business grows, and weekends are busier. */
async function makeScans(db: Db, codes: MadeCode[], input: DemoInput): Promise<number> {
  const firstMs = Math.floor(input.nowMs / dayMs) * dayMs - (days - 1) * dayMs;
  const shares = Array.from(
    { length: days },
    (_, day) => (0.35 + (0.9 * day) / days) * (0.85 + 0.3 * input.random()),
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  const projectOf = new Map(codes.map(({ qrId, projectId }) => [qrId, projectId]));
  let made = 0;
  for (const [day, share] of shares.entries()) {
    const events = demoEvents({
      dayMs: firstMs + day * dayMs,
      untilMs: input.nowMs,
      codes,
      scans: (input.scans * share) / sum,
      random: input.random,
    });
    const counts = new Map<string, number>();
    for (const [place] of events) {
      const qrId = codes[place - 1]?.qrId ?? '';
      counts.set(qrId, (counts.get(qrId) ?? 0) + 1);
    }
    const batch = {
      qr_ids: codes.map(({ qrId }) => qrId),
      grants: codes.map(() =>
        encodeGrant({ isStale: false, isUnsettled: false, counted: events.length, isFull: false }),
      ),
      events,
    };
    const tally = tallyScans([batch], (qrId) => projectOf.get(qrId));
    if (events.length > 0)
      await db.transaction().execute(async (tx) => {
        await upsertDays(tx, tally.days);
        await updateVisitorCounts(tx, tally.visitors);
        await updateScanCounts(tx, counts);
      });
    made += events.length;
    input.onProgress((day + 1) / days);
  }
  return made;
}
