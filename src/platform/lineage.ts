import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Which PostgreSQL a server is: its cluster, and how often the cluster has changed its primary. */
export interface ServerIdentity {
  systemId: string;
  timeline: number;
  /** When an operator last said that this is the right one, in milliseconds; 0 if never. */
  acceptedMs: number;
}

/** Why a server is refused. Its code counts as "PostgreSQL is away". */
export class LineageError extends Error {
  readonly code = 'WAYPOST_LINEAGE';
}

/**
 * What is known about the server that has our data. An old primary that comes back has the same cluster and a lower timeline: what it would
 * count is lost when it is rewound, so it is refused. So is a server that was set up anew or restored, until an operator accepts it.
 */
export class Lineage {
  #known: ServerIdentity | null = null;
  #path: string | null = null;

  /** From now on it is remembered beyond the process. */
  keepIn(path: string): void {
    this.#path = path;
    this.#known = newer(this.#known, this.#read());
  }

  /** Throws if the server is not the one that has our data. */
  judge(server: ServerIdentity): void {
    // Another process of this machine may have seen more.
    const known = newer(this.#known, this.#read());
    this.#known = known;
    if (known !== null && server.acceptedMs <= known.acceptedMs) {
      const remedy = 'If it is the right one, run: waypost lineage accept';
      if (server.systemId !== known.systemId)
        throw new LineageError(
          `this PostgreSQL is another cluster (${server.systemId}) than the one with our data (${known.systemId}). ${remedy}`,
        );
      if (server.acceptedMs < known.acceptedMs)
        throw new LineageError(
          `this PostgreSQL was given up when an operator accepted another one. ${remedy}`,
        );
      if (server.timeline < known.timeline)
        throw new LineageError(
          `this PostgreSQL is on timeline ${server.timeline}, and our data are on ${known.timeline}: it is an old primary. ${remedy}`,
        );
      if (server.timeline === known.timeline) return;
    }
    this.#known = server;
    this.#write();
  }

  #read(): ServerIdentity | null {
    try {
      return this.#path === null ? null : (JSON.parse(readFileSync(this.#path, 'utf8')) as ServerIdentity);
    } catch {
      // There is none yet, or not a whole one.
      return null;
    }
  }

  #write(): void {
    if (this.#path === null) return;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(`${this.#path}.new`, JSON.stringify(this.#known));
      renameSync(`${this.#path}.new`, this.#path);
    } catch {
      // The process itself remembers. That the folder can't be written is said by whoever needs it.
    }
  }
}

function newer(a: ServerIdentity | null, b: ServerIdentity | null): ServerIdentity | null {
  if (a === null || b === null) return a ?? b;
  if (a.acceptedMs !== b.acceptedMs) return a.acceptedMs > b.acceptedMs ? a : b;
  return b.systemId === a.systemId && b.timeline > a.timeline ? b : a;
}
