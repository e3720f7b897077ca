import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { roomyLimits, startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

/** Random operations of 20 actors in 3 accounts. History alone must tell how everything is now, and who did it. */
const operations = scaled(50_000, 1_000);
const membersPerAccount = 3;
const keysPerAccount = 4;
const concurrency = 8;

interface TestActor {
  /** Part of everything that the actor writes, so that every value tells who wrote it. */
  tag: string;
  id: string;
  account: TestAccount;
  send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  isMember: boolean;
}

let api: TestApi;
const accounts: TestAccount[] = [];
const actors: TestActor[] = [];
const codes = new Map<TestAccount, string[]>();
const projects = new Map<TestAccount, string[]>();
const random = seededRandom(20);
const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] ?? assert.fail();
let written = 0;

before(async () => {
  api = await startTestApi({
    environment: { API_BASE_URL: 'https://app.example.com', TRUSTED_PROXIES: '127.0.0.1/32' },
  });
  for (let nth = 0; nth < 3; nth++) {
    const account = await api.createAccount({
      plan: 'enterprise',
      limits: { ...roomyLimits, api_keys: 100, qr_codes: 1_000_000 },
    });
    accounts.push(account);
    codes.set(account, []);
    projects.set(account, [account.defaultProjectId]);
    for (let key = 0; key < keysPerAccount - (nth === 0 ? 1 : 0); key++) actors.push(await keyActor(account));
    for (let member = 0; member < membersPerAccount; member++) actors.push(await memberActor(account));
  }
  assert.equal(actors.length, 20);
});
after(() => api.close());

async function keyActor(account: TestAccount): Promise<TestActor> {
  const plans = await loadPlanCatalogue(api.config.plansFile);
  const tag = `actor${actors.length}x`;
  const { row, apiKey } = await createApiKey(api.db, plans, account.uuid, tag);
  return {
    tag,
    id: row.key_id,
    account,
    isMember: false,
    send: (method, path, body) =>
      api.request(method, `/v1${path}`, { key: apiKey, ...(body !== undefined && { body }) }),
  };
}

async function memberActor(account: TestAccount): Promise<TestActor> {
  const tag = `actor${actors.length}x`;
  const session = await signedIn(api, `198.51.100.${actors.length + 1}`);
  const { body: me } = await session.get('/dashboard/api/auth/get-session');
  await sql`insert into account_users (account_id, user_id, role) values (${account.uuid}, ${me.user.id}, 'owner')`.execute(
    api.db,
  );
  return {
    tag,
    id: me.user.id,
    account,
    isMember: true,
    send: (method, path, body) =>
      session.send(method, `/dashboard/api${path}`, body, { 'x-waypost-account': account.accountId }),
  };
}

async function createCode(actor: TestActor): Promise<void> {
  const { status, body } = await actor.send('POST', '/qr-codes', {
    type: 'url',
    name: `${actor.tag} ${written++}`,
    redirect_url: `https://example.com/${actor.tag}/${written}`,
    project_id: pick(projects.get(actor.account) ?? []),
  });
  if (status === 201) codes.get(actor.account)?.push(String(body['qr_id']));
  else assert.equal(body['code'], 'project_forbidden', JSON.stringify(body));
}

async function changeCode(actor: TestActor): Promise<void> {
  const own = codes.get(actor.account) ?? [];
  if (own.length === 0) return createCode(actor);
  const possible: Record<string, unknown> = {
    label: `${actor.tag} ${written++}`,
    redirect_url: `https://example.com/${actor.tag}/${written}`,
    redirect_rules: [{ condition: 'country', value: 'JP', url: `https://example.com/${actor.tag}/jp` }],
    scan_limit: random() < 0.3 ? null : 1 + Math.floor(random() * 1_000),
    expires_at:
      random() < 0.3 ? null : new Date(Date.UTC(2030, 0, 1 + Math.floor(random() * 900))).toISOString(),
    status: random() < 0.5 ? 'archived' : 'active',
    ...(actor.isMember && {
      analytics_enabled: random() < 0.5,
      design: random() < 0.5 ? null : { padding: 1 + Math.floor(random() * 9) },
    }),
  };
  const change = Object.fromEntries(Object.entries(possible).filter(() => random() < 0.4));
  if (Object.keys(change).length === 0) return;
  const { status, body } = await actor.send('PATCH', `/qr-codes/${pick(own)}`, change);
  assert.ok([200, 403, 503].includes(status), JSON.stringify(body));
}

/** What only members can do. */
async function changeAccount(actor: TestActor): Promise<void> {
  if (!actor.isMember) return changeCode(actor);
  const name = `${actor.tag} ${written++}`;
  const project = pick(projects.get(actor.account) ?? []);
  const kind = Math.floor(random() * 7);
  if (kind === 0) {
    const { status, body } = await actor.send('POST', '/projects', { name });
    if (status === 201)
      projects.get(actor.account)?.push(String((body['project'] as { project_id: string }).project_id));
  } else if (kind === 1) await actor.send('PATCH', `/projects/${project}`, { name });
  else if (kind === 2) await actor.send('PATCH', `/projects/${project}`, { is_archived: random() < 0.3 });
  else if (kind === 3)
    await actor.send('POST', '/designs/templates', {
      name: `${actor.tag} ${Math.floor(random() * 5)}`,
      design: { padding: 1 + Math.floor(random() * 9) },
    });
  else if (kind === 4) {
    const { body } = await actor.send('GET', '/designs/templates');
    const [template] = body['items'] as { template_id: string }[];
    if (template) await actor.send('DELETE', `/designs/templates/${template.template_id}`);
  } else if (kind === 5)
    await actor.send('PATCH', '/account', { timezone: pick(['UTC', 'Asia/Tokyo', 'Europe/Paris']) });
  else
    await actor.send('POST', '/invitations', {
      email: `${actor.tag}-${written}@example.com`,
      role: 'viewer',
    });
}

