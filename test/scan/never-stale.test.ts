import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { operatorOf } from '#core/actor.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { changeAccount } from '#features/accounts/change-account.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { addDomain } from '#features/domains/add-domain.ts';
import { removeDomain } from '#features/domains/remove-domain.ts';
import { settleDomain } from '#features/domains/settle-domain.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { setQrCodeBlocked } from '#features/qr-codes/set-qr-code-blocked.ts';
import type { Answer } from '../support/measure/check-answer.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { assertNoticed } from '../support/measure/sabotage.ts';
import { createLoadClient, inParallel, type LoadClient } from '../support/measure/scan-load.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const changes = scaled(7_500, 240);
const cutChanges = scaled(5_000, 100);
const heldMs = scaled(60_000, 5_000);
const domainChanges = scaled(2_000, 80);
const workers = 8;
const preview = 'Twitterbot/1.0';
let api: TestApi;
let scans: TestScan[];
let client: LoadClient;

before(async () => {
  api = await startTestApi();
  scans = await Promise.all(Array.from({ length: 4 }, () => startTestScan(api)));
  client = createLoadClient(96);
});
after(async () => {
  client.close();
  for (const scan of scans) scan.stop();
  await api.close();
});

interface Subject {
  account: TestAccount;
  projectId: string;
  id: string;
  slug: string;
}

/** Changes one thing there (true) and back; the outcome that must hold from the answer on. */
interface Change {
  name: string;
  apply(there: boolean): Promise<unknown>;
  expected(there: boolean): string;
  /** Under which host it is seen; our own if none. */
  host?: string;
}

const home = '302 https://example.com/';

/** A zone in which it is this hour now. */
function zoneAtHour(hour: number): string {
  let offset = hour - new Date().getUTCHours();
  if (offset < -12) offset += 24;
  if (offset > 12) offset -= 24;
  // These zones count westwards.
  return `Etc/GMT${offset <= 0 ? '+' : '-'}${Math.abs(offset)}`;
}

/** The domain that its project has now and then. */
function hostOf(qrId: string): string {
  return `${qrId.slice(4).toLowerCase()}.shop.example`;
}

async function listChanges({ account, projectId, id }: Subject): Promise<Change[]> {
  const plans = await loadPlanCatalogue('./plans.json');
  const uuid = parseIdentifier('qrc', id) ?? '';
  const patch = async (body: Record<string, unknown>) => {
    const { status } = await send('PATCH', `/v1/qr-codes/${id}`, account, body);
    assert.equal(status, 200);
  };
  const allDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const morning = {
    condition: 'schedule',
    schedule_days: allDay,
    schedule_start: '00:00',
    schedule_end: '12:00',
    url: 'https://example.com/morning',
  };
  const setZone = (hour: number) =>
    changeAccount(api.db, plans, account.uuid, { timeZone: zoneAtHour(hour) });
  const project = parseIdentifier('prj', projectId) ?? '';
  const host = hostOf(id);
  return [
    {
      name: 'domain',
      host,
      apply: async (there) => {
        if (!there) return removeDomain(api.db, project);
        const owner = { account_id: account.uuid, project_id: project, is_archived: false };
        const { domain_id } = await addDomain(api.db, operatorOf(owner.account_id), owner, host, []);
        return settleDomain(api.db, domain_id, {
          finding: { kind: 'right' },
          startedMs: Date.now(),
          nowMs: Date.now(),
        });
      },
      expected: (there) => (there ? home : '421'),
    },
    {
      name: 'target',
      apply: (there) => patch({ redirect_url: `https://example.com/${there ? 'there' : ''}` }),
      expected: (there) => `302 https://example.com/${there ? 'there' : ''}`,
    },
    {
      name: 'archive',
      apply: (there) => patch({ status: there ? 'archived' : 'active' }),
      expected: (there) => (there ? '404' : home),
    },
    {
      name: 'archive the project',
      apply: (there) => setProjectArchived(api.db, parseIdentifier('prj', projectId) ?? '', there),
      expected: (there) => (there ? '404' : home),
    },
    {
      name: 'block',
      apply: (there) => setQrCodeBlocked(api.db, uuid, there),
      expected: (there) => (there ? '403' : home),
    },
    {
      name: 'expiry',
      apply: (there) => patch({ expires_at: there ? '2020-01-01T00:00:00Z' : '2099-01-01T00:00:00Z' }),
      expected: (there) => (there ? '410' : home),
    },
    {
      name: 'limit',
      // Without a limit: requests that are not counted learn nothing about a code that has one (D70).
      apply: (there) => patch({ scan_limit: there ? 1 : null }),
      expected: (there) => (there ? '410' : home),
    },
    {
      name: 'rules',
      apply: (there) =>
        patch({
          redirect_rules: there
            ? [{ condition: 'device', value: 'desktop', url: 'https://example.com/rule' }]
            : null,
        }),
      expected: (there) => (there ? '302 https://example.com/rule' : home),
    },
    {
      name: 'forwarded parameters',
      apply: (there) => patch({ forwarded_params: there ? ['table'] : null }),
      expected: (there) => (there ? `${home}?table=7` : home),
    },
    {
      name: 'time zone',
      apply: async (there) => {
        if (there) await setZone(18);
        if (there) await patch({ redirect_rules: [morning] });
        if (there) await setZone(6);
        else await setZone(18);
      },
      expected: (there) => (there ? '302 https://example.com/morning' : home),
    },
  ];
}

