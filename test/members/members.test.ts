import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { mailTo } from '../support/data/mail-reader.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { SmtpDouble } from '../support/doubles/smtp-double.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { BrowserSession, type PageAnswer } from '../support/scratch/browser-session.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const members = '/dashboard/api/members';
const invitations = '/dashboard/api/invitations';

let smtp: SmtpDouble;
let worker: ProcessPart;
let api: TestApi;
/** Other processes on the same database. */
let others: TestApi[];
let networks = 0;

before(async () => {
  smtp = await SmtpDouble.start();
  const environment = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Waypost <hello@waypost.example>',
    API_BASE_URL: 'https://app.example.com',
    TRUSTED_PROXIES: '127.0.0.1/32',
  };
  api = await startTestApi({ environment });
  const databaseUrl = api.config.databaseDirectUrl;
  others = await Promise.all([1, 2, 3].map(() => startTestApi({ environment, databaseUrl })));
  worker = await startWorker(quietProcess(api.config));
});
after(async () => {
  await worker.drain();
  await worker.close();
  for (const other of others) await other.close();
  await api.close();
  smtp.close();
});

const newEmail = () => `${randomBytes(5).toString('hex')}@example.com`;
/** Every user has their own address, so that limits don't interfere. */
const newAddress = () => `198.51.100.${(networks = (networks + 1) % 250)}`;

interface Person {
  session: BrowserSession;
  email: string;
  userId: string;
}

async function makePerson(email = newEmail()): Promise<Person> {
  const session = await signedIn(api, newAddress(), email);
  const { body } = await session.get('/dashboard/api/auth/get-session');
  return { session, email, userId: body.user.id };
}

interface Owner extends Person {
  accountId: string;
}

/** A user with an account that may have many members. */
async function makeOwner(): Promise<Owner> {
  const person = await makePerson();
  const { body } = await person.session.get('/dashboard/api/me');
  const accountId: string = body.account.account_id;
  await sql`update accounts set plan = 'enterprise' where account_id = ${parseIdentifier('acc', accountId)}`.execute(
    api.db,
  );
  return { ...person, accountId };
}

const isInvitation = /Subject: You are invited/;

/** The token of the newest invitation, once this many have arrived. */
async function tokenFor(email: string, count = 1): Promise<string> {
  const arrived = () => smtp.mails.filter(({ to, data }) => to === email && isInvitation.test(data)).length;
  for (let tries = 0; tries < 12_000 && arrived() < count; tries++) await sleep(25);
  assert.equal(arrived(), count);
  const mail = await mailTo(smtp, email, isInvitation);
  return /\/dashboard\/invitation#(\S+)/.exec(mail)?.[1] ?? assert.fail(mail);
}

const invite = (owner: Person, email: string, roles: object): Promise<PageAnswer> =>
  owner.session.post(invitations, { email, ...roles });

const accept = ({ session }: Person, token: string) => session.post(`${invitations}/accept`, { token });

/** A member of the owner's account, through an invitation. */
async function makeMember(owner: Owner, roles: object): Promise<Person> {
  const email = newEmail();
  assert.equal((await invite(owner, email, roles)).status, 201);
  const person = await makePerson(email);
  const accepted = await accept(person, await tokenFor(email));
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  return person;
}

const as = ({ session }: Person, accountId: string, method: string, path: string, body?: unknown) =>
  session.send(method, path, body, { 'x-waypost-account': accountId });

