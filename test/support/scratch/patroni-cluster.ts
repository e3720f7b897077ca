import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresBinaries } from '#platform/local-postgres.ts';
import { takeLock } from '#scan/journal-lock.ts';

const members = [1, 2, 3] as const;
export type Member = (typeof members)[number];
const network = '10.77.0';
const bridge = 'wpbr0';
const addressOf = (member: number) => `${network}.1${member}`;
const storeOf = (member: number) => `${network}.2${member}`;
/** How fast a lost leader is replaced. Patroni requires loop_wait + 2 × retry_timeout ≤ ttl. */
const pace = { ttl: 5, loop_wait: 1, retry_timeout: 2 };

interface ClusterState {
  members: { name: string; role: string; state: string; timeline?: number }[];
}

/**
 * Three PostgreSQL servers under Patroni with three etcd servers and HAProxy, each in its own network namespace, so that it can be killed or
 * disconnected. Replication is synchronous. Everything is in memory, because the test is about leadership, not disks.
 */
export class PatroniCluster {
  readonly #folder: string;
  readonly #turn: Server;

  private constructor(folder: string, turn: Server) {
    this.#folder = folder;
    this.#turn = turn;
  }

  static async start(): Promise<PatroniCluster> {
    const turn = await takeTurn();
    const folder = mkdtempSync('/tmp/waypost-patroni-');
    const cluster = new PatroniCluster(folder, turn);
    try {
      await cluster.#start();
    } catch (error) {
      cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** Of all members, as one address with several hosts. */
  get hosts(): string {
    return members.map((member) => `${addressOf(member)}:5432`).join(',');
  }

  /** HAProxy, which points to the leader. */
  get proxy(): string {
    return `${network}.1:5000`;
  }

  async leader(): Promise<Member> {
    for (let attempt = 0; attempt < 600; attempt++) {
      for (const member of members) if (await this.#answers(member, 'primary')) return member;
      await sleep(50);
    }
    throw new Error('the cluster has no leader');
  }

  async replica(): Promise<Member> {
    const leader = await this.leader();
    return members.find((member) => member !== leader) ?? 1;
  }

  /** One leader, one synchronous standby, all on the same timeline. */
  async whole(): Promise<void> {
    for (let attempt = 0; attempt < 600; attempt++) {
      if (await this.#isWhole()) return;
      await sleep(100);
    }
    throw new Error(`the cluster did not become whole:\n${this.#logs()}`);
  }

  /** kill -9 of all processes of the member. */
  kill(member: Member): void {
    // Some end by themselves after the others.
    for (const pid of run('ip', ['netns', 'pids', `wpm${member}`]).split(/\s+/))
      if (pid !== '') attempt(() => String(process.kill(Number(pid), 'SIGKILL')));
  }

  revive(member: Member): void {
    this.#inNamespace(`wpm${member}`, ['patroni', join(this.#folder, `m${member}.yml`)], `m${member}.log`);
  }

  /** Silently drops all packets from and to it. */
  cut(member: Member): void {
    run('ip', ['link', 'set', `wpv${member}`, 'nomaster']);
  }

  heal(member: Member): void {
    run('ip', ['link', 'set', `wpv${member}`, 'master', bridge, 'up']);
  }

  async switchOver(): Promise<void> {
    const leader = await this.leader();
    const config = join(this.#folder, 'm1.yml');
    run('patronictl', [
      '-c',
      config,
      'switchover',
      'waypost',
      '--master',
      `m${leader}`,
      '--scheduled',
      'now',
      '--force',
    ]);
  }

  stop(): void {
    stopNamespaces();
    attempt(() => run('kill', ['-9', readFileSync(join(this.#folder, 'haproxy.pid'), 'utf8').trim()]));
    removeNetwork();
    attempt(() => run('umount', ['-l', this.#folder]));
    rmSync(this.#folder, { recursive: true, force: true });
    this.#turn.close();
  }

  async #start(): Promise<void> {
    const folder = this.#folder;
    // A run that was killed leaves everything behind.
    stopNamespaces();
    removeNetwork();
    run('mount', ['-t', 'tmpfs', '-o', 'size=4g', 'tmpfs', folder]);
    run('chown', ['postgres', folder]);
    run('chmod', ['755', folder]);
    run('ip', ['link', 'add', bridge, 'type', 'bridge']);
    run('ip', ['addr', 'add', `${network}.1/24`, 'dev', bridge]);
    run('ip', ['link', 'set', bridge, 'up']);
    for (const member of members) {
      addNamespace(`wpe${member}`, `wpu${member}`, storeOf(member));
      this.#startStore(member);
      addNamespace(`wpm${member}`, `wpv${member}`, addressOf(member));
      writeFileSync(join(folder, `m${member}.yml`), JSON.stringify(memberConfig(folder, member)));
      mkdirSync(join(folder, `socket${member}`));
      run('chown', ['postgres', join(folder, `socket${member}`)]);
    }
    for (let tries = 0; tries < 100; tries++) {
      const health = attempt(() =>
        run('etcdctl', ['--endpoints', stores(2379, ''), 'endpoint', 'health'], { ETCDCTL_API: '3' }),
      );
      if (!/unhealthy|failed/.test(health)) break;
      await sleep(100);
    }
    for (const member of members) this.revive(member);
    writeFileSync(join(folder, 'haproxy.cfg'), proxyConfig());
    run('haproxy', ['-D', '-f', join(folder, 'haproxy.cfg'), '-p', join(folder, 'haproxy.pid')]);
    await this.whole();
  }

  #startStore(member: number): void {
    const address = storeOf(member);
    const args = {
      name: `e${member}`,
      'data-dir': join(this.#folder, `etcd${member}`),
      'listen-client-urls': `http://${address}:2379`,
      'advertise-client-urls': `http://${address}:2379`,
      'listen-peer-urls': `http://${address}:2380`,
      'initial-advertise-peer-urls': `http://${address}:2380`,
      'initial-cluster': members.map((other) => `e${other}=http://${storeOf(other)}:2380`).join(','),
      'initial-cluster-state': 'new',
    };
    const flags = Object.entries(args).flatMap(([name, value]) => [`--${name}`, value]);
    this.#inNamespace(`wpe${member}`, ['etcd', ...flags], `etcd${member}.log`);
  }

  /** Not as root, which PostgreSQL and Patroni refuse. */
  #inNamespace(namespace: string, command: string[], logName: string): void {
    const log = openSync(join(this.#folder, logName), 'a');
    const user = ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups'];
    const environment = ['env', '-i', 'PATH=/usr/bin:/bin', 'LANG=C.UTF-8', `HOME=${this.#folder}`];
    const args = ['netns', 'exec', namespace, ...user, ...environment, ...command];
    spawn('ip', args, { stdio: ['ignore', log, log], detached: true }).unref();
    closeSync(log);
  }

  async #answers(member: number, path: string): Promise<boolean> {
    try {
      const response = await fetch(`http://${addressOf(member)}:8008/${path}`, {
        signal: AbortSignal.timeout(500),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  async #isWhole(): Promise<boolean> {
    for (const member of members) {
      try {
        const response = await fetch(`http://${addressOf(member)}:8008/cluster`, {
          signal: AbortSignal.timeout(500),
        });
        const { members: all } = (await response.json()) as ClusterState;
        const roles = all.map(({ role }) => role);
        return (
          all.length === members.length &&
          roles.filter((role) => role === 'leader').length === 1 &&
          roles.includes('sync_standby') &&
          all.every(({ state }) => state === 'running' || state === 'streaming') &&
          new Set(all.map(({ timeline }) => timeline)).size === 1
        );
      } catch {
        // Another one is asked.
      }
    }
    return false;
  }

  #logs(): string {
    return members
      .map((member) => attempt(() => readFileSync(join(this.#folder, `m${member}.log`), 'utf8')).slice(-800))
      .join('\n');
  }
}

/** Its networks have fixed names, so there can be one cluster per machine. */
async function takeTurn(): Promise<Server> {
  for (let attempt = 0; attempt < 2_400; attempt++) {
    const turn = await takeLock('/tmp/waypost-patroni.lock');
    if (turn !== null) return turn;
    await sleep(250);
  }
  throw new Error('another cluster has been running for ten minutes');
}

function memberConfig(folder: string, member: number): object {
  const address = addressOf(member);
  return {
    scope: 'waypost',
    name: `m${member}`,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: stores(2379, '') },
    bootstrap: {
      dcs: {
        ...pace,
        maximum_lag_on_failover: 1_048_576,
        // A crashed leader is replaced, not waited for.
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '64MB',
            wal_keep_size: '32MB',
            min_wal_size: '8MB',
            max_wal_size: '256MB',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
            wal_retrieve_retry_interval: '500ms',
            synchronous_commit: 'on',
          },
        },
      },
      // Small segments, because each failover leaves one behind.
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { 'wal-segsize': '1' }, 'data-checksums'],
    },
    watchdog: { mode: 'off' },
    postgresql: {
      listen: `${address},127.0.0.1:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(folder, `data${member}`),
      bin_dir: findPostgresBinaries(process.env['PATH'] ?? ''),
      pgpass: join(folder, `pgpass${member}`),
      use_unix_socket: true,
      use_unix_socket_repl: true,
      authentication: {
        superuser: { username: 'postgres', password: 'x' },
        replication: { username: 'replicator', password: 'x' },
      },
      parameters: { unix_socket_directories: join(folder, `socket${member}`) },
      pg_hba: [
        'local all all trust',
        'local replication all trust',
        'host all all all trust',
        'host replication all all trust',
      ],
      basebackup: [{ checkpoint: 'fast' }],
    },
  };
}

function proxyConfig(): string {
  const servers = members.map((member) => `  server m${member} ${addressOf(member)}:5432 check port 8008`);
  return `defaults
  mode tcp
  retries 2
  timeout connect 1s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind ${network}.1:5000
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fastinter 200ms downinter 500ms rise 1 fall 2 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

function stores(port: number, scheme: string): string {
  return members.map((member) => `${scheme}${storeOf(member)}:${port}`).join(',');
}

function addNamespace(namespace: string, link: string, address: string): void {
  run('ip', ['netns', 'add', namespace]);
  run('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace]);
  run('ip', ['link', 'set', link, 'master', bridge, 'up']);
  for (const command of [
    ['link', 'set', 'lo', 'up'],
    ['addr', 'add', `${address}/24`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
  ])
    run('ip', ['-n', namespace, ...command]);
}

function run(program: string, args: string[], environment: Record<string, string> = {}): string {
  const env = { ...process.env, ...environment };
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env });
}

function attempt(action: () => string): string {
  try {
    return action();
  } catch (error) {
    return `failed: ${error}`;
  }
}

function stopNamespaces(): void {
  for (const name of [
    ...members.map((member) => `wpm${member}`),
    ...members.map((member) => `wpe${member}`),
    'wpproxy',
  ]) {
    const pids = attempt(() => run('ip', ['netns', 'pids', name]))
      .split(/\s+/)
      .filter((pid) => /^\d+$/.test(pid));
    if (pids.length > 0) attempt(() => run('kill', ['-9', ...pids]));
  }
}

function removeNetwork(): void {
  for (const member of members)
    for (const kind of ['wpm', 'wpe']) attempt(() => run('ip', ['netns', 'del', `${kind}${member}`]));
  for (const link of [bridge, ...members.flatMap((member) => [`wpu${member}`, `wpv${member}`])])
    attempt(() => run('ip', ['link', 'del', link]));
}