interface HistoryRow {
  subject: string;
  id: string;
  operation: string;
  actor_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const readHistory = async (): Promise<HistoryRow[]> =>
  (
    await sql<HistoryRow>`
      select case when qr_id is null then 'project' else 'code' end as subject, coalesce(qr_id, project_id)::text as id, operation,
        actor_id, before, after, change_id from code_history
      union all select subject, subject_id || coalesce(' ' || (coalesce(after, before) ->> 'project_id'), ''), operation, actor_id, before,
        after, change_id from account_history
      order by change_id`.execute(api.db)
  ).rows;

/** The present rows, with the same fields as history. */
async function readPresent(): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await sql<{ subject: string; id: string; fields: Record<string, unknown> }>`
    select 'code' as subject, qr_codes.qr_id::text as id, code_fields(qr_codes) || jsonb_build_object('type', type,
        'scan_limit', scan_limit, 'expires_at', expires_at) as fields from qr_codes join scan_state using (qr_id)
    union all select 'project', project_id::text, jsonb_build_object('name', name, 'description', description, 'is_default', is_default,
        'is_archived', is_archived) from projects
    union all select 'template', template_id::text, jsonb_build_object('name', name, 'design', design) from style_templates
    union all select 'member', user_id, jsonb_build_object('role', role) from account_users
    union all select 'invitation', invitation_id::text, jsonb_build_object('email', email, 'role', role, 'projects', projects,
        'expires_at', expires_at) from invitations
    union all select 'key', key_id::text, jsonb_build_object('name', name, 'kind', kind, 'display_prefix', display_prefix, 'scope', scope,
        'scopes', scopes, 'has_all_projects', has_all_projects, 'expires_at', expires_at, 'revoked_at', revoked_at) from api_keys
    union all select 'account', account_id::text, jsonb_build_object('email', email, 'plan', plan, 'time_zone', time_zone, 'api_access',
        api_access, 'limit_overrides', limit_overrides, 'suspended_at', suspended_at, 'suspended_reason', suspended_reason, 'erase_at',
        erase_at, 'requires_two_factors', requires_two_factors) from accounts`.execute(api.db);
  return new Map(rows.map(({ subject, id, fields }) => [`${subject} ${id}`, fields]));
}

test('20 actors in 3 accounts: replaying history from empty gives exactly the present rows, and every actor is right', async (t) => {
  let begun = 0;
  const work = async () => {
    while (begun++ < operations) {
      const actor = pick(actors);
      const dice = random();
      if (dice < 0.25) await createCode(actor);
      else if (dice < 0.8) await changeCode(actor);
      else await changeAccount(actor);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const history = await readHistory();
  const replayed = new Map<string, Record<string, unknown>>();
  const owners = new Map(actors.map((actor) => [actor.tag, actor]));
  let attributed = 0;
  for (const { subject, id, operation, actor_id, before: was, after: became } of history) {
    const key = `${subject} ${id}`;
    const known = replayed.get(key);
    if (operation === 'created') assert.equal(known, undefined, `${key} was created twice`);
    for (const [field, value] of Object.entries(was ?? {}))
      assert.deepEqual(known?.[field], value, `${key} ${field}`);
    if (operation === 'removed') replayed.delete(key);
    else replayed.set(key, { ...known, ...became });
    const tags = new Set(JSON.stringify(operation === 'removed' ? {} : became).match(/actor\d+x/g));
    if (subject === 'key') continue;
    for (const tag of tags) {
      attributed += 1;
      assert.equal(actor_id, owners.get(tag)?.id, `${key} was changed by ${tag}`);
    }
  }
  t.diagnostic(`${operations} operations, ${history.length} changes, ${attributed} with a known author`);
  assert.ok(attributed > operations / 4, `${attributed}`);
  const present = await readPresent();
  assert.deepEqual(new Set(replayed.keys()), new Set(present.keys()));
  for (const [key, fields] of present) assert.deepEqual(replayed.get(key), fields, key);
});

test('a revert and its revert together change nothing', async (t) => {
  let tried = 0;
  // A code of an archived project can't be restored.
  await sql`update projects set is_archived = false`.execute(api.db);
  for (const account of accounts)
    for (const qrId of (codes.get(account) ?? []).slice(0, scaled(2_000, 40))) {
      const uuid = parseIdentifier('qrc', qrId) ?? assert.fail();
      const read = async () =>
        (
          await sql<{
            fields: unknown;
          }>`select code_fields(qr_codes) || jsonb_build_object('scan_limit', scan_limit, 'expires_at', expires_at) as fields
            from qr_codes join scan_state using (qr_id) where qr_id = ${uuid}`.execute(api.db)
        ).rows[0]?.fields;
      const newest = async () =>
        (
          await sql<{
            change_id: string;
          }>`select change_id from code_history where qr_id = ${uuid} order by change_id desc limit 1`.execute(
            api.db,
          )
        ).rows[0]?.change_id ?? assert.fail();
      const was = await read();
      const revert = async () =>
        api.request('POST', `/v2/qr-codes/${qrId}/revert`, {
          key: account.key,
          body: { change_id: formatIdentifier('chg', await newest()) },
        });
      if ((await revert()).status !== 200) continue;
      assert.notDeepEqual(await read(), was, qrId);
      const again = await revert();
      assert.equal(again.status, 200, JSON.stringify(again.body));
      assert.deepEqual(await read(), was, qrId);
      tried += 1;
    }
  t.diagnostic(`${tried} codes`);
  assert.ok(tried > 10);
});
