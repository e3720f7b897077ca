import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ContainerEngine } from './container-engine.ts';
import { run, step } from './steps.ts';

const certificates = '/etc/ssl/certs/ca-certificates.crt';
const install = (packages: string) =>
  `RUN apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends ${packages} && rm -rf /var/lib/apt/lists/*`;

/** Like the official image: the first start creates the cluster; other commands than `postgres` run directly. */
const postgresEntrypoint = `#!/bin/sh
set -eu
[ "$1" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  chown postgres:postgres "$PGDATA"; chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb -D "$PGDATA" -U "$POSTGRES_USER" --pwfile=/tmp/password -A scram-sha-256 --locale=C.UTF-8 -E UTF8 >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w -o "-c listen_addresses=''" start >/dev/null
  PGPASSWORD=$POSTGRES_PASSWORD psql -U "$POSTGRES_USER" -d postgres -qc "create database \\"$POSTGRES_DB\\""
  for script in /docker-entrypoint-initdb.d/*.sh; do . "$script"; done
  pg_ctl -D "$PGDATA" -m fast -w stop >/dev/null
fi
exec "$@" -c listen_addresses='*'
`;

/** Like the official image: not as root, and reachable with the password. */
const valkeyEntrypoint = `#!/bin/sh
set -eu
if [ "$1" = valkey-server ] && [ "$(id -u)" = 0 ]; then
  chown redis:redis /data
  exec setpriv --reuid=redis --regid=redis --init-groups "$0" "$@" --protected-mode no
fi
exec "$@"
`;

/** Needs no image registry: Debian from debootstrap gets the names that the documents use. */
export function makeBaseImages(engine: ContainerEngine, folder: string): void {
  step('Debian, by debootstrap');
  importDebian(engine, folder, 'debian:proof', 'ca-certificates');
  step(
    'Base images under the names that deploy/compose.yaml uses: Node, PostgreSQL, Redis for Valkey, Caddy',
  );
  const node = image(folder, 'node', [
    'FROM debian:proof',
    'COPY node /usr/local/bin/node',
    'COPY npm /usr/local/lib/node_modules/npm',
    `RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && mkdir -p /usr/local/etc && echo cafile=${certificates} > /usr/local/etc/npmrc`,
  ]);
  cpSync(process.execPath, join(node, 'node'));
  cpSync(npmFolder(), join(node, 'npm'), { recursive: true, dereference: true });
  engine.build('node:24-bookworm-slim', node);
  const postgres = image(folder, 'postgres', [
    'FROM debian:proof',
    install('postgresql-common'),
    "RUN sed -i 's/#create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf",
    install('postgresql-15'),
    'ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin PGDATA=/var/lib/postgresql/data',
    'RUN install -d -o postgres -g postgres -m 777 $PGDATA && install -d -o postgres -g postgres -m 3777 /var/run/postgresql',
    'VOLUME /var/lib/postgresql/data',
    'COPY entrypoint /usr/local/bin/',
    'ENTRYPOINT ["entrypoint"]',
    'STOPSIGNAL SIGINT',
    'CMD ["postgres"]',
  ]);
  entrypoint(postgres, postgresEntrypoint);
  engine.build('postgres:17', postgres);
  const valkey = image(folder, 'valkey', [
    'FROM debian:proof',
    install('redis-server'),
    'RUN ln -s redis-server /usr/bin/valkey-server && install -d -o redis -g redis /data',
    'VOLUME /data',
    'WORKDIR /data',
    'COPY entrypoint /usr/local/bin/',
    'ENTRYPOINT ["entrypoint"]',
  ]);
  entrypoint(valkey, valkeyEntrypoint);
  engine.build('valkey/valkey:8', valkey);
  const caddy = image(folder, 'caddy', [
    'FROM debian:proof',
    install('caddy'),
    'ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data',
    'VOLUME /data /config',
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
  ]);
  engine.build('caddy:2', caddy);
}

/**
 * A machine like an operator's: Debian with systemd, PostgreSQL, Redis, and this machine's Node.js.
 * @param setup the documented commands that need the package registry.
 */
export function makeSystemdImage(
  engine: ContainerEngine,
  folder: string,
  repository: string,
  setup: string[],
): void {
  step('A Debian with systemd, PostgreSQL and Redis, by debootstrap');
  const packages =
    'ca-certificates,systemd,systemd-sysv,dbus,git,postgresql,redis-server,openssl,curl,procps';
  importDebian(engine, folder, 'debian:systemd', packages);
  const machine = image(folder, 'systemd', [
    'FROM debian:systemd',
    'COPY npm /usr/lib/node_modules/npm',
    'COPY node /usr/bin/node',
    `RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm && mkdir -p /usr/etc && echo cafile=${certificates} > /usr/etc/npmrc`,
    'COPY repository.git /repository.git',
    // debootstrap may have seen a PostgreSQL of this machine and chosen another port.
    `RUN sed -i 's/^port = .*/port = 5432/' /etc/postgresql/15/main/postgresql.conf`,
    `ENV container=docker NODE_EXTRA_CA_CERTS=${certificates}`,
    'COPY setup /root/',
    'RUN bash -eu /root/setup',
    'STOPSIGNAL SIGRTMIN+3',
  ]);
  writeFileSync(join(machine, 'setup'), `cd /root\n${setup.join('\n')}\n`);
  run('git', [
    'clone',
    '-q',
    '--bare',
    '--depth',
    '1',
    `file://${repository}`,
    join(machine, 'repository.git'),
  ]);
  cpSync(npmFolder(), join(machine, 'npm'), { recursive: true, dereference: true });
  // The machine's own Node.js, which may be too old: scripts/setup has to handle that.
  cpSync(
    run('readlink', ['-f', existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath]),
    join(machine, 'node'),
  );
  engine.build('machine', machine);
}

function importDebian(engine: ContainerEngine, folder: string, tag: string, packages: string): void {
  const root = join(folder, 'root');
  rmSync(root, { recursive: true, force: true });
  run('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', root]);
  // The certificates of this machine, because it also uses this machine's network.
  cpSync(certificates, join(root, certificates), { dereference: true });
  run('sh', ['-c', `tar -C ${root} -c --numeric-owner . > ${root}.tar`]);
  engine.docker(['import', `${root}.tar`, tag]);
  rmSync(root, { recursive: true, force: true });
  rmSync(`${root}.tar`);
}

function npmFolder(): string {
  return join(dirname(run('readlink', ['-f', run('which', ['npm'])])), '..');
}

function image(folder: string, name: string, lines: string[]): string {
  const context = join(folder, 'images', name);
  mkdirSync(context, { recursive: true });
  writeFileSync(join(context, 'Dockerfile'), `${lines.join('\n')}\n`);
  return context;
}

function entrypoint(context: string, script: string): void {
  writeFileSync(join(context, 'entrypoint'), script);
  chmodSync(join(context, 'entrypoint'), 0o755);
}
