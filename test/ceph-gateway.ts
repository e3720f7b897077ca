import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from './support/scratch/free-port.ts';

const credentials = { accessKeyId: 'TESTACCESSKEY', secretAccessKey: 'testsecretkey' };

/**
 * A real S3 service for the test: Ceph with one monitor, one storage daemon in memory and a gateway that can be killed and restarted. Needs
 * Debian's ceph-mon, ceph-osd and radosgw.
 */
export class CephGateway {
  readonly bucket = 'waypost-test';
  readonly #folder = mkdtempSync('/tmp/waypost-ceph-');
  readonly #daemons: ChildProcess[] = [];
  readonly #port: number;
  #gateway: ChildProcess | null = null;

  static async create(): Promise<CephGateway> {
    const ceph = new CephGateway(await freePort());
    try {
      await ceph.#startStorage(await freePort());
      await ceph.start();
      await ceph.client().send(new CreateBucketCommand({ Bucket: ceph.bucket }));
      return ceph;
    } catch (error) {
      ceph.close();
      throw error;
    }
  }

  private constructor(port: number) {
    this.#port = port;
  }

  get environment(): Record<string, string> {
    return {
      FILE_STORE: `s3:${this.bucket}/codes`,
      S3_ENDPOINT: `http://127.0.0.1:${this.#port}`,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
  }

  client(): S3Client {
    const endpoint = `http://127.0.0.1:${this.#port}`;
    return new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  }

  async start(): Promise<void> {
    this.#gateway = this.#spawn(['radosgw', '-f', '-n', 'client.rgw', '--no-mon-config']);
    for (let attempt = 0; attempt < 300; attempt++) {
      const answered = await this.client()
        .send(new ListBucketsCommand())
        .catch(() => null);
      if (answered !== null) return;
      await sleep(50);
    }
    throw new Error('the Ceph gateway did not come up');
  }

  async kill(): Promise<void> {
    if (this.#gateway === null) return;
    const exited = once(this.#gateway, 'exit');
    this.#gateway.kill('SIGKILL');
    await exited;
  }

  close(): void {
    for (const daemon of this.#daemons) daemon.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #startStorage(monitorPort: number): Promise<void> {
    const folder = this.#folder;
    for (const name of ['run', 'log', 'crash', 'mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
    const cluster = randomUUID();
    const disk = randomUUID();
    writeFileSync(join(folder, 'keyring'), '');
    writeFileSync(join(folder, 'ceph.conf'), this.#configuration(cluster, monitorPort));
    const address = `[v2:127.0.0.1:${monitorPort}/0]`;
    const map = join(folder, 'monmap');
    this.#run(['monmaptool', '--create', '--fsid', cluster, '--addv', 'a', address, map]);
    this.#run(['ceph-mon', '--mkfs', '-i', 'a', '--monmap', map]);
    this.#spawn(['ceph-mon', '-f', '-i', 'a']);
    this.#run(['ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk, '--no-mon-config']);
    this.#run(['ceph', '--connect-timeout', '30', 'osd', 'new', disk, '0']);
    this.#spawn(['ceph-osd', '-f', '-i', '0', '--no-mon-config']);
    const user = ['--uid=test', '--display-name=test', '--access-key', credentials.accessKeyId];
    const admin = ['radosgw-admin', '-n', 'client.rgw', '--no-mon-config', 'user', 'create'];
    this.#run([...admin, ...user, '--secret-key', credentials.secretAccessKey]);
  }

  #environment(): NodeJS.ProcessEnv {
    return { ...process.env, CEPH_CONF: join(this.#folder, 'ceph.conf'), CEPH_ARGS: '' };
  }

  #run([program = '', ...args]: string[]): void {
    execFileSync(program, args, { env: this.#environment(), stdio: 'pipe', timeout: 60_000 });
  }

  /** Dies with the test, however that ends. */
  #spawn(command: string[]): ChildProcess {
    const options = { env: this.#environment(), stdio: 'ignore' as const };
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...command], options);
    this.#daemons.push(child);
    return child;
  }

  /** Without keys, every connection must be in `crc` mode, or the gateway hangs. */
  #configuration(cluster: string, monitorPort: number): string {
    const folder = this.#folder;
    return `
[global]
fsid = ${cluster}
mon host = [v2:127.0.0.1:${monitorPort}/0]
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr1 = false
ms bind ipv6 = false
auth cluster required = none
auth service required = none
auth client required = none
auth supported = none
ms cluster mode = crc
ms service mode = crc
ms client mode = crc
ms mon cluster mode = crc
ms mon service mode = crc
ms mon client mode = crc
run dir = ${folder}/run
admin socket =
pid file =
log file = ${folder}/log/$name.log
log to stderr = false
mon cluster log file = ${folder}/log/cluster.log
crash dir = ${folder}/crash
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
osd client watch timeout = 2
[mon]
paxos propose interval = 0.02
paxos min wait = 0.01
mon data avail crit = 1
mon data avail warn = 2
[osd]
osd objectstore = memstore
memstore device bytes = 4294967296
[client]
rgw frontends = beast endpoint=127.0.0.1:${this.#port}
`;
  }
}
