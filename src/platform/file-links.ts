import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { isPrivateFile } from './file-store.ts';
import type { Secrets } from './secrets.ts';

const purpose = 'file link';
const hourMs = 3_600_000;

/** Addresses of files. Private files have our own links that expire, even if a CDN serves the others. */
export class FileLinks {
  readonly #secrets: Secrets;
  readonly #config: Pick<Config, 'fileBaseUrl' | 'apiBaseUrl'>;
  readonly #clock: Clock;

  constructor(secrets: Secrets, config: Pick<Config, 'fileBaseUrl' | 'apiBaseUrl'>, clock: Clock) {
    this.#secrets = secrets;
    this.#config = config;
    this.#clock = clock;
  }

  urlOf(name: string): string {
    if (!isPrivateFile(name)) return `${this.#config.fileBaseUrl}/${name}`;
    // Rounded to whole hours, so that repeated requests get the same link: valid for one to two hours.
    const expires = (Math.floor(this.#clock.nowMs() / hourMs) + 2) * hourMs;
    const signature = this.#secrets.sign(purpose, message(name, String(expires))).toString('base64url');
    return `${this.#config.apiBaseUrl}/files/${name}?expires=${expires}&signature=${signature}`;
  }

  /** Whether this link gives access to a private file. */
  isValid(name: string, expires: string, signature: string): boolean {
    if (!/^\d{1,15}$/.test(expires) || Number(expires) < this.#clock.nowMs()) return false;
    return this.#secrets.verify(purpose, message(name, expires), Buffer.from(signature, 'base64url'));
  }
}

function message(name: string, expires: string): string {
  return `${name}\n${expires}`;
}
