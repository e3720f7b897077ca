import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { installPackages, isInstalled } from './install-packages.ts';

/**
 * Runs the steps of deploy/Dockerfile without a container engine: in a clean Debian made by debootstrap, each stage in a root of its own; then
 * starts the result as the image would, as its user, on a file system that can't be written but for /data, and looks at migration, start-up, health,
 * signals and what it wrote. `npm run prove:image`, as root, some five minutes. What it does not show: the layers and the engine itself.
 */
interface Instruction {
  name: string;
  rest: string;
}

interface Stage {
  root: string;
  env: Record<string, string>;
  workdir: string;
  user: string;
  entrypoint: string[];
  command: string[];
  health: string[];
}

const repository = new URL('..', import.meta.url).pathname;
const scratch = mkdtempSync('/tmp/waypost-image-');
const mounts: string[] = [];
const certificates = '/etc/ssl/certs/ca-certificates.crt';

function run(program: string, args: string[], options: { cwd?: string; quiet?: boolean } = {}): void {
  execFileSync(program, args, {
    cwd: options.cwd,
    stdio: options.quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
  });
}

function step(text: string): void {
  process.stdout.write(`\n== ${text}\n`);
}

/** What `node:24-bookworm-slim` is: Debian and Node, and nothing else. */
function makeBase(): string {
  const base = join(scratch, 'base');
  if (!isInstalled('debootstrap')) installPackages(['debootstrap']);
  step('A clean Debian, by debootstrap');
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', base], { quiet: true });
  mkdirSync(join(base, 'usr/local/bin'), { recursive: true });
  cpSync(process.execPath, join(base, 'usr/local/bin/node'));
  const npm = resolve(
    dirname(
      execFileSync('readlink', ['-f', execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()], {
        encoding: 'utf8',
      }).trim(),
    ),
    '..',
  );
  cpSync(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'));
  cpSync('/etc/resolv.conf', join(base, 'etc/resolv.conf'), { dereference: true });
  // What this machine trusts: the network between it and the registry is the machine's too.
  cpSync(certificates, join(base, certificates), { dereference: true });
  return base;
}

function readInstructions(): Instruction[] {
  const text = readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, ' ');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...rest] = line.trim().split(' ');
      return { name: name.toUpperCase(), rest: rest.join(' ') };
    });
}

function mount(root: string, name: string): void {
  const target = join(root, name);
  mkdirSync(target, { recursive: true });
  run('mount', name === 'proc' ? ['-t', 'proc', 'proc', target] : ['--bind', `/${name}`, target]);
  mounts.push(target);
}

function unmountAll(): void {
  for (const target of mounts.splice(0).reverse()) execFileSync('umount', ['-l', target]);
}

function inRoot(stage: Stage, command: string[]): [string, string[]] {
  const user = stage.user === '' ? [] : [`--userspec=${stage.user}:${stage.user}`];
  const env = Object.entries({
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    HOME: '/tmp',
    ...stage.env,
  }).map(([name, value]) => `${name}=${value}`);
  return [
    'chroot',
    [
      ...user,
      stage.root,
      'env',
      '-i',
      ...env,
      'sh',
      '-c',
      `cd ${stage.workdir} && exec "$@"`,
      'sh',
      ...command,
    ],
  ];
}

function copy(stages: Map<string, Stage>, stage: Stage, rest: string): void {
  const [first = '', ...others] = rest.split(' ');
  const from = /^--from=(.+)/.exec(first)?.[1];
  const paths = from === undefined ? [first, ...others] : others;
  const sources = paths.slice(0, -1);
  const target = join(stage.root, resolve(stage.workdir, paths.at(-1) ?? ''));
  for (const source of sources) {
    // The context is what is committed: nothing of this machine gets in by chance.
    const origin =
      from === undefined ? join(scratch, 'context', source) : join(stages.get(from)?.root ?? '', source);
    mkdirSync(target, { recursive: true });
    run('cp', ['-a', statSync(origin).isDirectory() ? `${origin}/.` : origin, target]);
  }
}

