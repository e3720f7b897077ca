import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatIdentifier } from '#core/identifier.ts';
import { makeQrMatrix } from '#core/qr-image/qr-matrix.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

const entry = new URL('../../bin/waypost.ts', import.meta.url).pathname;
let api: TestApi;
let worker: ProcessPart;
let account: TestAccount;
let folder: string;
let environment: Record<string, string>;

before(async () => {
  folder = mkdtempSync('/tmp/waypost-caller-');
  api = await startTestApi({
    environment: { FILE_STORE: `file:${folder}/files`, PUBLIC_BASE_URL: 'https://go.example.com' },
  });
  api.config.fileBaseUrl = `${api.url}/files`;
  worker = await startWorker(quietProcess(api.config));
  account = await api.createAccount();
  // No database: a caller has none.
  environment = {
    WAYPOST_API_KEY: account.key,
    WAYPOST_URL: api.url,
    WAYPOST_PROFILES: `${folder}/profiles.json`,
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
  };
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

const run = async (...args: string[]) => {
  const result = await runWaypost(args, environment);
  assert.equal(result.code, 0, result.stderr);
  return result.stdout;
};

describe('a caller on the command line', () => {
  test('creates, reads, finds, changes, archives and lists codes and projects with the API alone', async () => {
    const project = JSON.parse(
      await run('project', 'create', 'Spring', '--description', 'posters', '--json'),
    );
    const made = JSON.parse(
      await run(
        'qr',
        'create',
        '--name',
        'Poster',
        '--url',
        'https://example.com/',
        '--project',
        project.project_id,
        '--limit',
        '5',
        '--json',
      ),
    );
    assert.equal(made.render_status, 'done');
    assert.equal(JSON.parse(await run('qr', 'find', made.slug, '--json')).qr_id, made.qr_id);
    const changed = JSON.parse(
      await run('qr', 'update', made.qr_id, '--url', 'https://example.com/new', '--limit', 'none', '--json'),
    );
    assert.deepEqual([changed.redirect_url, changed.scan_limit], ['https://example.com/new', null]);
    assert.match(await run('qr', 'list', '--search', 'post'), /Poster/);
    assert.match(await run('project', 'list'), /Spring/);
    assert.equal(JSON.parse(await run('qr', 'archive', made.qr_id, '--json')).status, 'archived');
    assert.match(await run('qr', 'list'), /none/);
    assert.equal(JSON.parse(await run('qr', 'activate', made.qr_id, '--json')).status, 'active');
    assert.match(await run('qr', 'get', made.qr_id), /example\.com\/new/);
  });

  test('creates with a type, clears rules, changes the status and filters the list; no frame of the response is shown', async () => {
    const rule = JSON.stringify([{ condition: 'device', value: 'ios', url: 'https://example.com/ios' }]);
    const url = 'https://example.com/typed';
    const made = JSON.parse(
      await run('qr', 'create', '--url', url, '--type', 'dynamic_url', '--rules', rule, '--json'),
    );
    assert.deepEqual([made.type, made.redirect_rules.length], ['dynamic_url', 1]);
    const cleared = await run(
      'qr',
      'update',
      made.qr_id,
      '--rules',
      'none',
      '--status',
      'archived',
      '--json',
    );
    assert.partialDeepStrictEqual(JSON.parse(cleared), { redirect_rules: [], status: 'archived' });
    const listed = await run('qr', 'list', '--status', 'archived', '--type', 'dynamic_url');
    assert.match(listed, new RegExp(made.qr_id));
    assert.ok(!(await run('qr', 'list', '--status', 'archived', '--type', 'url')).includes(made.qr_id));
    await run('qr', 'update', made.qr_id, '--status', 'active');
    assert.doesNotMatch(await run('qr', 'get', made.qr_id), /^(ok|version|request id|etag) /m);
  });

  test('bulk: a file of codes and a file of changes; a failed line is named, and a repeated run changes nothing', async () => {
    const owner = await api.createAccount();
    const env = { ...environment, WAYPOST_API_KEY: owner.key };
    const file = join(folder, 'bulk.ndjson');
    const lines = Array.from({ length: 620 }, (_, index) =>
      JSON.stringify({ name: `Bulk ${index}`, redirect_url: `https://example.com/${index}` }),
    );
    writeFileSync(file, `${lines.join('\n')}\n`);
    for (let time = 0; time < 2; time++) {
      const { code, stdout } = await runWaypost(['bulk', 'create', file], env);
      assert.equal(code, 0);
      assert.match(stdout, /620 done, 0 failed/);
    }
    const { rows } = await sql<{
      qr_id: string;
    }>`select qr_id from qr_codes where account_id = ${owner.uuid}`.execute(api.db);
    assert.equal(rows.length, 620);
    const qrId = formatIdentifier('qrc', rows[0]?.qr_id ?? '');
    const changes = [
      { qr_id: qrId, change: { label: 'Changed' } },
      { qr_id: 'qrc_unknown', change: { label: 'x' } },
    ];
    writeFileSync(file, changes.map((change) => JSON.stringify(change)).join('\n'));
    const update = await runWaypost(['bulk', 'update', file], env);
    assert.equal(update.code, 4);
    assert.match(update.stdout, /1 done, 1 failed\.\n {2}line 2: There is no such QR code\./);
    assert.match(update.stderr, /bulk\.ndjson\.failed/);
    assert.equal(readFileSync(`${file}.failed`, 'utf8').trim(), JSON.stringify(changes[1]));
    writeFileSync(file, '{"name": ');
    assert.equal((await runWaypost(['bulk', 'create', file], env)).code, 2);
  });

  test('analytics with a key come from the API', async () => {
    const summary = JSON.parse(await run('analytics', account.defaultProjectId, '--json'));
    assert.equal(summary.scans, 0);
    const table = await run('analytics', account.defaultProjectId, '--view', 'hours', '--interval', '7d');
    assert.match(table, /WEEKDAY +HOUR +SCANS\nmon +0 +0/);
  });

  test('the terminal shows the code, module by module, with its quiet zone', async () => {
    const made = JSON.parse(await run('qr', 'create', '--url', 'https://example.com/', '--json'));
    const shown = await run('qr', 'get', made.qr_id, '--qr');
    const rows = shown.split('\n').filter((line) => line.includes('▀'));
    const cells = rows.map((row) =>
      [...row.matchAll(/\[(\d+);(\d+)m▀/g)].map(
        ([, top, bottom]) => [top === '30', bottom === '40'] as const,
      ),
    );
    const matrix = makeQrMatrix(`HTTPS://GO.EXAMPLE.COM/${made.slug.toUpperCase()}`, 'L');
    assert.ok(matrix !== null);
    for (let y = 0; y < matrix.size; y++)
      for (let x = 0; x < matrix.size; x++)
        assert.equal(
          cells[Math.floor((y + 4) / 2)]?.[x + 4]?.[(y + 4) % 2],
          matrix.isDark(x, y),
          `${x} ${y}`,
        );
    assert.ok(cells[0]?.every(([top, bottom]) => !top && !bottom));
  });

  test('a profile stores a key that only its owner can read; without one, there is a hint', async () => {
    const { WAYPOST_API_KEY: key = '', WAYPOST_URL: url = '', ...rest } = environment;
    const none = await runWaypost(['qr', 'list'], rest);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /waypost profile add/);
    assert.equal((await runWaypost(['profile', 'add', 'default', '--url', url, '--key', key], rest)).code, 0);
    assert.equal(statSync(`${folder}/profiles.json`).mode & 0o777, 0o600);
    assert.equal((await runWaypost(['qr', 'list'], rest)).code, 0);
    assert.ok(!(await runWaypost(['profile', 'list'], rest)).stdout.includes(key));
  });

  test('a refusal has an exit code and the request ID; an unreachable service has another one', async () => {
    const missing = await runWaypost(['qr', 'get', 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D'], environment);
    assert.equal(missing.code, 3);
    assert.match(missing.stderr, /qr_not_found.*request /);
    assert.equal((await runWaypost(['qr', 'create', '--url', 'nonsense'], environment)).code, 2);
    const away = await runWaypost(['project', 'list'], { ...environment, WAYPOST_URL: 'http://127.0.0.1:1' });
    assert.equal(away.code, 5);
  });
});

describe('an import', () => {
  test('a file that is not CSV creates nothing, and an invalid limit fails only its line', async () => {
    const owner = await api.createAccount();
    const env = { ...environment, WAYPOST_API_KEY: owner.key };
    const bring = (name: string, content: string) => {
      const file = join(folder, `${name}.csv`);
      writeFileSync(file, content);
      return runWaypost(['qr', 'import', file, '--out', join(folder, name)], env);
    };
    const bad = await bring(
      'bad',
      'redirect_url,name,scan_limit\nhttps://example.com/,"5" poster, red",100\n',
    );
    assert.equal(bad.code, 2);
    assert.match(bad.stderr, /not CSV.*line 2.*Nothing was created/);
    const half = await bring(
      'half',
      'redirect_url,scan_limit\nhttps://example.com/a,abc\nhttps://example.com/b,7\n',
    );
    assert.equal(half.code, 4);
    assert.match(half.stdout, /1 created, 0 done before, 1 failed/);
    assert.match(half.stdout, /line 2: scan_limit must be a whole number/);
    const { rows } = await sql<{ limit: number | null }>`
      select scan_limit as limit from scan_state join qr_codes using (qr_id) where account_id = ${owner.uuid}`.execute(
      api.db,
    );
    assert.deepEqual(rows, [{ limit: 7 }]);
  });

  test('types and rules are columns too', async () => {
    const owner = await api.createAccount();
    const file = join(folder, 'rules.csv');
    const rules = JSON.stringify([{ condition: 'device', value: 'ios', url: 'https://example.com/ios' }]);
    writeFileSync(
      file,
      `redirect_url,type,redirect_rules\nhttps://example.com/a,dynamic_url,"${rules.replaceAll('"', '""')}"\n`,
    );
    const env = { ...environment, WAYPOST_API_KEY: owner.key };
    const { code, stderr } = await runWaypost(['qr', 'import', file, '--out', join(folder, 'rules')], env);
    assert.equal(code, 0, stderr);
    const { rows } = await sql<{ type: string; redirect_rules: unknown[] }>`
      select type, redirect_rules from qr_codes where account_id = ${owner.uuid}`.execute(api.db);
    assert.deepEqual([rows[0]?.type, rows[0]?.redirect_rules.length], ['dynamic_url', 1]);
  });

  test('killed twice and resumed: as many codes as lines, none twice, with their images', async () => {
    const owner = await api.createAccount();
    const lines = scaled(5_000, 300);
    const file = join(folder, 'codes.csv');
    const rows = Array.from({ length: lines }, (_, index) => `https://example.com/${index},"Code, ${index}"`);
    writeFileSync(file, `redirect_url,name\n${rows.join('\n')}\n`);
    const out = join(folder, 'out');
    const env = { ...environment, WAYPOST_API_KEY: owner.key, PATH: process.env['PATH'] ?? '' };
    const begin = () =>
      spawn(process.execPath, [entry, 'qr', 'import', file, '--out', out], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    const written = () => {
      try {
        return readFileSync(join(out, 'import.jsonl'), 'utf8').split('\n').length - 2;
      } catch {
        return 0;
      }
    };
    for (const share of [0.3, 0.6]) {
      const child = begin();
      while (written() < lines * share) await sleep(10);
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.ok(written() < lines);
    }
    const last = begin();
    let said = '';
    last.stdout.on('data', (chunk) => (said += chunk));
    const [code] = await once(last, 'exit');
    assert.equal(code, 0, said);
    const { rows: found } = await sql<{ redirect_url: string; codes: number }>`
      select redirect_url, count(*)::int as codes from qr_codes where account_id = ${owner.uuid} group by 1`.execute(
      api.db,
    );
    assert.equal(found.length, lines);
    assert.ok(found.every(({ codes }) => codes === 1));
    assert.equal(readdirSync(out).filter((name) => name.endsWith('.svg')).length, lines);
    assert.equal(readFileSync(join(out, 'codes.csv'), 'utf8').trim().split('\n').length, lines + 1);
    assert.match(said, /0 failed/);
  });
});
