import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { Secrets } from '#platform/secrets.ts';

const purpose = 'file of a scan';
const lifeMs = 6 * 3_600_000;
/** A link to the file can be passed on, so it ends soon if only some people may have it. */
const limitedLifeMs = 10 * 60_000;
const signatureBytes = 16;

/**
 * A page of a contact or event offers its file. The scan was counted with the page, so the file comes with a ticket, and is not
 * counted again.
 */
export class FileTickets {
  readonly #secrets: Secrets;
  readonly #clock: Pick<Clock, 'nowMs'>;

  constructor(secrets: Secrets, clock: Pick<Clock, 'nowMs'>) {
    this.#secrets = secrets;
    this.#clock = clock;
  }

  issue(slug: string, isLimited: boolean): string {
    const end = Math.floor((this.#clock.nowMs() + (isLimited ? limitedLifeMs : lifeMs)) / 1_000).toString(36);
    const signature = this.#secrets.sign(purpose, `${slug} ${end}`).subarray(0, signatureBytes);
    return `${end}.${signature.toString('base64url')}`;
  }

  isValid(slug: string, ticket: string): boolean {
    const [, end = '', signature = ''] = /^([0-9a-z]{1,9})\.([\w-]{22})$/.exec(ticket) ?? [];
    if (end === '' || Number.parseInt(end, 36) * 1_000 < this.#clock.nowMs()) return false;
    const given = Buffer.from(signature, 'base64url');
    return this.#secrets
      .signAll(purpose, `${slug} ${end}`)
      .some((expected) => timingSafeEqual(expected.subarray(0, signatureBytes), given));
  }
}
