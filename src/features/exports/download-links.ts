import { formatIdentifier } from '#core/identifier.ts';
import type { Clock } from '#platform/clock.ts';
import type { Secrets } from '#platform/secrets.ts';

const purpose = 'export download';
const hourMs = 3_600_000;

interface Download {
  exportId: string;
  accountId: string;
  /** The credential that the link was made for: it must still be valid when it is used. */
  keyId: string;
}

/** Links to files of exports: new with each read, valid for an hour. */
export class DownloadLinks {
  readonly #secrets: Secrets;
  readonly #baseUrl: string;
  readonly #clock: Clock;

  constructor(secrets: Secrets, baseUrl: string, clock: Clock) {
    this.#secrets = secrets;
    this.#baseUrl = baseUrl;
    this.#clock = clock;
  }

  urlOf(download: Download): string {
    const expires = String(this.#clock.nowMs() + hourMs);
    const signature = this.#secrets.sign(purpose, message(download, expires)).toString('base64url');
    const query = new URLSearchParams({ key: formatIdentifier('key', download.keyId), expires, signature });
    return `${this.#baseUrl}/v2/exports/${formatIdentifier('exp', download.exportId)}/download?${query}`;
  }

  /** `expired`: it was valid. */
  judge(download: Download, expires: string, signature: string): 'valid' | 'expired' | 'wrong' {
    if (!/^\d{1,15}$/.test(expires)) return 'wrong';
    const isSigned = this.#secrets.verify(
      purpose,
      message(download, expires),
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) return 'wrong';
    return Number(expires) < this.#clock.nowMs() ? 'expired' : 'valid';
  }
}

function message({ exportId, accountId, keyId }: Download, expires: string): string {
  return `${exportId}\n${accountId}\n${keyId}\n${expires}`;
}
