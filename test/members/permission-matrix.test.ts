import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { type Action, permissions } from '#core/permissions.ts';
import { type ProjectRole, type Role, roles } from '#core/role.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { assertNoticed } from '../support/measure/sabotage.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';
import { type DashboardRoute, listDashboardRoutes } from './dashboard-routes.ts';

interface Rule {
  /** Roles of the account that allow it. */
  allowed: Set<string>;
  isProjectEnough: boolean;
}

/** The table of docs/members.md: a second copy of the law, which `core` must agree with. */
const documented = new Map<string, Rule>(
  [
    ...readFileSync(new URL('../../docs/members.md', import.meta.url), 'utf8').matchAll(
      /^\| `([\w.]+)`: (.*)$/gm,
    ),
  ].map(([, action = '', rest = '']) => {
    const cells = rest.split('|').map((cell) => cell.trim());
    const allowed = new Set(roles.filter((_, nth) => cells[nth + 1] === 'yes'));
    return [action, { allowed, isProjectEnough: cells[5] === 'yes' }];
  }),
);

type Place = 'own' | 'other';

interface Person {
  name: string;
  role: Role | null;
  /** In the project "own". */
  projectRole: ProjectRole | null;
  isStranger?: boolean;
}

const people: Person[] = [
  // An account needs an owner before others can join.
  ...roles.toReversed().map((role) => ({ name: `${role} of the account`, role, projectRole: null })),
  ...(['viewer', 'editor', 'admin'] as const).map((role) => ({
    name: `${role} of one project`,
    role: null,
    projectRole: role,
  })),
  { name: 'viewer of the account and editor of one project', role: 'viewer', projectRole: 'editor' },
  { name: 'owner of another account', role: null, projectRole: null, isStranger: true },
];

let api: TestApi;
let accountId: string;
const projects = {} as Record<Place, string>;
const codes = {} as Record<Place, string>;
const sessions = new Map<string, BrowserSession>();
let nobody: BrowserSession;
let accountKey: string;

before(async () => {
  api = await startTestApi({
    environment: { API_BASE_URL: 'https://app.example.com', TRUSTED_PROXIES: '127.0.0.1/32' },
  });
  const account = await api.createAccount({ plan: 'enterprise' });
  accountId = account.accountId;
  accountKey = account.key;
  for (const place of ['own', 'other'] as const) {
    const { body } = await api.request('POST', '/v1/projects', { key: account.key, body: { name: place } });
    projects[place] = body.project_id;
    codes[place] = (await api.createQrCode(account, { project_id: body.project_id })).qr_id;
    await api.publishQrCode(codes[place]);
  }
  for (const [nth, person] of people.entries()) {
    const session = await signedIn(api, `198.51.100.${nth + 1}`);
    if (!person.isStranger) await join(session, person);
    sessions.set(person.name, session);
  }
  const { BrowserSession: Session } = await import('../support/scratch/browser-session.ts');
  nobody = new Session(api, '198.51.100.200');
});
after(() => api.close());

const uuid = (prefix: 'acc' | 'prj' | 'qrc', id: string) => parseIdentifier(prefix, id) ?? assert.fail(id);

async function userOf(session: BrowserSession): Promise<string> {
  const { body } = await session.get('/dashboard/api/auth/get-session');
  return body.user.id;
}

async function join(session: BrowserSession, { role, projectRole }: Person): Promise<void> {
  const userId = await userOf(session);
  const account = uuid('acc', accountId);
  await sql`insert into account_users (account_id, user_id, role) values (${account}, ${userId}, ${role})`.execute(
    api.db,
  );
  if (projectRole !== null)
    await sql`insert into member_projects (account_id, user_id, project_id, role)
      values (${account}, ${userId}, ${uuid('prj', projects.own)}, ${projectRole})`.execute(api.db);
}

/** A member whom a test may remove. */
async function makeSpare(role: Role): Promise<string> {
  const id = newUuid();
  await sql`insert into auth_users (id, name, email, email_verified) values (${id}, 'Spare', ${`${id}@example.com`}, true)`.execute(
    api.db,
  );
  await sql`insert into account_users (account_id, user_id, role) values (${uuid('acc', accountId)}, ${id}, ${role})`.execute(
    api.db,
  );
  return id;
}

/** Whether the documents allow a person to do this in a project. */
function isAllowed(person: Person, action: string, place: Place | null): boolean {
  const rule = documented.get(action) ?? assert.fail(`docs/members.md lacks ${action}`);
  if (person.isStranger) return false;
  if (person.role !== null && rule.allowed.has(person.role)) return true;
  if (!rule.isProjectEnough || person.projectRole === null) return false;
  return place !== 'other' && rule.allowed.has(person.projectRole);
}

