import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The identity of a PostgreSQL server: its cluster, and how often the cluster has changed its primary. */
export interface ServerIdentity {
  systemId: string;
  timeline: number;
  /** When an operator last accepted it, in milliseconds; 0 if never. */
  acceptedMs: number;
}

/** Why a server is refused. Its code counts as "PostgreSQL is away". */
export class LineageError extends Error {
  readonly code = 'WAYPOST_LINEAGE';
}

/**
 * The identity of the server with our data. An old primary that comes back has the same cluster and a lower timeline. Its counts would be lost
 * when it is rewound, so it is refused. So is a new or restored server, until an operator accepts it.
 */
export class Lineage {
  #known: ServerIdentity | null = null;
  #path: string | null = null;

  /** From now on it is remembered across restarts. */
  keepIn(path: string): void {
    this.#path = path;
    this.#known = newer(this.#known, this.#read());
  }

  /** Throws if it is not the server with our data. */
  judge(server: ServerIdentity): void {
    // Another process of this machine may know more.
    const known = newer(this.#known, this.#read());
    this.#known = known;
    if (known !== null && server.acceptedMs <= known.acceptedMs) {
      const remedy = 'If this is the right server, run: waypost lineage accept';
      if (server.systemId !== known.systemId)
        throw new LineageError(
          `this PostgreSQL is cluster ${server.systemId}, but our data is on cluster ${known.systemId}. ${remedy}`,
        );
      if (server.acceptedMs < known.acceptedMs)
        throw new LineageError(
          `an operator accepted another PostgreSQL server in place of this one. ${remedy}`,
        );
      if (server.timeline < known.timeline)
        throw new LineageError(
          `this PostgreSQL is on timeline ${server.timeline}, but our data is on timeline ${known.timeline}: it is an old primary. ${remedy}`,
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
      // There is none yet, or an incomplete one.
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
      // The process itself remembers. Callers that need the folder report that it isn't writable.
    }
  }
}

function newer(a: ServerIdentity | null, b: ServerIdentity | null): ServerIdentity | null {
  if (a === null || b === null) return a ?? b;
  if (a.acceptedMs !== b.acceptedMs) return a.acceptedMs > b.acceptedMs ? a : b;
  return b.systemId === a.systemId && b.timeline > a.timeline ? b : a;
}
