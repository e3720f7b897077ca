import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { DnsDouble } from '../support/doubles/dns-double.ts';
import { OidcDouble, type OidcPerson } from '../support/doubles/oidc-double.ts';
import { BrowserSession } from '../support/scratch/browser-session.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const base = 'https://app.example.com';
let api: TestApi;
/** Other processes on the same database. */
let others: TestApi[];
let dns: DnsDouble;
const records = new Map<string, string[]>();
let provider: OidcDouble;
let owner: BrowserSession;
let ownerId: string;
let accountId: string;
let domain: string;
let networks = 0;

const newAddress = () => `198.51.${100 + Math.floor(++networks / 250)}.${networks % 250}`;

before(async () => {
  dns = await DnsDouble.start((name, type) =>
    type === 'TXT' ? (records.get(name) ?? 'nxdomain') : 'nxdomain',
  );
  const environment = { API_BASE_URL: base, TRUSTED_PROXIES: '127.0.0.1/32', DNS_SERVERS: dns.address };
  api = await startTestApi({ environment });
  const databaseUrl = api.config.databaseDirectUrl;
  others = await Promise.all([1, 2, 3].map(() => startTestApi({ environment, databaseUrl })));
  provider = await OidcDouble.start(`${base}/dashboard/api/sso/callback`);
});
after(async () => {
  provider.close();
  dns.close();
  for (const other of others) await other.close();
  await api.close();
});

const uuid = (id: string) => parseIdentifier('acc', id) ?? assert.fail(id);

/** An account whose provider is set up and whose domain is verified. */
beforeEach(async () => {
  domain = `corp-${randomBytes(4).toString('hex')}.example`;
  owner = await signedIn(api, newAddress(), `owner@${domain}`);
  const { body } = await owner.get('/dashboard/api/me');
  accountId = body.account.account_id;
  ownerId = body.user.user_id;
  await sql`update accounts set plan = 'enterprise' where account_id = ${uuid(accountId)}`.execute(api.db);
  person({});
  provider.spoil = null;
  provider.isForged = false;
  const saved = await save({});
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  const { name, value } = saved.body.sso.record;
  records.set(name, [value]);
  const verified = await owner.post('/dashboard/api/sso/verify');
  assert.equal(verified.status, 200, JSON.stringify(verified.body));
});

const save = (changes: object) =>
  owner.send('PUT', '/dashboard/api/sso', {
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    mail_domain: domain,
    group_roles: { staff: 'editor', boss: 'admin' },
    default_role: null,
    ...changes,
  });

function person(changes: Partial<OidcPerson>): void {
  provider.person = {
    sub: `u-${randomBytes(4).toString('hex')}`,
    email: `ana@${domain}`,
    email_verified: true,
    name: 'Ana',
    groups: ['staff'],
    ...changes,
  };
}

/** Follows the provider's pages like a browser, up to the way back. */
async function visitProvider(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hops = 0; hops < 10; hops++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location') ?? assert.fail(await response.text());
    url = new URL(location, url).href;
    if (url.startsWith(base)) return url.slice(base.length);
  }
  return assert.fail('the provider never sends the browser back');
}

