import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * The installation's secrets. The first one signs and seals, all of them verify and open, so a secret can be replaced while we run. Each
 * purpose has keys of its own: one that leaks opens nothing else.
 */
export class Secrets {
  readonly #secrets: readonly string[];
  readonly #keys = new Map<string, Buffer[]>();

  constructor(secrets: readonly string[]) {
    if (secrets.length === 0) throw new Error('there is no secret');
    this.#secrets = secrets;
  }

  /** The secrets themselves, for what derives keys in its own way. */
  get all(): readonly string[] {
    return this.#secrets;
  }

  sign(purpose: string, message: string | Uint8Array): Buffer {
    return this.signAll(purpose, message)[0] as Buffer;
  }

  /** By each secret, the first one first. */
  signAll(purpose: string, message: string | Uint8Array): Buffer[] {
    return this.#keysOf(purpose).map((key) => createHmac('sha256', key).update(message).digest());
  }

  verify(purpose: string, message: string | Uint8Array, signature: Uint8Array): boolean {
    return this.signAll(purpose, message).some(
      (expected) => expected.length === signature.length && timingSafeEqual(expected, signature),
    );
  }

  seal(purpose: string, plain: string): Buffer {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, this.#keysOf(purpose)[0] as Buffer, iv);
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]);
  }

  /** Null if none of the secrets opens it. */
  open(purpose: string, sealed: Uint8Array): string | null {
    for (const key of this.#keysOf(purpose)) {
      try {
        const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes));
        decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
        const text = decipher.update(sealed.subarray(ivBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // Sealed with another one of them.
      }
    }
    return null;
  }

  #keysOf(purpose: string): Buffer[] {
    let keys = this.#keys.get(purpose);
    if (keys === undefined) {
      keys = this.#secrets.map((secret) =>
        Buffer.from(hkdfSync('sha256', secret, '', `waypost ${purpose}`, 32)),
      );
      this.#keys.set(purpose, keys);
    }
    return keys;
  }
}
