import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContainerEngine } from './container-engine.ts';
import { check, documentedCommands, run, step, until } from './steps.ts';

const composeFile = 'deploy/compose-1.yaml';
const parts = ['api', 'scan', 'worker'] as const;
const apiHost = 'app.example.com';
const linkHost = 'go.example.com';
const hosts = [apiHost, linkHost].flatMap((host) => ['--resolve', `${host}:443:127.0.0.1`]);

/** Builds the image from a clean copy of the sources, as `docker compose` would. */
export function buildImage(engine: ContainerEngine, sources: string): void {
  step('deploy/.env from deploy/example.env, and docker build');
  const example = readFileSync(join(sources, 'deploy/example.env'), 'utf8');
  const settings = example
    .replaceAll(/^(\w*PASSWORD)=$/gm, (_, name: string) => `${name}=${randomBytes(24).toString('hex')}`)
    .replace(/^SECRET_KEY=$/m, `SECRET_KEY=${randomBytes(36).toString('base64')}`)
    .replace(/^#MAIL=log$/m, 'MAIL=log');
  writeFileSync(join(sources, 'deploy/.env'), `${settings}\nLOG_LEVEL=debug\n`);
  engine.build('waypost:latest', sources, join(sources, 'deploy/Dockerfile'));
  engine.build('waypost-backup:latest', sources, join(sources, 'deploy/Dockerfile'), ['--target', 'backup']);
  const inImage = (script: string) =>
    engine.docker(['run', '--rm', '--network', 'host', '--entrypoint', 'sh', 'waypost:latest', '-c', script]);
  check('deploy/.env is not in the image', inImage('ls /app/deploy/.env 2>/dev/null; true'), '');
  check('the image runs as a user of its own', inImage('id -u; id -g').replace('\n', ' '), '10001 10001');
  process.stdout.write(`     /app: ${inImage('du -sm /app | cut -f1')} MB\n`);
}

/** Uses the compose file with its own volumes, networks and flags, as docs/self-hosting.md says. */
export async function proveCompose(engine: ContainerEngine, sources: string): Promise<void> {
  step('docker compose up');
  // Debian's Compose is 1.29, which has no `name`. No certificate authority is reachable, so Caddy signs its own certificates.
  const compose = readFileSync(join(sources, 'deploy/compose.yaml'), 'utf8').replace(/^name: .*\n/m, '');
  writeFileSync(join(sources, composeFile), compose);
  const caddyfile = join(sources, 'deploy/Caddyfile');
  writeFileSync(caddyfile, readFileSync(caddyfile, 'utf8').replace(/^\{$/m, '{\n\tlocal_certs'));
  const up = (args: string[]) => engine.compose(sources, composeFile, args);
  const container = (part: string) => `waypost_${part}_1`;
  const web = (args: string[]) => engine.inNetwork('curl', ['-skS', '--max-time', '30', ...hosts, ...args]);
  const status = (url: string) => web(['-o', '/dev/null', '-w', '%{http_code} %{redirect_url}', url]);

  const commands = documentedCommands(sources, 'containers');
  const documented = commands.filter((line) => line.startsWith('docker compose -f deploy/compose.yaml '));
  check('the document has commands for compose', String(documented.length >= 3), 'true');
  const outputs = documented.map((line) =>
    up(
      line
        .split(' ')
        .slice(4)
        .map((word) => word.replaceAll('"', '')),
    ),
  );
  check(
    'the dashboard is served over TLS',
    await until('200', () => status(`https://${apiHost}/dashboard/`)),
    '200',
  );
  for (const part of parts) {
    const question = `fetch('http://127.0.0.1:9090/readyz').then((r) => process.exit(r.status === 200 ? 0 : 1))`;
    const ready = () => (engine.docker(['exec', container(part), 'node', '-e', question]), 'yes');
    check(`${part} is ready`, await until('yes', ready), 'yes');
  }
  check(
    'a setting of deploy/.env reaches the processes',
    String(engine.docker(['logs', container('worker')]).includes('"level":"debug"')),
    'true',
  );

  step('an account, a key, a code, a scan');
  const [account = ''] = /acc_\w+/.exec(outputs.join('\n')) ?? [];
  const [key = ''] =
    /api_live_\w+/.exec(up(['run', '--rm', 'migrate', 'key', 'create', '--account', account])) ?? [];
  const headers = ['-H', `x-api-key: ${key}`, '-H', 'content-type: application/json'];
  const api = (path: string, body?: object) => {
    const content = body === undefined ? [] : ['-d', JSON.stringify(body)];
    return JSON.parse(web([...content, ...headers, `https://${apiHost}/v1/${path}`])) as Record<
      string,
      string | number
    >;
  };
  const { qr_id: id } = api('qr-codes', { redirect_url: 'https://example.com/x' });
  const code = () => api(`qr-codes/${id}`);
  check('the code is drawn', await until('done', () => String(code()['render_status'])), 'done');
  check('its image is served', status(String(code()['file_url_svg'])), '200');
  const link = `https://${linkHost}/${code()['slug']}`;
  check('it is scanned', status(link), '302 https://example.com/x');

  step('a backup, from the image');
  const said: string[] = [];
  for (const line of documentedCommands(sources, 'backup')) {
    if (!line.startsWith('docker compose -f deploy/compose.yaml ')) continue;
    const [folder = ''] = /\/backups\/base-\S+/.exec(said.join('\n')) ?? [];
    said.push(
      up(
        line
          .split(' ')
          .slice(4)
          .map((word) => word.replace('/backups/base-…', folder)),
      ),
    );
  }
  check(
    'it is restored and whole',
    /verdict +\S+/.exec(said.join('\n'))?.[0] ?? '',
    'verdict        restorable',
  );

  step('PostgreSQL is stopped, and scan is restarted meanwhile');
  await until(
    'yes',
    () => (engine.docker(['exec', container('scan'), 'sh', '-c', 'ls /data/journal/*.snapshot']), 'yes'),
  );
  engine.docker(['stop', container('postgres')]);
  for (let nth = 0; nth < 3; nth++)
    check('it is scanned without PostgreSQL', status(link), '302 https://example.com/x');
  engine.docker(['restart', container('scan')]);
  check(
    'it is scanned by a process that never had PostgreSQL',
    await until('302 https://example.com/x', () => status(link)),
    '302 https://example.com/x',
  );
  engine.docker(['start', container('postgres')]);
  check('every scan is counted', await until('5', () => String(code()['scan_count'])), '5');

  step('processes are exchanged under load');
  for (const [part, url] of [
    ['scan', link],
    ['api', `https://${apiHost}/dashboard/`],
  ] as const) {
    const exchange = `(sleep 1; cd ${sources}; docker-compose -f ${composeFile} -p waypost up -d --force-recreate --no-deps ${part} >/dev/null 2>&1) &`;
    const requests = `for i in $(seq 100); do "$@" '${url}' & sleep .12; done; wait`;
    const options = ['-skS', '--max-time', '30', '-o', '/dev/null', '-w', '%{http_code}\\n'];
    const answers = engine.inNetwork('sh', [
      '-c',
      `${exchange} ${requests}`,
      'sh',
      'curl',
      ...options,
      ...hosts,
    ]);
    const failed = answers.split('\n').filter((line) => !/^(200|302)$/.test(line));
    check(`none of ${answers.split('\n').length} requests to ${part} failed`, failed.join(' '), '');
  }

  step('crash, stop, removal');
  process.kill(Number(engine.docker(['inspect', '-f', '{{.State.Pid}}', container('scan')])), 'SIGKILL');
  const restarted = () =>
    engine.docker(['inspect', '-f', '{{.State.Running}} {{.RestartCount}}', container('scan')]);
  check('scan is started again after it was killed', await until('true 1', restarted), 'true 1');
  for (const part of parts) {
    engine.docker(['stop', container(part)]);
    check(
      `${part} leaves on SIGTERM`,
      engine.docker(['inspect', '-f', '{{.State.ExitCode}}', container(part)]),
      '0',
    );
  }
  up(['down', '-v']);
  const left = engine
    .docker(['volume', 'ls', '-q'])
    .split('\n')
    .filter((name) => name.startsWith('waypost'));
  check('no volume is left', left.join(' '), '');
}

/** A clean copy of the committed files. */
export function copySources(repository: string, folder: string): string {
  const sources = join(folder, 'sources');
  run('sh', ['-c', `mkdir -p ${sources} && git -C ${repository} archive HEAD | tar -x -C ${sources}`]);
  return sources;
}
