import type { UrlFinding } from './url-health.ts';

const hostsMin = 5;
/** So many hosts that nothing is heard of, for each one that responds. */
const silentPerHeard = 9;

/** Tells whether most hosts are silent: then our own network or resolver fails, and not every destination. */
export class OwnNetwork {
  readonly #heard = new Set<string>();
  readonly #silent = new Set<string>();

  note(host: string, finding: UrlFinding): void {
    const isSilent = finding.kind === 'fails' && ['unreachable', 'name'].includes(finding.problem);
    (isSilent ? this.#silent : this.#heard).add(host);
  }

  get fails(): boolean {
    return this.#silent.size >= hostsMin && this.#silent.size > silentPerHeard * this.#heard.size;
  }
}