/** The API refuses changes for some seconds after it could not connect, as when listeners were cut: then it is asked again. */
async function send(method: string, path: string, { key }: TestAccount, body: unknown): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await api.request(method, path, { key, body });
    if (answer.status !== 503 || attempt === 100) return answer;
    await sleep(200);
  }
}

async function makeSubject(): Promise<Subject> {
  const account = await api.createAccount();
  const project = await send('POST', '/v1/projects', account, { name: 'P' });
  const { qr_id: id } = await api.createQrCode(account, { project_id: project.body.project_id });
  // Passed on only if its owner says so.
  const slug = `${await api.publishQrCode(id)}?table=7`;
  for (const { url } of scans) await client.scan(url, slug);
  return { account, projectId: project.body.project_id, id, slug };
}

const ways: { method?: string; headers?: Record<string, string> }[] = [
  {},
  { method: 'HEAD' },
  { headers: { 'user-agent': preview } },
];

async function runChanges(count: number, only?: string): Promise<{ checks: number; stale: string[] }> {
  const stale: string[] = [];
  let [checks, done, isOver] = [0, 0, false];
  const subjects = await Promise.all(Array.from({ length: workers }, makeSubject));
  // Keeps every process busy with every code, so that what they know is always warm.
  const load = inParallel(workers, async (worker) => {
    for (let turn = worker; !isOver; turn++) {
      const subject = subjects[turn % subjects.length];
      const host = turn % 2 === 0 ? undefined : hostOf(subject?.id ?? '');
      await client.scan(scans[turn % scans.length]?.url ?? '', subject?.slug ?? '', {
        ...(host && { headers: { host } }),
      });
    }
  });
  const changing = inParallel(workers, async (worker) => {
    const subject = subjects[worker];
    assert.ok(subject);
    const kinds = (await listChanges(subject)).filter(({ name }) => only === undefined || name === only);
    for (let turn = worker; done < count; turn++) {
      const change = kinds[Math.floor(turn / 2) % kinds.length];
      assert.ok(change);
      for (const there of [true, false]) {
        await change.apply(there);
        done += 1;
        const expected = change.expected(there);
        const answers = await Promise.all(
          scans.flatMap(({ url }) =>
            ways.map(({ method, headers = {} }) => {
              const named = change.host === undefined ? headers : { ...headers, host: change.host };
              return client.scan(url, subject.slug, { ...(method && { method }), headers: named });
            }),
          ),
        );
        for (const answer of answers) {
          checks += 1;
          const seen = answer?.status === 302 ? `302 ${answer.location}` : String(answer?.status);
          if (seen !== expected) stale.push(`${change.name}: ${seen} instead of ${expected}`);
        }
      }
    }
  });
  try {
    await changing;
  } finally {
    isOver = true;
    await load;
  }
  return { checks, stale };
}

