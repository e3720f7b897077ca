import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { addJob } from '#features/add-job.ts';
import { mailTo } from '../support/data/mail-reader.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { SmtpDouble } from '../support/doubles/smtp-double.ts';
import { until } from '../support/measure/until.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { type RunningWaypost, startWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const path = '/dashboard/api/reports';
const email = 'reader@example.com';
let api: TestApi;
let reader: BrowserSession;
let smtp: SmtpDouble;
let worker: RunningWaypost;

before(async () => {
  api = await startTestApi();
  smtp = await SmtpDouble.start();
  reader = await signedIn(api, '198.51.100.71', email);
  await reader.get('/dashboard/api/me');
  worker = await startWaypost(['--only', 'worker'], {
    DATABASE_URL: api.config.databaseDirectUrl,
    SMTP_URL: smtp.url,
  });
});
after(async () => {
  worker.child.kill('SIGKILL');
  smtp.close();
  await api.close();
});

/** As if the period had ended some hours ago. */
async function endPeriod(): Promise<void> {
  await sql`update report_subscriptions set next_at = date_trunc('week', now() - interval '6 hours')`.execute(
    api.db,
  );
  await addJob(api.db, 'send-reports', null);
}

const reports = () =>
  smtp.mails.filter(({ to, data }) => to === email && /^Subject: Your weekly report/m.test(data));

test('nobody gets reports without asking, and everybody switches their own on and off', async () => {
  assert.deepEqual(
    [(await reader.get(path)).body.weekly, (await reader.get(path)).body.monthly],
    [false, false],
  );
  const { body } = await reader.send('PATCH', path, { weekly: true });
  assert.deepEqual([body.weekly, body.monthly], [true, false]);
  const stranger = await signedIn(api, '198.51.100.72');
  await stranger.get('/dashboard/api/me');
  assert.equal((await stranger.get(path)).body.weekly, false);
});

test('a report names the scans, the change and the projects, and has a chart as an image', async () => {
  const { body } = await reader.get('/dashboard/api/projects');
  await reader.send('PATCH', `/dashboard/api/projects/${body.items[0].project_id}`, {
    name: 'Café <Aurora>',
  });
  // Three scans last Wednesday, two the week before.
  await sql`insert into scan_days (subject_id, dimension, day, value, scans, slots)
    select project_id, 'total', (date_trunc('week', now() - interval '6 hours') - (7 * week - 2) * interval '1 day')::date, '', scans,
      array[40, scans] from projects, (values (1, 3), (2, 2)) as past (week, scans)`.execute(api.db);
  await endPeriod();
  const mail = await mailTo(smtp, email, /^Subject: Your weekly report: 3 scans/m);
  assert.match(mail, /50 % more than in the week before \(2\)/);
  assert.match(mail, /- Caf.{1,2} <Aurora>: 3 scans/);
  assert.match(mail, /&#60;Aurora&#62;/);
  const [raw] = reports();
  const encoded = /Content-ID: <scans@waypost>[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)\r\n--/.exec(
    raw?.data ?? '',
  )?.[1];
  const { format, width, height } = await sharp(Buffer.from(encoded ?? '', 'base64')).metadata();
  assert.deepEqual([format, width, height], ['png', 1_120, 400]);
});

test('a report is sent once, however often its job runs, and the next one is due a week later', async () => {
  assert.equal(reports().length, 1);
  for (let run = 0; run < 3; run++) await addJob(api.db, 'send-reports', null);
  await sleep(1_500);
  assert.equal(reports().length, 1);
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from next_at - now()) / 86400 as days from report_subscriptions`.execute(api.db);
  assert.ok(Number(rows[0]?.days) > 0 && Number(rows[0]?.days) <= 7);
});

test('a member of single projects gets numbers of these projects only', async () => {
  // The only owner can't be demoted: a second owner makes it possible.
  await sql`insert into account_users (user_id, account_id, role)
    select other.id, member.account_id, 'owner' from auth_users other,
      account_users member join auth_users self on self.id = member.user_id
    where self.email = ${email} and other.email <> ${email} on conflict do nothing`.execute(api.db);
  await sql`update account_users set role = null where user_id = (select id from auth_users where email = ${email})`.execute(
    api.db,
  );
  await endPeriod();
  await until('the second report', async () => reports().length === 2, 20_000);
  assert.match(reports()[1]?.data ?? '', /Subject: Your weekly report: 0 scans/);
});

test('a suspended account gets none, and continues afterwards', async () => {
  await sql`update accounts set suspended_at = now(), suspended_reason = 'test'`.execute(api.db);
  const before = reports().length;
  await endPeriod();
  await sleep(2_000);
  assert.equal(reports().length, before);
  await sql`update accounts set suspended_at = null, suspended_reason = null`.execute(api.db);
  await endPeriod();
  await until('a report', async () => reports().length === before + 1, 20_000);
});
