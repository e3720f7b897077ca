import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { isPublicAddress } from '#features/url-safety/check/redirect-follower.ts';
import { createWatchTasks } from '#main/watch-tasks.ts';
import { Secrets } from '#platform/secrets.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';
import { noLedgers } from '../support/scratch/test-ledger.ts';
import { WatchedWeb } from './watched-web.ts';

const perDay = 100_000;
const hosts = scaled(2_000, 100);
const eachHost = 3;
/** Some names have a private address. */
const isInside = (nth: number) => nth % 20 === 19;
/** Of a day, the part in which the destinations of a day must be checked, and of a core. */
const timeShareMax = 0.1;
const coreShareMax = 0.02;
const address = '11.11.11.13';

let web: WatchedWeb;
let api: TestApi;
before(async () => {
  web = await WatchedWeb.start(address);
  api = await startTestApi({ environment: { DNS_SERVERS: web.dns.address } });
});
after(async () => {
  await api.close();
  web.close();
});

test(`the destinations of a day, ${perDay}, fit into ${100 * timeShareMax}% of it and ${100 * coreShareMax}% of a core: one request per host and second, none to a private address`, async (t) => {
  const account = await api.createAccount({ plan: 'enterprise' });
  const urls: string[] = [];
  for (let nth = 0; nth < hosts; nth++) {
    const host = `site-${nth}.test`;
    if (isInside(nth)) web.name(host, ['192.168.1.1']);
    else web.site(host, 200);
    for (let page = 0; page < eachHost; page++) urls.push(`http://${host}/${page}`);
  }
  await sql`
    with codes as (
      insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug)
      select gen_random_uuid(), ${account.uuid}, project_id, 'Code', 'url', url, 'qr-' || translate(substr(md5(url), 1, 12), 'ilou', 'wxyz')
      from unnest(${urls}::text[]) as url, projects where account_id = ${account.uuid} and is_default returning qr_id, account_id),
    states as (insert into scan_state (qr_id, status) select qr_id, 'active' from codes)
    insert into watches (qr_id, account_id, watches_destination, watches_scans, actor_kind, actor_id)
    select qr_id, account_id, true, false, 'member', 'nobody' from codes`.execute(api.db);

  const connected = new Set<string>();
  const watchSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (ip: string, port: number) => connected.add(`${ip} ${port}`));
  };
  subscribe('net.client.socket', watchSocket);
  const tasks = createWatchTasks(quietProcess(api.config), {
    db: api.db,
    ledgers: noLedgers,
    secrets: new Secrets(api.config.secretKeys),
  });
  const began = performance.now();
  const cpu = process.cpuUsage();
  const left = async () => {
    const { rows } = await sql<{ left: number }>`
      select ${urls.length}::int - count(*)::int as left from watched_urls where checked_at is not null`.execute(
      api.db,
    );
    return rows[0]?.left ?? -1;
  };
  while ((await left()) > 0) {
    await tasks['check-destinations'](AbortSignal.timeout(60_000));
    t.diagnostic(
      `${await left()} of ${urls.length} left after ${Math.round((performance.now() - began) / 1_000)} s`,
    );
  }
  const seconds = (performance.now() - began) / 1_000;
  // The web of the test runs in this process too, so this is more than what the worker needs.
  const { user, system } = process.cpuUsage(cpu);
  unsubscribe('net.client.socket', watchSocket);
  const timeShare = (seconds * perDay) / urls.length / 86_400;
  const coreShare = (((user + system) / 1e6) * perDay) / urls.length / 86_400;
  t.diagnostic(
    `${urls.length} destinations in ${seconds.toFixed(1)} s; ${perDay} take ${(100 * timeShare).toFixed(1)}% of a day and ${(100 * coreShare).toFixed(2)}% of a core`,
  );

  const gaps: number[] = [];
  for (const requests of Map.groupBy(web.requests, ({ host }) => host).values())
    for (const [at, { atMs }] of requests.slice(1).entries()) gaps.push(atMs - (requests[at]?.atMs ?? 0));
  t.diagnostic(`the shortest pause of ${gaps.length}: ${Math.min(...gaps).toFixed(0)} ms`);
  assert.ok(Math.min(...gaps) >= 1_000);
  const outside = [...connected].filter((to) => to.endsWith(' 80')).map((to) => to.split(' ')[0] ?? '');
  assert.deepEqual(outside, [address]);
  assert.ok(outside.every(isPublicAddress));
  assert.equal(web.requests.length, (hosts - Math.floor(hosts / 20)) * (eachHost + 1));
  assert.ok(timeShare <= timeShareMax, `${timeShare} of the day`);
  assert.ok(coreShare <= coreShareMax, `${coreShare} of a core`);
});
