import { BoundedMap } from '#platform/bounded-map.ts';
import { RateSubject } from './rate-subject.ts';

const subjectsMax = 50_000;

/** What this process knows about keys and addresses, separately: a flood of addresses must not evict a key. */
export class RateSubjects {
  readonly #keys = new BoundedMap<string, RateSubject>(subjectsMax);
  readonly #addresses = new BoundedMap<string, RateSubject>(subjectsMax);
  readonly #processesAlive: () => number;

  constructor(processesAlive: () => number) {
    this.#processesAlive = processesAlive;
  }

  of(name: string): RateSubject {
    const subjects = name.startsWith('address:') ? this.#addresses : this.#keys;
    const known = subjects.get(name);
    if (known !== undefined) return known;
    const subject = new RateSubject(this.#processesAlive);
    subjects.set(name, subject);
    return subject;
  }
}