/** An endpoint that a test may delete. */
async function makeEndpoint(place: Place): Promise<string> {
  const { body } = await api.request('POST', '/v2/webhook-endpoints', {
    key: accountKey,
    body: { url: 'https://example.com/hooks', project_id: projects[place] },
  });
  return body.endpoint_id;
}

async function makeFolder(place: Place): Promise<string> {
  const folderId = newUuid();
  await sql`insert into folders (folder_id, account_id, project_id, name)
    select ${folderId}, account_id, project_id, 'Folder' from projects where project_id = ${parseIdentifier('prj', projects[place])}`.execute(
    api.db,
  );
  return formatIdentifier('fld', folderId);
}

/** By the last part of the path. */
const webhookBodies: Record<string, unknown> = {
  ':id': { description: 'renamed' },
  'rotate-secret': { expires_in: 60 },
  test: { type: 'qr.updated' },
  replay: { after: `evt_${'0'.repeat(26)}` },
};

interface Attempt {
  route: DashboardRoute;
  path: string;
  /** Null: it concerns no project. */
  place: Place | null;
  body?: unknown;
  /** What the operation asks for, if that is more than the route says. */
  action: Action;
}

/** Everything that can be tried with a route: in both projects, if it concerns one. */
async function attemptsOf(route: DashboardRoute): Promise<Attempt[]> {
  const { method, path, access } = route;
  const attempt = { route, path, place: null, action: access as Action };
  const inProjects = (make: (place: Place) => Partial<Attempt>): Attempt[] =>
    (['own', 'other'] as const).map((place) => ({ ...attempt, place, ...make(place) }));
  const body = method === 'GET' ? {} : { body: {} };
  if (path === '/dashboard/api/members/:id') {
    const target = method === 'DELETE' ? await makeSpare('viewer') : await makeSpare('editor');
    return [{ ...attempt, ...body, path: path.replace(':id', target), action: 'members.change' }];
  }
  if (path.startsWith('/dashboard/api/projects/:id'))
    return inProjects((place) => ({ ...body, path: path.replace(':id', projects[place]) }));
  if (path.startsWith('/dashboard/api/analytics/:id'))
    return ['projects', 'codes'].flatMap((kind) =>
      inProjects((place) => ({
        path: path.replace(':id', kind === 'codes' ? codes[place] : projects[place]),
      })),
    );
  if (path === '/dashboard/api/qr-codes' && method === 'POST')
    return inProjects((place) => ({
      body: { type: 'url', label: 'x', redirect_url: 'https://example.com/', project_id: projects[place] },
    }));
  if (path.startsWith('/dashboard/api/webhooks/:id')) {
    await sql`delete from webhook_endpoints`.execute(api.db);
    const made = { own: await makeEndpoint('own'), other: await makeEndpoint('other') };
    return inProjects((place) => ({
      ...(method !== 'GET' && { body: webhookBodies[path.split('/').at(-1) ?? ''] ?? {} }),
      path: path.replace(':id', made[place]),
    }));
  }
  if (path === '/dashboard/api/folders/:id') {
    await sql`delete from folders`.execute(api.db);
    const made = { own: await makeFolder('own'), other: await makeFolder('other') };
    return inProjects((place) => ({
      ...(method === 'PATCH' && { body: { name: 'Renamed' } }),
      path: path.replace(':id', made[place]),
    }));
  }
  // A body is checked before the code is looked up, so it must be valid.
  if (/:id/.test(path) && /qr-codes|\/live/.test(path))
    return inProjects((place) => ({
      ...(method === 'PATCH' && { body: { label: 'renamed' } }),
      ...(path.endsWith('/watch') && method === 'PUT' && { body: { scans: true } }),
      ...(path.endsWith('/revert') && { body: { change_id: `chg_${'0'.repeat(26)}` } }),
      path: path.replace(':id', codes[place]).replace(':format', 'svg'),
    }));
  return [{ ...attempt, ...body, path: path.replace(':id', 'unknown') }];
}

type Result = 'allowed' | 'forbidden' | 'hidden' | 'signed out';