async function start(session: BrowserSession, body: object = { email: `ana@${domain}` }): Promise<string> {
  const answer = await session.post('/dashboard/api/sso/start', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.url ?? assert.fail(JSON.stringify(answer.body));
}

/** Signs in through the provider; returns where the browser ends up. */
async function signIn(session: BrowserSession): Promise<string> {
  const back = await visitProvider(await start(session));
  const answer = await session.get(back);
  assert.equal(answer.status, 302);
  return answer.headers.get('location') ?? '';
}

const newBrowser = () => new BrowserSession(api, newAddress());
const failed = (code: string) => `/dashboard/sign-in?error=${code}`;

describe('signing in with a provider', () => {
  test('makes a new member with the role of their groups, for 12 hours, in this account only', async () => {
    const session = newBrowser();
    assert.equal(await signIn(session), '/dashboard');
    const { status, body } = await session.get('/dashboard/api/me');
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.account.account_id, body.role, body.user.email, body.user.name, body.is_sso_session],
      [accountId, 'editor', `ana@${domain}`, 'Ana', true],
    );
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from auth_sessions
      where sso_account_id = ${uuid(accountId)}`.execute(api.db);
    assert.deepEqual(rows, [{ hours: 12 }]);
    await sql`update auth_sessions set expires_at = now() + interval '30 days' where sso_account_id = ${uuid(accountId)}`.execute(
      api.db,
    );
    const { rows: later } = await sql<{ hours: number }>`
      select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from auth_sessions
      where sso_account_id = ${uuid(accountId)}`.execute(api.db);
    assert.deepEqual(later, [{ hours: 12 }], 'nothing prolongs it');
  });

  test('with the code flow, PKCE, a nonce and the address as a hint', async () => {
    await signIn(newBrowser());
    const request = provider.requests.at(-1) ?? assert.fail();
    assert.deepEqual(
      ['response_type', 'code_challenge_method', 'login_hint'].map((name) => request.get(name)),
      ['code', 'S256', `ana@${domain}`],
    );
    for (const name of ['state', 'nonce', 'code_challenge'])
      assert.ok((request.get(name) ?? '').length >= 32, name);
  });

  test('the second time it is the same member, with the role of today', async () => {
    await signIn(newBrowser());
    provider.person = { ...provider.person, groups: ['boss', 'staff'], email: `renamed@${domain}` };
    const session = newBrowser();
    assert.equal(await signIn(session), '/dashboard');
    const { body } = await session.get('/dashboard/api/me');
    assert.deepEqual([body.role, body.user.email], ['admin', `ana@${domain}`]);
    const { body: list } = await owner.get('/dashboard/api/members');
    assert.equal(list.items.length, 2);
  });

  test('an owner stays an owner, whatever their groups', async () => {
    person({ email: `owner@${domain}` });
    const session = newBrowser();
    assert.equal(await signIn(session), '/dashboard');
    const { body } = await session.get('/dashboard/api/me');
    assert.deepEqual([body.role, body.user.user_id], ['owner', ownerId]);
  });

  test('an address whose domain nobody has verified has no provider', async () => {
    const { body } = await newBrowser().post('/dashboard/api/sso/start', { email: 'ana@elsewhere.example' });
    assert.deepEqual(body, { ok: true, url: null });
  });
});

describe('is refused', () => {
  const refused = async (code: string) => {
    const session = newBrowser();
    assert.equal(await signIn(session), failed(code));
    assert.equal((await session.get('/dashboard/api/me')).status, 401);
    assert.equal((await owner.get('/dashboard/api/members')).body.items.length, 1);
  };

  test('with the nonce of another sign-in', async () => {
    provider.spoil = (claims) => ({ ...claims, nonce: 'another' });
    await refused('sso_failed');
  });

  test('with a token for another audience', async () => {
    provider.spoil = (claims) => ({ ...claims, aud: 'another client' });
    await refused('sso_failed');
  });

  test('with a token of another issuer', async () => {
    provider.spoil = (claims) => ({ ...claims, iss: 'https://evil.example' });
    await refused('sso_failed');
  });

  test('with an expired token', async () => {
    provider.spoil = (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1_000) - 3_600 });
    await refused('sso_failed');
  });

  test('with a token that somebody else signed', async () => {
    provider.isForged = true;
    await refused('sso_failed');
  });

  test('without a confirmed email address', async () => {
    person({ email_verified: false });
    await refused('sso_email_unverified');
  });

  test('with an address of another domain', async () => {
    person({ email: 'ana@elsewhere.example' });
    await refused('sso_wrong_domain');
  });

  test('without a group that has a role', async () => {
    person({ groups: ['guests', '__proto__', 'constructor'] });
    await refused('sso_no_role');
  });

  test('if the plan has no room', async () => {
    await sql`update accounts set plan = 'enterprise', limit_overrides = '{"members": 1}' where account_id = ${uuid(accountId)}`.execute(
      api.db,
    );
    await refused('sso_full');
  });

  test('with an expired code', async () => {
    const session = newBrowser();
    const back = await visitProvider(await start(session));
    await new Promise((resolve) => setTimeout(resolve, 3_200));
    assert.equal((await session.get(back)).headers.get('location'), failed('sso_failed'));
  });

  test('for a second time with the same way back, also if the cookie was kept', async () => {
    const session = newBrowser();
    const back = await visitProvider(await start(session));
    const cookies = new Map(session.cookies);
    assert.equal((await session.get(back)).headers.get('location'), '/dashboard');
    const thief = newBrowser();
    assert.equal((await thief.get(back)).headers.get('location'), failed('sso_failed'));
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    assert.equal((await thief.get(back)).headers.get('location'), failed('sso_failed'));
  });

  test('in a browser that did not start it', async () => {
    const attacker = newBrowser();
    const back = await visitProvider(await start(attacker));
    const victim = newBrowser();
    await start(victim);
    assert.equal((await victim.get(back)).headers.get('location'), failed('sso_failed'));
  });

  test('for somebody who got the address of a former colleague', async () => {
    assert.equal(await signIn(newBrowser()), '/dashboard');
    provider.person = { ...provider.person, sub: 'somebody-else' };
    assert.equal(await signIn(newBrowser()), failed('sso_other_identity'));
  });
});

describe('a session of a provider', () => {
  test('does not open other accounts of the same user, nor anything that would: linking an identity is no takeover', async () => {
    const email = `victim@${domain}`;
    const victim = await signedIn(api, newAddress(), email);
    const { body: own } = await victim.get('/dashboard/api/me');
    assert.notEqual(own.account.account_id, accountId);
    person({ email });
    const attacker = newBrowser();
    assert.equal(await signIn(attacker), '/dashboard');
    const headers = { 'x-waypost-account': own.account.account_id };
    const elsewhere = await attacker.send('GET', '/dashboard/api/me', undefined, headers);
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'forbidden']);
    const { body: me } = await attacker.get('/dashboard/api/me');
    assert.deepEqual([me.account.account_id, me.accounts.length], [accountId, 1]);
    for (const [method, path, body] of [
      ['GET', '/dashboard/api/accounts'],
      ['POST', '/dashboard/api/accounts/switch', { account_id: own.account.account_id }],
      ['POST', '/dashboard/api/reauthenticate', { password: 'correct horse battery' }],
      ['GET', '/dashboard/api/auth/list-sessions'],
      ['POST', '/dashboard/api/auth/revoke-sessions', {}],
      ['GET', '/dashboard/api/auth/passkey/generate-register-options'],
      ['POST', '/dashboard/api/auth/change-password', { currentPassword: 'x', newPassword: 'yyyyyyyyyyyy' }],
      ['POST', '/dashboard/api/auth/two-factor/enable', { password: 'x' }],
    ] as const) {
      const answer = await attacker.send(method, path, body);
      assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], path);
    }
    assert.equal((await victim.get('/dashboard/api/me')).body.account.account_id, own.account.account_id);
  });

  test('confirms an identity by signing in again at the provider', async () => {
    person({ groups: ['boss'] });
    const session = newBrowser();
    await signIn(session);
    await sql`update auth_sessions set proved_at = now() - interval '1 hour' where sso_account_id = ${uuid(accountId)}`.execute(
      api.db,
    );
    const create = () => session.post('/dashboard/api/keys', { name: 'Key' });
    assert.equal((await create()).body.code, 'reauthentication_required');
    const back = await visitProvider(await start(session, { reauthenticate: true }));
    assert.equal(provider.requests.at(-1)?.get('max_age'), '0');
    assert.equal((await session.get(back)).headers.get('location'), '/dashboard?confirmed=sso');
    assert.equal((await create()).status, 201);
  });

  test('is not proved by signing in alone, and a provider confirms no session of a password', async () => {
    person({ groups: ['boss'] });
    const session = newBrowser();
    await signIn(session);
    assert.equal(
      (await session.post('/dashboard/api/keys', { name: 'Key' })).body.code,
      'reauthentication_required',
    );
    const answer = await owner.post('/dashboard/api/sso/start', {
      reauthenticate: true,
      email: `x@${domain}`,
    });
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden']);
  });

  test('of a member with single projects keeps them, unless a group gives another role', async () => {
    const email = `limited@${domain}`;
    const limited = await signedIn(api, newAddress(), email);
    const { body } = await limited.get('/dashboard/api/auth/get-session');
    await sql`insert into account_users (account_id, user_id, role) values (${uuid(accountId)}, ${body.user.id}, null)`.execute(
      api.db,
    );
    await save({ default_role: 'viewer', group_roles: {} });
    person({ email, groups: [] });
    const session = newBrowser();
    assert.equal(await signIn(session), '/dashboard');
    const { rows } = await sql<{ role: string | null }>`
      select role from account_users where account_id = ${uuid(accountId)} and user_id = ${body.user.id}`.execute(
      api.db,
    );
    assert.deepEqual(rows, [{ role: null }]);
  });

  test('is not confirmed by an old sign-in at the provider, or by another person', async () => {
    person({ groups: ['boss'] });
    const session = newBrowser();
    await signIn(session);
    provider.spoil = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1_000) - 3_600 });
    const old = await visitProvider(await start(session, { reauthenticate: true }));
    assert.equal((await session.get(old)).headers.get('location'), failed('sso_failed'));
    provider.spoil = null;
    person({ email: `eve@${domain}`, groups: ['boss'] });
    const other = await visitProvider(await start(session, { reauthenticate: true }));
    assert.equal((await session.get(other)).headers.get('location'), failed('sso_failed'));
  });

  test('ends when single sign-on is removed or gets another provider', async () => {
    const session = newBrowser();
    await signIn(session);
    assert.equal(
      (await save({ client_id: 'another', client_secret: undefined })).status,
      400,
      'the secret is of the other client',
    );
    assert.equal((await save({ client_id: 'another', client_secret: 'x' })).status, 200);
    assert.equal((await session.get('/dashboard/api/me')).status, 401);
    assert.equal((await owner.send('DELETE', '/dashboard/api/sso')).status, 200);
    assert.deepEqual((await newBrowser().post('/dashboard/api/sso/start', { email: `a@${domain}` })).body, {
      ok: true,
      url: null,
    });
  });
});

describe('enforcement', () => {
  const enforce = (isEnforced: boolean) =>
    owner.send('PATCH', '/dashboard/api/sso', { is_enforced: isEnforced });
  const giveTwoFactors = (userId: string) =>
    sql`update auth_users set two_factor_enabled = true where id = ${userId}`.execute(api.db);

  test('needs an owner with two factors, and then refuses passwords within a second on four processes', async (t) => {
    const refused = await enforce(true);
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
    await giveTwoFactors(ownerId);
    const member = await signedIn(api, newAddress(), `bob@${domain}`);
    const { body } = await member.get('/dashboard/api/auth/get-session');
    await sql`insert into account_users (account_id, user_id, role) values (${uuid(accountId)}, ${body.user.id}, 'admin')`.execute(
      api.db,
    );
    const headers = { 'x-waypost-account': accountId };
    const elsewhere = [api, ...others].map((process) => {
      const session = new BrowserSession(process, newAddress());
      for (const [name, value] of member.cookies) session.cookies.set(name, value);
      return session;
    });
    for (const session of elsewhere)
      assert.equal((await session.send('GET', '/dashboard/api/me', undefined, headers)).status, 200);
    assert.equal((await enforce(true)).status, 200);
    const started = performance.now();
    for (const session of elsewhere) {
      const answer = await session.send('GET', '/dashboard/api/me', undefined, headers);
      assert.deepEqual([answer.status, answer.body.code], [403, 'sso_required']);
    }
    t.diagnostic(`${Math.round(performance.now() - started)} ms`);
    assert.ok(performance.now() - started < 1_000);
    assert.equal(
      (await owner.get('/dashboard/api/me')).status,
      200,
      'an owner with two factors can always get in',
    );
    const second = await signedIn(api, newAddress());
    const { body: other } = await second.get('/dashboard/api/auth/get-session');
    await sql`insert into account_users (account_id, user_id, role) values (${uuid(accountId)}, ${other.user.id}, 'owner')`.execute(
      api.db,
    );
    const leaving = await owner.send('DELETE', `/dashboard/api/members/${ownerId}`);
    assert.deepEqual([leaving.status, leaving.body.code], [409, 'conflict'], 'nobody else could get in');
    const throughProvider = newBrowser();
    assert.equal(await signIn(throughProvider), '/dashboard');
    assert.equal((await throughProvider.get('/dashboard/api/me')).status, 200);
    await sql`update auth_users set two_factor_enabled = false where id = ${ownerId}`.execute(api.db);
    assert.equal((await owner.get('/dashboard/api/me')).body.code, 'sso_required');
  });

  test('a password alone adds no second factor to an owner, and the last way in can not be removed', async () => {
    await giveTwoFactors(ownerId);
    const second = await signedIn(api, newAddress());
    const { body: other } = await second.get('/dashboard/api/auth/get-session');
    await sql`insert into account_users (account_id, user_id, role) values (${uuid(accountId)}, ${other.user.id}, 'owner')`.execute(
      api.db,
    );
    assert.equal((await enforce(true)).status, 200);
    const password = 'correct horse battery';
    const added = await second.post('/dashboard/api/auth/two-factor/enable', { password });
    assert.deepEqual([added.status, added.body.code], [403, 'forbidden']);
    const removed = await owner.post('/dashboard/api/auth/two-factor/disable', { password });
    assert.deepEqual([removed.status, removed.body.code], [409, 'conflict']);
  });

  test('two factors can be required of all members, with the next request', async () => {
    const member = await signedIn(api, newAddress());
    const { body } = await member.get('/dashboard/api/auth/get-session');
    await sql`insert into account_users (account_id, user_id, role) values (${uuid(accountId)}, ${body.user.id}, 'admin')`.execute(
      api.db,
    );
    const read = () => member.send('GET', '/dashboard/api/me', undefined, { 'x-waypost-account': accountId });
    assert.equal((await read()).status, 200);
    const set = await owner.send('PATCH', '/dashboard/api/sso', { requires_two_factors: true });
    assert.equal(set.status, 200);
    assert.deepEqual([(await read()).status, (await read()).body.code], [403, 'two_factor_required']);
    await giveTwoFactors(body.user.id);
    assert.equal((await read()).status, 200);
  });
});

describe('setting it up', () => {
  test('the secret is never shown, and kept when it is left out', async () => {
    const { body } = await owner.get('/dashboard/api/sso');
    assert.equal(JSON.stringify(body).includes(provider.clientSecret), false);
    const saved = await save({ client_secret: undefined, default_role: 'viewer' });
    assert.deepEqual([saved.status, saved.body.sso.verified_at !== null], [200, true]);
    person({ groups: [] });
    assert.equal(await signIn(newBrowser()), '/dashboard');
    const { rows } = await sql<{
      text: string;
    }>`select account_history::text as text from account_history where subject = 'sso'`.execute(api.db);
    assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes('\\x')), 'history has no secret');
  });

  test('another domain must be verified again; one domain belongs to one account', async () => {
    const changed = await save({ mail_domain: `other.${domain}` });
    assert.equal(changed.body.sso.verified_at, null);
    const rival = await signedIn(api, newAddress());
    await rival.get('/dashboard/api/me');
    await save({ mail_domain: domain });
    const again = await owner.post('/dashboard/api/sso/verify');
    assert.equal(again.status, 409, 'the token is a new one');
    const claim = await rival.send('PUT', '/dashboard/api/sso', {
      issuer: provider.issuer,
      client_id: 'x',
      client_secret: 'y',
      mail_domain: domain,
    });
    const { name, value } = claim.body.sso.record;
    records.set(name, [value]);
    assert.equal((await rival.post('/dashboard/api/sso/verify')).status, 200);
    const { body } = await owner.get('/dashboard/api/sso');
    records.set(body.sso.record.name, [body.sso.record.value]);
    assert.equal((await owner.post('/dashboard/api/sso/verify')).body.code, 'conflict');
  });

  test('an issuer that does not answer is refused, with the reason', async () => {
    const answer = await save({ issuer: 'http://127.0.0.1:1' });
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request']);
    assert.match(answer.body.message, /Check the issuer/);
  });
});

test('in production, a private address is no provider', async () => {
  const strict = await startTestApi({
    environment: { API_BASE_URL: base, TRUSTED_PROXIES: '127.0.0.1/32', ALLOW_PRIVATE_DESTINATIONS: 'off' },
  });
  const session = await signedIn(strict, newAddress());
  await session.get('/dashboard/api/me');
  const seen = provider.requests.length;
  const answer = await session.send('PUT', '/dashboard/api/sso', {
    issuer: provider.issuer,
    client_id: 'x',
    client_secret: 'y',
    mail_domain: 'corp.example',
  });
  assert.deepEqual([answer.status, provider.requests.length], [400, seen]);
  await strict.close();
});