function build(): Stage {
  const base = makeBase();
  const context = join(scratch, 'context');
  mkdirSync(context);
  execFileSync('sh', ['-c', `git -C ${repository} archive HEAD | tar -x -C ${context}`]);
  const stages = new Map<string, Stage>();
  let stage: Stage | null = null;
  for (const { name, rest } of readInstructions()) {
    step(`${name} ${rest}`.slice(0, 140));
    if (name === 'FROM') {
      unmountAll();
      const label = / AS (\w+)/.exec(rest)?.[1] ?? 'last';
      const root = join(scratch, label);
      run('cp', ['-a', base, root]);
      mount(root, 'proc');
      mount(root, 'dev');
      // The registry that this machine uses: the network is the machine's, not the image's.
      const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
      stage = {
        root,
        env: label === 'last' ? {} : { npm_config_registry: registry, NODE_EXTRA_CA_CERTS: certificates },
        workdir: '/',
        user: '',
        entrypoint: [],
        command: [],
        health: [],
      };
      stages.set(label, stage);
      continue;
    }
    if (stage === null) throw new Error('an image begins with FROM');
    if (name === 'WORKDIR') {
      stage.workdir = rest;
      mkdirSync(join(stage.root, rest), { recursive: true });
    } else if (name === 'ENV')
      for (const pair of rest.split(' '))
        stage.env[pair.split('=')[0] ?? ''] = pair.slice(pair.indexOf('=') + 1);
    else if (name === 'COPY') copy(stages, stage, rest);
    else if (name === 'RUN') run(...inRoot(stage, ['sh', '-c', rest]));
    else if (name === 'USER') stage.user = rest;
    else if (name === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest) as string[];
    else if (name === 'CMD') stage.command = JSON.parse(rest) as string[];
    else if (name === 'HEALTHCHECK') stage.health = JSON.parse(rest.slice(rest.indexOf('['))) as string[];
    else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL'].includes(name))
      throw new Error(`${name} is not understood here`);
  }
  unmountAll();
  if (stage === null) throw new Error('the Dockerfile is empty');
  return stage;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

function check(isRight: boolean, text: string): void {
  process.stdout.write(`${isRight ? 'yes' : 'NO '}  ${text}\n`);
  if (!isRight) process.exitCode = 1;
}

async function prove(image: Stage): Promise<void> {
  const { root } = image;
  run('mount', ['--bind', root, root]);
  mounts.push(root);
  run('mount', ['-o', 'remount,bind,ro', root]);
  for (const [name, type] of [
    ['proc', 'proc'],
    ['tmp', 'tmpfs'],
    ['data', 'tmpfs'],
  ] as const) {
    run('mount', ['-t', type, type, join(root, name)]);
    mounts.push(join(root, name));
  }
  run('mount', ['--bind', '/dev', join(root, 'dev')]);
  mounts.push(join(root, 'dev'));
  run('chown', ['10001:10001', join(root, 'data')]);
  const [api, scan, internal] = [await freePort(), await freePort(), 9090];
  const database = `waypost_image_${process.pid}`;
  const client = new pg.Client('postgres://postgres@127.0.0.1:5432/postgres');
  await client.connect();
  await client.query(`create database ${database}`);
  Object.assign(image.env, {
    DATABASE_URL: `postgres://postgres@127.0.0.1:5432/${database}`,
    REDIS_URL: 'redis://127.0.0.1:6379',
    REDIS_KEY_PREFIX: `${database}:`,
    API_PORT: String(api),
    SCAN_PORT: String(scan),
    INTERNAL_PORT: String(internal),
    API_BASE_URL: 'https://app.example.com',
    PUBLIC_BASE_URL: 'https://go.example.com',
    SECRET_KEY: 'x'.repeat(48),
  });
  let child: ChildProcess | null = null;
  try {
    step('The image, started');
    run(...inRoot(image, [...image.entrypoint, 'migrate']));
    const started = performance.now();
    const [program, args] = inRoot(image, [...image.entrypoint, ...image.command]);
    child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const ready = async () =>
      (await fetch(`http://127.0.0.1:${internal}/readyz`).catch(() => null))?.status === 200;
    for (let wait = 0; wait < 300 && !(await ready()); wait++) await sleep(100);
    check(await ready(), `is ready (${Math.round(performance.now() - started)} ms after its start)`);
    const page = await fetch(`http://127.0.0.1:${api}/dashboard/`);
    check(page.status === 200, 'serves the dashboard');
    check((await fetch(`http://127.0.0.1:${api}/docs/guide`)).status === 200, 'serves the guide');
    check((await statusUnder('go.example.com', scan)) === 404, 'serves links under its own name');
    check((await statusUnder('stranger.example', scan)) === 421, 'and under no other');
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    check(/^Uid:\s+10001\s/m.test(status), 'runs as its own user, not as root');
    run(...inRoot(image, image.health));
    check(true, 'its health check says it is well');
    let isWritable = true;
    try {
      writeFileSync(join(root, 'app/written'), '');
    } catch {
      isWritable = false;
    }
    check(!isWritable, 'its file system can not be written');
    const stopped = performance.now();
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    check(code === 0, `leaves on SIGTERM (${Math.round(performance.now() - stopped)} ms, exit code ${code})`);
    const sick = spawn(...inRoot(image, image.health), { stdio: 'ignore' });
    const [sickCode] = (await once(sick, 'exit')) as [number];
    check(sickCode !== 0, 'its health check says it is gone');
    const size = execFileSync('du', ['-sm', '--one-file-system', join(root, 'app')], {
      encoding: 'utf8',
    }).split('\t')[0];
    process.stdout.write(`     /app has ${size} MB\n`);
  } finally {
    child?.kill('SIGKILL');
    await client.query(`drop database ${database} with (force)`);
    await client.end();
  }
}

try {
  await prove(build());
} finally {
  unmountAll();
  rmSync(scratch, { recursive: true, force: true });
}

/** `fetch` names the address it asks, whatever it is told. */
function statusUnder(host: string, port: number | string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/nothing', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
