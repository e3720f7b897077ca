import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { documentedCommands, sections } from '../../scripts/install-proof/steps.ts';
import { freePort } from '../support/scratch/free-port.ts';
import { createScratchPostgres } from '../support/scratch/scratch-postgres.ts';
import { startScratchService } from '../support/scratch/scratch-service.ts';
import { type RunningWaypost, startWaypost } from '../support/scratch/spawn-waypost.ts';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const commandMsMax = 120_000;
/** Long-running commands: the test has them running already. quick-start.test.ts runs them from a clean clone. */
const isRunning = /^(git clone <this repository>|bash scripts\/setup|npm run dev|npx waypost start)/;
/**
 * Commands that need something that not every machine has: a container engine, systemd, a registry. `npm run prove:install` runs all but the
 * last.
 */
const notRun =
  /^(docker compose|npm run pin:images|systemctl|kubectl|useradd|runuser|install|sed -i|cp deploy|git clone|cd \/opt\/waypost|waypost (migrate|account create)|curl -o \/var\/lib\/waypost)\b/;
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts as Record<
  string,
  string
>;

interface Command {
  line: string;
  place: string;
}

/** The commands of blocks with this fence, one shell line with its continuations each. */
function commandsOf(document: string, fence: string): Command[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].flatMap((block) => {
    const lines: string[] = [];
    let quotes = 0;
    for (const line of (block[1] ?? '').split('\n').filter((one) => one.trim() !== '')) {
      const isContinued = lines.at(-1)?.endsWith('\\') === true || quotes % 2 === 1;
      if (isContinued) lines.push(`${lines.pop()}\n${line}`);
      else {
        lines.push(line);
        quotes = 0;
      }
      quotes += line.split("'").length - 1;
    }
    return lines.map((line) => ({ line, place: `${document}: ${line.split('\n')[0]}` }));
  });
}

interface Reader {
  waypost: RunningWaypost;
  folder: string;
  environment: Record<string, string>;
  leave(): Promise<void>;
}

/** A user with their own service, as `npm run dev` creates it. */
async function startReader(): Promise<Reader> {
  const service = await startScratchService(await createScratchPostgres());
  const folder = mkdtempSync('/var/tmp/waypost-docs-');
  const account = await service.api.createAccount();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/demo-key'), account.key);
  writeFileSync(join(folder, 'package.json'), '{"name":"reader"}');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // npx takes a second to search node_modules; quick-start.test.ts runs the real one.
  mkdirSync(join(folder, 'bin'));
  writeFileSync(
    join(folder, 'bin/npx'),
    `#!/bin/sh\nname=$1; shift; exec "${root}node_modules/.bin/$name" "$@"\n`,
    { mode: 0o755 },
  );
  const environment = {
    PATH: `${join(folder, 'bin')}:${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}`,
    ...(process.env['NODE_COMPILE_CACHE'] !== undefined && {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    }),
    HOME: folder,
    DATABASE_URL: service.databaseUrl,
    REDIS_KEY_PREFIX: service.api.config.redisKeyPrefix,
    FILE_STORE: `file:${join(folder, 'files')}`,
    JOURNAL_DIR: join(folder, 'journal'),
    PLANS_FILE: join(root, 'plans.json'),
    API_PORT: String(await freePort()),
    SCAN_PORT: String(await freePort()),
    INTERNAL_PORT: String(await freePort()),
  };
  const waypost = await startWaypost([], environment);
  const { qr_id } = await service.api.createQrCode(account);
  for (let isDrawn = false; !isDrawn; ) {
    await sleep(50);
    const { body } = await service.api.request('GET', `/v1/qr-codes/${qr_id}`, { key: account.key });
    isDrawn = body.render_status === 'done';
  }
  return {
    waypost,
    folder,
    environment,
    leave: async () => {
      waypost.child.kill('SIGKILL');
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** In order: a command may need the output of the previous one. */
async function runAll(commands: Command[], { waypost, folder, environment }: Reader): Promise<void> {
  const seen: string[] = [];
  const exported: string[] = [];
  for (const { line, place } of commands) {
    if (isRunning.test(line)) continue;
    const [, script, names = ''] =
      /^(?:PROOF_SCALE=\S+ )?npm (?:run )?([a-z:]+)(?: -- ([^#]*))?/.exec(line) ?? [];
    if (script !== undefined) {
      assert.ok(scripts[script], `${place}: there is no such script`);
      if (['test', 'bench', 'chaos'].includes(script))
        for (const name of names.split(' ').filter((one) => one !== ''))
          assert.ok(
            [`${script}/${name}`, `${script}/${name}.test.ts`].some((path) => existsSync(join(root, path))),
            `${place}: there is no ${name} in ${script}`,
          );
      continue;
    }
    const filled = fill(line, seen, waypost.addresses);
    assert.ok(!/[a-z]_…|qr-…/.test(filled), `${place}: nothing before it says what … is`);
    if (line.startsWith('export ')) exported.push(filled);
    try {
      const { stdout, stderr } = await run(
        'bash',
        ['--norc', '-euo', 'pipefail', '-c', [...exported, filled].join('\n')],
        {
          cwd: folder,
          env: environment,
          timeout: commandMsMax,
          maxBuffer: 16 * 1024 * 1024,
        },
      );
      seen.push(stdout, stderr);
      assert.ok(!/^curl/.test(line) || !/"ok":\s?false/.test(stdout), `${place}: ${stdout}`);
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${place}\n${stdout}${stderr}`, { cause: error });
    }
  }
}

/** These only use the API, so they share a service. */
const forIntegrators = [
  'api',
  'templates',
  'bulk',
  'analytics',
  'exports',
  'rules',
  'design',
  'print',
  'planned-changes',
  'watches',
  'tutorial-tickets',
  'tutorial-packaging',
  'tutorial-csv',
].map((name) => `docs/${name}.md`);

describe('every command in the documents', () => {
  let shared: Promise<Reader> | null = null;
  after(async () => (await shared)?.leave());
  for (const document of documents) {
    const commands = commandsOf(document, 'sh');
    if (commands.length === 0) continue;
    test(`${document}: ${commands.length} commands work`, { timeout: 600_000 }, async (t) => {
      if (forIntegrators.includes(document)) return runAll(commands, await (shared ??= startReader()));
      const reader = await startReader();
      try {
        await runAll(commands, reader);
      } finally {
        await reader.leave();
      }
      t.diagnostic(`${commands.length} commands`);
    });
  }

  test('commands that are marked as not run need something that this machine can’t have', () => {
    for (const document of documents)
      for (const { line, place } of commandsOf(document, 'console')) assert.match(line, notRun, place);
  });
});

/** `qrc_…` is the last code that was printed, and so on. */
function fill(line: string, seen: string[], addresses: Record<string, string>): string {
  const last = (pattern: RegExp) => seen.join('\n').match(pattern)?.at(-1);
  return line
    .replaceAll('http://localhost:3000', addresses['api'] ?? '')
    .replaceAll('http://localhost:3001', addresses['scan'] ?? '')
    .replaceAll(
      /\b(qrc|acc|prj|key|pln)_…/g,
      (all, prefix: string) => last(new RegExp(`${prefix}_[0-9A-Z]{26}`, 'g')) ?? all,
    )
    .replaceAll('qr-…', (all) => last(/qr-[0-9a-hjkmnp-tv-z]{12}/gi) ?? all);
}

test('the proof of installations finds the commands that it follows', () => {
  for (const section of Object.keys(sections) as (keyof typeof sections)[])
    assert.ok(documentedCommands(root, section).length >= 3, section);
});
