import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const debianFolder = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL server on this machine, or of one major version; null if there is none. */
export function findPostgresBinaries(searchPath: string, version?: string): string | null {
  const debian = existsSync(debianFolder)
    ? readdirSync(debianFolder)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(debianFolder, version, 'bin'))
    : [];
  const onPath = searchPath.split(':');
  const found = [...debian, ...onPath].filter((folder) => existsSync(join(folder, 'initdb')));
  return (version === undefined ? found : found.filter((folder) => versionOf(folder) === version))[0] ?? null;
}

function versionOf(binaries: string): string {
  return (
    /(\d+)/.exec(execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' }))?.[1] ?? ''
  );
}

/** Our own server in its own folder. PostgreSQL refuses to run as root, so root uses another user. */
export class LocalPostgres {
  readonly #binaries: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #socketFolder: string;

  constructor(binaries: string, folder: string, port: number, socketFolder = folder) {
    this.#socketFolder = socketFolder;
    this.#binaries = binaries;
    this.#folder = folder;
    this.#port = port;
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}`;
  }

  initialise(): void {
    if (existsSync(join(this.#folder, 'PG_VERSION'))) return;
    mkdirSync(this.#folder, { recursive: true });
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', this.#folder]);
    this.#run('initdb', [
      '-D',
      this.#folder,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ]);
  }

  /** @param settings options of `postgres`, such as `-c fsync=off` */
  start(settings: string[] = [], secondsMax = 60): void {
    const options = [
      `-p ${this.#port} -c listen_addresses=127.0.0.1 -k '${this.#socketFolder}'`,
      ...settings,
    ].join(' ');
    this.#run('pg_ctl', [
      '-D',
      this.#folder,
      '-w',
      '-t',
      String(secondsMax),
      '-l',
      join(this.#folder, 'server.log'),
      '-o',
      options,
      'start',
    ]);
  }

  stop(mode: 'fast' | 'immediate'): void {
    this.#run('pg_ctl', ['-D', this.#folder, '-w', '-m', mode, 'stop']);
  }

  /** Whether the server may read it: it runs as another user. */
  canRead(path: string): boolean {
    try {
      this.#asServer('test', ['-r', path]);
      return true;
    } catch {
      return false;
    }
  }

  #run(program: string, args: string[]): void {
    this.#asServer(join(this.#binaries, program), args);
  }

  #asServer(command: string, args: string[]): void {
    const [file, ...rest] =
      process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', command, ...args] : [command, ...args];
    execFileSync(file ?? command, rest, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  }
}