test(`a change is true at once: ${changes} changes in both directions, 4 processes under load`, async (t) => {
  const { checks, stale } = await runChanges(changes);
  t.diagnostic(`${checks} requests begun after a change's answer`);
  assert.deepEqual(stale.slice(0, 5), []);
});

test(`a domain is true at once: ${domainChanges} additions and removals, 4 processes under load`, async (t) => {
  const { checks, stale } = await runChanges(domainChanges, 'domain');
  t.diagnostic(`${checks} requests begun after a change's answer`);
  assert.deepEqual(stale.slice(0, 5), []);
});

/** Keeps the database from forgetting anything: a transaction that began before, as a dump has. */
async function holdTransactions(signal: AbortSignal): Promise<void> {
  // With a session of its own: those of the service may not be idle for that long.
  const holder = new pg.Client({ connectionString: api.config.databaseDirectUrl });
  await holder.connect();
  while (!signal.aborted) {
    await holder.query('begin isolation level repeatable read');
    await holder.query('select pg_current_xact_id(), count(*) from scan_state');
    await sleep(heldMs, undefined, { signal }).catch(() => {});
    await holder.query('rollback');
  }
  await holder.end();
}

test(`a change is true at once while listeners are cut over and over and a transaction is held open: ${cutChanges} changes`, async () => {
  const ending = new AbortController();
  const cutting = (async () => {
    while (!ending.signal.aborted) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'waypost-listener' and datname = current_database()`.execute(api.db);
      await sleep(150);
    }
  })();
  const holding = holdTransactions(ending.signal);
  try {
    const { stale } = await runChanges(cutChanges);
    assert.deepEqual(stale.slice(0, 5), []);
  } finally {
    ending.abort();
    await Promise.all([cutting, holding]);
  }
});

test(`a change is true at once although no notification is sent: ${changes} changes`, async (t) => {
  for (const [table, trigger] of [
    ['scan_state', 'scan_state_changed'],
    ['projects', 'projects_scan_changed'],
    ['accounts', 'accounts_scan_changed'],
  ] as const) {
    await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(trigger)}`.execute(api.db);
  }
  const { checks, stale } = await runChanges(changes);
  t.diagnostic(`${checks} requests begun after a change's answer`);
  assert.deepEqual(stale.slice(0, 5), []);
});

test('a build that compares fewer versions is noticed', () => {
  const codes = "isUnchanged('scan_state', 'qr_id', '$1', '$3', isAppended)";
  // Every parameter is still used: a statement that can't be prepared would be noticed for another reason.
  const mutants: [from: string, to: string][] = [
    [`where \${${codes}}`, 'where true'],
    ["${isUnchanged('projects', 'project_id', '$4', '$5')}", '($4::uuid[], $5::bigint[]) is not null'],
    ["${isUnchanged('accounts', 'account_id', '$6', '$7')}", '($6::uuid[], $7::bigint[]) is not null'],
    [`case when \${${codes}}`, 'case when true'],
    ["${isUnchanged('projects', 'project_id', '$6', '$7')}", 'true'],
    ["${isUnchanged('accounts', 'account_id', '$8', '$9')}", 'true'],
  ];
  for (const [from, to] of mutants) {
    assertNoticed({
      isFullSizeOnly: true,
      file: 'src/scan/append-scans.ts',
      from,
      to,
      test: 'test/scan/never-stale.test.ts',
      pattern: '^a change is true at once although',
      environment: { PROOF_SCALE: '.02' },
    });
  }
});