describe('an invitation', () => {
  test('lets a new user in with the role of the invitation, without an account of their own', async () => {
    const owner = await makeOwner();
    const email = newEmail();
    const made = await invite(owner, email, { role: 'editor' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const person = await makePerson(email);
    const token = await tokenFor(email);
    const preview = await new BrowserSession(api, newAddress()).post(`${invitations}/preview`, { token });
    assert.deepEqual(
      [preview.status, preview.body.email, preview.body.account_email, preview.body.inviter_name],
      [200, email, owner.email, 'Ada'],
    );
    assert.equal((await accept(person, token)).status, 200);
    const { body: me } = await person.session.get('/dashboard/api/me');
    assert.deepEqual([me.account.account_id, me.role], [owner.accountId, 'editor']);
    assert.equal(me.accounts.length, 1);
    const listed = await owner.session.get(members);
    assert.deepEqual(
      listed.body.items.map(({ email: own, role }: Record<string, string>) => [own, role]),
      [
        [owner.email, 'owner'],
        [email, 'editor'],
      ],
    );
    for (const kind of [/Subject: Waypost: a member was invited/, /Subject: Waypost: a member joined/])
      await mailTo(smtp, owner.email, kind);
  });

  test('works once, also for ten requests at once', async () => {
    const owner = await makeOwner();
    const person = await makePerson();
    await invite(owner, person.email, { role: 'viewer' });
    const token = await tokenFor(person.email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(person, token)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, ...Array.from({ length: 9 }, () => 404)],
    );
    assert.equal((await accept(person, token)).status, 404);
  });

  test('is bound to its address, whatever its letter case', async () => {
    const owner = await makeOwner();
    const [invited, thief] = [await makePerson(), await makePerson()];
    await invite(owner, invited.email.toUpperCase(), { role: 'admin' });
    const token = await tokenFor(invited.email);
    const stolen = await accept(thief, token);
    assert.deepEqual([stolen.status, stolen.body.code], [403, 'forbidden']);
    assert.match(stolen.body.message, new RegExp(`for ${invited.email}`));
    assert.equal((await accept(invited, token)).status, 200);
  });

  test('ends after seven days, when it is revoked, and when a second one replaces it', async () => {
    const owner = await makeOwner();
    const person = await makePerson();
    await invite(owner, person.email, { role: 'viewer' });
    const first = await tokenFor(person.email);
    const second = await invite(owner, person.email, { role: 'editor' });
    assert.equal((await accept(person, first)).status, 404);
    const { body } = await owner.session.get(invitations);
    assert.deepEqual(
      body.items.map(({ email, role }: Record<string, string>) => [email, role]),
      [[person.email, 'editor']],
    );
    const path = `${invitations}/${second.body.invitation.invitation_id}`;
    const days = (Date.parse(second.body.invitation.expires_at) - Date.now()) / 86_400_000;
    assert.ok(days > 6.99 && days <= 7, `${days} days`);
    // Somebody else's admin can't revoke it.
    assert.equal((await (await makeOwner()).session.send('DELETE', path)).status, 404);
    assert.equal((await owner.session.send('DELETE', path)).status, 200);
    assert.equal((await owner.session.send('DELETE', path)).status, 404);
    await invite(owner, person.email, { role: 'viewer' });
    await sql`update invitations set expires_at = now() - interval '1 second' where email = ${person.email}`.execute(
      api.db,
    );
    assert.equal((await accept(person, await tokenFor(person.email, 3))).status, 404);
  });

  test('is limited by the plan, exactly, also for twenty requests at once', async () => {
    const owner = await makeOwner();
    await sql`update accounts set limit_overrides = '{"members": 5}' where account_id = ${parseIdentifier('acc', owner.accountId)}`.execute(
      api.db,
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => invite(owner, newEmail(), { role: 'viewer' })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 4);
    const refused = answers.find(({ status }) => status !== 201);
    assert.deepEqual([refused?.status, refused?.body.code], [402, 'quota_exceeded_member']);
  });

  test('gives no more than the inviter has, and only projects of the account', async () => {
    const owner = await makeOwner();
    const admin = await makeMember(owner, { role: 'admin' });
    const asOwner = await as(admin, owner.accountId, 'POST', invitations, {
      email: newEmail(),
      role: 'owner',
    });
    assert.deepEqual([asOwner.status, asOwner.body.code], [403, 'forbidden']);
    const foreign = (await (await makeOwner()).session.get('/dashboard/api/projects')).body.items[0]
      .project_id;
    const refused = await invite(owner, newEmail(), { role: null, projects: { [foreign]: 'viewer' } });
    assert.deepEqual([refused.status, refused.body.code], [404, 'project_not_found']);
    for (const roles of [
      {},
      { role: 'boss' },
      { role: null, projects: {} },
      { role: null, projects: { x: 1 } },
    ])
      assert.equal((await invite(owner, newEmail(), roles)).status, 400, JSON.stringify(roles));
    assert.equal((await invite(owner, owner.email, { role: 'viewer' })).status, 409);
  });
});

describe('invitations that must not work any more', () => {
  test('end when the operator gives the account to another address, and its owner gets in', async () => {
    const owner = await makeOwner();
    const person = await makePerson();
    await invite(owner, person.email, { role: 'owner' });
    const token = await tokenFor(person.email);
    const heir = newEmail();
    await sql`update accounts set email = ${heir} where account_id = ${parseIdentifier('acc', owner.accountId)}`.execute(
      api.db,
    );
    assert.equal((await accept(person, token)).status, 404);
    const { body } = await (await makePerson(heir)).session.get('/dashboard/api/me');
    assert.deepEqual([body.account.account_id, body.role], [owner.accountId, 'owner']);
  });

  test('end when their sender is removed or gets another role', async () => {
    const owner = await makeOwner();
    for (const end of ['DELETE', 'PATCH']) {
      const admin = await makeMember(owner, { role: 'admin' });
      const person = await makePerson();
      const sent = await as(admin, owner.accountId, 'POST', invitations, {
        email: person.email,
        role: 'admin',
      });
      assert.equal(sent.status, 201, JSON.stringify(sent.body));
      const body = end === 'PATCH' ? { role: 'viewer' } : undefined;
      assert.equal((await owner.session.send(end, `${members}/${admin.userId}`, body)).status, 200);
      assert.equal((await accept(person, await tokenFor(person.email))).status, 404, end);
    }
  });

  test('an admin can neither replace nor revoke the invitation of an owner', async () => {
    const owner = await makeOwner();
    const admin = await makeMember(owner, { role: 'admin' });
    const email = newEmail();
    const { body } = await invite(owner, email, { role: 'owner' });
    const path = `${invitations}/${body.invitation.invitation_id}`;
    for (const refused of [
      await as(admin, owner.accountId, 'POST', invitations, { email, role: 'viewer' }),
      await as(admin, owner.accountId, 'DELETE', path),
    ])
      assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  });

  test('one that is replaced while it is accepted gives the new role or none', async () => {
    const owner = await makeOwner();
    for (let round = 0; round < 5; round++) {
      const person = await makePerson();
      await invite(owner, person.email, { role: 'admin' });
      const token = await tokenFor(person.email);
      const [accepted, replaced] = await Promise.all([
        accept(person, token),
        invite(owner, person.email, { role: 'viewer' }),
      ]);
      const { body } = await owner.session.get(members);
      const joined = body.items.find(({ email }: { email: string }) => email === person.email);
      // Accepted before it was replaced, which then is a conflict; or replaced, and not accepted.
      assert.deepEqual(
        accepted.status === 200
          ? [joined?.role, replaced.status]
          : [accepted.status, joined, replaced.status],
        accepted.status === 200 ? ['admin', 409] : [404, undefined, 201],
      );
    }
  });
});

describe('an owner', () => {
  test('who was removed does not get back in because the account has their address, and gets no more notices', async () => {
    const owner = await makeOwner();
    const second = await makeMember(owner, { role: 'owner' });
    assert.equal((await as(second, owner.accountId, 'DELETE', `${members}/${owner.userId}`)).status, 200);
    await mailTo(smtp, owner.email, /Subject: Waypost: a member was removed/);
    const before = smtp.mails.filter(({ to }) => to === owner.email).length;
    assert.equal((await owner.session.get('/dashboard/api/me')).status, 409);
    await as(second, owner.accountId, 'POST', invitations, { email: newEmail(), role: 'viewer' });
    await mailTo(smtp, second.email, /Subject: Waypost: a member was invited/);
    assert.equal(smtp.mails.filter(({ to }) => to === owner.email).length, before);
  });

  test('of the last kind can neither leave nor be demoted; after making another one, both work', async () => {
    const owner = await makeOwner();
    const second = await makeMember(owner, { role: 'admin' });
    const own = `${members}/${owner.userId}`;
    for (const refused of [
      await owner.session.send('PATCH', own, { role: 'admin' }),
      await owner.session.send('DELETE', own),
    ])
      assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
    const promoted = await owner.session.send('PATCH', `${members}/${second.userId}`, { role: 'owner' });
    assert.equal(promoted.body.member?.role, 'owner', JSON.stringify(promoted.body));
    assert.equal((await owner.session.send('PATCH', own, { role: 'viewer' })).status, 200);
    assert.equal((await as(second, owner.accountId, 'DELETE', own)).status, 200);
  });

  test('can not be touched by an admin', async () => {
    const owner = await makeOwner();
    const admin = await makeMember(owner, { role: 'admin' });
    const path = `${members}/${owner.userId}`;
    for (const [method, body] of [
      ['PATCH', { role: 'viewer' }],
      ['DELETE', undefined],
    ] as const)
      assert.equal((await as(admin, owner.accountId, method, path, body)).body.code, 'forbidden');
    const self = `${members}/${admin.userId}`;
    assert.equal((await as(admin, owner.accountId, 'PATCH', self, { role: 'owner' })).body.code, 'forbidden');
  });

  const rounds = scaled(1_000, 20);
  test(`always exists: ${rounds} rounds of two owners who leave or demote each other at once`, async () => {
    const owner = await makeOwner();
    const other = await makeMember(owner, { role: 'owner' });
    const accountId = parseIdentifier('acc', owner.accountId);
    const moves: [string, (self: Person, them: Person) => Promise<PageAnswer>][] = [
      ['leaves', (self) => as(self, owner.accountId, 'DELETE', `${members}/${self.userId}`)],
      ['removes', (self, them) => as(self, owner.accountId, 'DELETE', `${members}/${them.userId}`)],
      [
        'demotes',
        (self, them) => as(self, owner.accountId, 'PATCH', `${members}/${them.userId}`, { role: 'viewer' }),
      ],
    ];
    const pick = () => moves[Math.floor(Math.random() * moves.length)] ?? assert.fail();
    for (let round = 0; round < rounds; round++) {
      const [first, second] = [pick(), pick()];
      await Promise.all([first[1](owner, other), second[1](other, owner)]);
      const { rows } = await sql<{ owners: number }>`select count(*)::int as owners from account_users
        where account_id = ${accountId} and role = 'owner'`.execute(api.db);
      assert.ok((rows[0]?.owners ?? 0) >= 1, `round ${round}: ${first[0]}, ${second[0]}`);
      for (const { userId } of [owner, other])
        await sql`insert into account_users (account_id, user_id, role) values (${accountId}, ${userId}, 'owner')
          on conflict (account_id, user_id) do update set role = 'owner'`.execute(api.db);
      // Limits of requests per minute are not the subject.
      if (round % 100 === 99) await sql`delete from auth_rate_limits`.execute(api.db);
      // Notices are sent one by one, and those of later tests would wait behind these.
      await sql`delete from mails`.execute(api.db);
    }
  });

  test('is kept by the database too', async () => {
    const owner = await makeOwner();
    await makeMember(owner, { role: 'admin' });
    const accountId = parseIdentifier('acc', owner.accountId);
    await assert.rejects(
      sql`update account_users set role = 'viewer' where account_id = ${accountId} and role = 'owner'`.execute(
        api.db,
      ),
      /an account needs an owner/,
    );
    await assert.rejects(
      sql`delete from account_users where account_id = ${accountId} and role = 'owner'`.execute(api.db),
      /an account needs an owner/,
    );
  });
});

describe('a member', () => {
  test('who is removed has no access on any of four processes within a second, and a live view ends', async () => {
    const owner = await makeOwner();
    const member = await makeMember(owner, { role: 'viewer' });
    const made = await owner.session.post('/dashboard/api/qr-codes', {
      type: 'url',
      redirect_url: 'https://example.com/',
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const processes = [api, ...others].map(({ url, config }) => {
      const session = new BrowserSession({ url, config }, newAddress());
      for (const [name, value] of member.session.cookies) session.cookies.set(name, value);
      return session;
    });
    const statuses = async () =>
      Promise.all(
        processes.map(
          async (session) =>
            (
              await session.send('GET', '/dashboard/api/qr-codes', undefined, {
                'x-waypost-account': owner.accountId,
              })
            ).status,
        ),
      );
    assert.deepEqual(await statuses(), [200, 200, 200, 200]);
    // As a browser opens it: an event stream has no headers of its own.
    const live = await fetch(`${api.url}/dashboard/api/live/${made.body.qr_id}?account=${owner.accountId}`, {
      headers: {
        cookie: [...member.session.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: 'https://app.example.com',
        'x-forwarded-for': newAddress(),
      },
    });
    assert.equal(live.status, 200);
    assert.equal((await owner.session.send('DELETE', `${members}/${member.userId}`)).status, 200);
    const removedMs = performance.now();
    assert.deepEqual(await statuses(), [403, 403, 403, 403]);
    await live.text();
    // It looks every second.
    assert.ok(performance.now() - removedMs < 3_000, `${performance.now() - removedMs} ms`);
    await mailTo(smtp, member.email, /Subject: Waypost: a member was removed/);
  });

  test('can belong to several accounts and switch; a page that names its account never writes to another one', async () => {
    const [first, second] = [await makeOwner(), await makeOwner()];
    const person = await makeMember(first, { role: 'editor' });
    await invite(second, person.email, { role: 'viewer' });
    assert.equal((await accept(person, await tokenFor(person.email, 2))).status, 200);
    const { body: me } = await person.session.get('/dashboard/api/me');
    assert.deepEqual([me.account.account_id, me.role], [second.accountId, 'viewer']);
    assert.deepEqual(
      me.accounts.map(({ account_id, role }: Record<string, string>) => [account_id, role]),
      [
        [first.accountId, 'editor'],
        [second.accountId, 'viewer'],
      ],
    );
    const code = { type: 'url', redirect_url: 'https://example.com/' };
    assert.equal((await person.session.post('/dashboard/api/qr-codes', code)).body.code, 'forbidden');
    // An older tab of the first account.
    assert.equal((await as(person, first.accountId, 'POST', '/dashboard/api/qr-codes', code)).status, 201);
    const switched = await person.session.post('/dashboard/api/accounts/switch', {
      account_id: first.accountId,
    });
    assert.equal(switched.status, 200);
    assert.equal((await person.session.get('/dashboard/api/me')).body.account.account_id, first.accountId);
    const foreign = (await makeOwner()).accountId;
    assert.equal(
      (await person.session.post('/dashboard/api/accounts/switch', { account_id: foreign })).status,
      404,
    );
    assert.equal((await as(person, foreign, 'GET', '/dashboard/api/me')).status, 403);
    assert.equal((await as(person, 'acc_x', 'GET', '/dashboard/api/me')).status, 400);
  });

  test('of a suspended account can still use other accounts', async () => {
    const [first, second] = [await makeOwner(), await makeOwner()];
    const person = await makeMember(first, { role: 'editor' });
    await invite(second, person.email, { role: 'viewer' });
    assert.equal((await accept(person, await tokenFor(person.email, 2))).status, 200);
    await sql`update accounts set suspended_at = now(), suspended_reason = 'spam' where account_id = ${parseIdentifier('acc', second.accountId)}`.execute(
      api.db,
    );
    assert.equal((await person.session.get('/dashboard/api/me')).body.code, 'account_suspended');
    const { body } = await person.session.get('/dashboard/api/accounts');
    assert.deepEqual(
      body.items.map(({ is_suspended }: { is_suspended: boolean }) => is_suspended),
      [false, true],
    );
    await person.session.post('/dashboard/api/accounts/switch', { account_id: first.accountId });
    assert.equal((await person.session.get('/dashboard/api/me')).status, 200);
    // Also after signing in again.
    const again = new BrowserSession(api, newAddress());
    const signIn = await again.post('/dashboard/api/auth/sign-in/email', {
      email: person.email,
      password: 'correct horse battery',
    });
    assert.equal(signIn.status, 200, JSON.stringify(signIn.body));
    assert.equal((await again.get('/dashboard/api/me')).body.account.account_id, first.accountId);
  });

  test('whose role changes has it with the next request', async () => {
    const owner = await makeOwner();
    const person = await makeMember(owner, { role: 'viewer' });
    const code = { type: 'url', redirect_url: 'https://example.com/' };
    const create = () => as(person, owner.accountId, 'POST', '/dashboard/api/qr-codes', code);
    assert.equal((await create()).body.code, 'forbidden');
    const path = `${members}/${person.userId}`;
    assert.equal((await owner.session.send('PATCH', path, { role: 'editor' })).status, 200);
    assert.equal((await create()).status, 201);
    const { body } = await owner.session.get('/dashboard/api/projects');
    const projects = { [body.items[0].project_id]: 'viewer' };
    assert.equal((await owner.session.send('PATCH', path, { role: null, projects })).status, 200);
    assert.equal((await create()).body.code, 'forbidden');
    assert.deepEqual(
      (await as(person, owner.accountId, 'GET', '/dashboard/api/me')).body.project_roles,
      projects,
    );
  });
});