async function tryAs(session: BrowserSession, { route, path, body }: Attempt): Promise<Result> {
  const ending = new AbortController();
  const response = await fetch(api.url + path, {
    method: route.method,
    signal: ending.signal,
    headers: {
      origin: 'https://app.example.com',
      'x-forwarded-for': '198.51.100.77',
      'x-waypost-account': accountId,
      cookie: [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.status === 200 || response.status === 201) {
    ending.abort();
    return 'allowed';
  }
  const error = (await response.json()) as { code: string; message: string };
  assert.ok(response.status < 500, `${path}: ${JSON.stringify(error)}`);
  if (error.code === 'unauthorized') return 'signed out';
  if (error.code === 'forbidden') return 'forbidden';
  // Not "There is no such template": that one may look for it.
  if (/^There is no such (QR code|project|code or project|webhook endpoint|folder)\.$/.test(error.message))
    return 'hidden';
  return 'allowed';
}

test('the documents list every action, and core agrees with them', () => {
  assert.deepEqual([...documented.keys()].toSorted(), Object.keys(permissions).toSorted());
  for (const [action, { role, place }] of Object.entries(permissions)) {
    const { allowed, isProjectEnough } = documented.get(action) ?? assert.fail(action);
    assert.deepEqual([...allowed], roles.slice(roles.indexOf(role)), action);
    assert.equal(place !== 'account', isProjectEnough, action);
  }
});

test('every request of the dashboard, as every kind of member, in both projects: the response is what the documents say', async (t) => {
  const routes = (await listDashboardRoutes()).filter(
    ({ access }) => access !== 'public' && access !== 'user',
  );
  assert.ok(routes.length > 30, `${routes.length} routes`);
  const deviations: string[] = [];
  let cells = 0;
  for (const route of routes)
    for (const person of people)
      for (const attempt of await attemptsOf(route)) {
        const result = await tryAs(sessions.get(person.name) ?? assert.fail(), attempt);
        const isSeen = person.isStranger || isAllowed(person, 'projects.read', attempt.place);
        const wanted = isAllowed(person, attempt.action, attempt.place)
          ? 'allowed'
          : isSeen || !isAllowed(person, attempt.action, 'own')
            ? 'forbidden'
            : 'hidden';
        cells += 1;
        if (result !== wanted)
          deviations.push(
            `${route.method} ${attempt.path} in ${attempt.place} as ${person.name}: ${result}, not ${wanted}`,
          );
      }
  for (const route of routes)
    for (const attempt of await attemptsOf(route)) {
      cells += 1;
      const result = await tryAs(nobody, attempt);
      if (result !== 'signed out') deviations.push(`${route.method} ${attempt.path} signed out: ${result}`);
    }
  t.diagnostic(`${cells} cells, ${deviations.length} deviations`);
  assert.deepEqual(deviations, []);
});

test('members of one project see only its codes and projects in lists', async () => {
  const headers = { 'x-waypost-account': accountId };
  for (const person of people.filter(({ isStranger }) => !isStranger)) {
    const session = sessions.get(person.name) ?? assert.fail();
    const listed = async (path: string) =>
      (await session.send('GET', path, undefined, headers)).body.items as Record<string, string>[];
    const seen = person.role === null ? [projects.own] : [projects.own, projects.other];
    const projectIds = (await listed('/dashboard/api/projects')).map(({ project_id }) => project_id);
    assert.deepEqual(
      new Set(projectIds.filter((id) => id === projects.own || id === projects.other)),
      new Set(seen),
      person.name,
    );
    if (person.role === null) assert.equal(projectIds.length, 1, person.name);
    for (const query of ['', '?label_contains=x', '?label_contains=xyz', '?status=archived'])
      for (const code of await listed(`/dashboard/api/qr-codes${query}`))
        assert.ok(seen.includes(code['project_id'] ?? ''), `${person.name} ${query}`);
    const found = await listed('/dashboard/api/qr-codes');
    assert.ok(found.length > 0, person.name);
  }
});

if (process.env['WAYPOST_SABOTAGED'] === undefined) {
  const noticed = (file: string, from: string, to: string, pattern: string) =>
    assertNoticed({
      file,
      from,
      to,
      test: 'test/members/permission-matrix.test.ts',
      pattern,
      environment: { WAYPOST_SABOTAGED: '1' },
      isFullSizeOnly: true,
    });
  test('a sabotaged table is noticed', () =>
    noticed(
      'src/core/permissions.ts',
      "role: 'editor',\n    place: 'project',\n    words: 'create or change codes",
      "role: 'viewer',\n    place: 'project',\n    words: 'create or change codes",
      'every request of the dashboard',
    ));
  test('an operation that does not ask is noticed', () =>
    noticed(
      'src/features/qr-codes/plan-change.ts',
      "permit(actor, 'codes.change', seen.project_id);",
      '',
      'every request of the dashboard',
    ));
}
