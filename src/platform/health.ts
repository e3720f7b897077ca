/** A readiness check. It throws, with a reason, if the process is not ready. It returns a warning if something is wrong but work continues. */
export type HealthCheck = () => Promise<string | void>;

const checkTimeoutMs = 1_500;
const ok = 'ok';

export interface Readiness {
  ready: boolean;
  checks: Record<string, string>;
}

export class Health {
  readonly #checks = new Map<string, HealthCheck>();
  readonly #decisive: string | null;
  #draining = false;

  /** @param decisive the only check that decides readiness; without it, all of them do. */
  constructor(decisive: string | null = null) {
    this.#decisive = decisive;
  }

  add(name: string, check: HealthCheck): void {
    this.#checks.set(name, check);
  }

  /** From now on, no new work should be sent here. */
  startDraining(): void {
    this.#draining = true;
  }

  async readiness(): Promise<Readiness> {
    if (this.#draining) return { ready: false, checks: { process: 'shutting down' } };
    const results = await Promise.all([...this.#checks].map(([name, check]) => runCheck(name, check)));
    return {
      ready: results
        .filter(([name]) => this.#decisive === null || name === this.#decisive)
        .every(([, verdict]) => verdict.startsWith(ok)),
      checks: Object.fromEntries(results),
    };
  }
}

async function runCheck(name: string, check: HealthCheck): Promise<[string, string]> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error(`no answer in ${checkTimeoutMs} ms`)),
    checkTimeoutMs,
  );
  try {
    const note = await Promise.race([check(), timeout.promise]);
    return [name, note === undefined ? ok : `${ok}: ${note}`];
  } catch (error) {
    return [name, error instanceof Error ? error.message : String(error)];
  } finally {
    clearTimeout(timer);
  }
}
