import { Resolver } from 'node:dns/promises';

/** The DNS result for one kind of record. */
export type DnsAnswer = { kind: 'found'; values: string[] } | { kind: 'none' } | { kind: 'unknown' };

const timeoutMs = 2_000;
const tries = 2;
/** No such name, or no record of this kind: a valid result. Everything else is a failure. */
const noneCodes = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks DNS servers for records and caches nothing. */
export class DnsLookUp {
  readonly #resolver = new Resolver({ timeout: timeoutMs, tries });

  /** @param servers addresses of DNS servers; empty for those of the machine. */
  constructor(servers: readonly string[]) {
    if (servers.length > 0) this.#resolver.setServers(servers);
  }

  texts(name: string): Promise<DnsAnswer> {
    return ask(async () => (await this.#resolver.resolveTxt(name)).map((parts) => parts.join('')));
  }

  alias(name: string): Promise<DnsAnswer> {
    return ask(async () =>
      (await this.#resolver.resolveCname(name)).map((target) => target.toLowerCase().replace(/\.$/, '')),
    );
  }

  async addresses(name: string): Promise<DnsAnswer> {
    const answers = await Promise.all([
      ask(() => this.#resolver.resolve4(name)),
      ask(() => this.#resolver.resolve6(name)),
    ]);
    const values = answers.flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
    // Half a result is a failure, because the other half may differ.
    if (answers.some(({ kind }) => kind === 'unknown')) return { kind: 'unknown' };
    return values.length > 0 ? { kind: 'found', values } : { kind: 'none' };
  }
}

async function ask(look: () => Promise<string[]>): Promise<DnsAnswer> {
  try {
    const values = await look();
    return values.length > 0 ? { kind: 'found', values } : { kind: 'none' };
  } catch (error) {
    return noneCodes.has((error as NodeJS.ErrnoException).code ?? '')
      ? { kind: 'none' }
      : { kind: 'unknown' };
  }
}
