import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * The secrets of the installation. The first one signs and encrypts, all of them verify and decrypt, so that a secret can be replaced at any
 * time. Each purpose has its own keys, so that a leaked key opens nothing else.
 */
export class Secrets {
  readonly #secrets: readonly string[];
  readonly #keys = new Map<string, KeyObject[]>();

  constructor(secrets: readonly string[]) {
    if (secrets.length === 0) throw new Error('there is no secret');
    this.#secrets = secrets;
  }

  /** The secrets themselves, for code that derives its own keys. */
  get all(): readonly string[] {
    return this.#secrets;
  }

  sign(purpose: string, message: string | Uint8Array): Buffer {
    return this.signAll(purpose, message)[0] as Buffer;
  }

  /** One per secret, in order. */
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
    const cipher = createCipheriv(algorithm, this.#keysOf(purpose)[0] as KeyObject, iv);
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]);
  }

  /** Null if none of the secrets decrypts it. */
  open(purpose: string, sealed: Uint8Array): string | null {
    for (const key of this.#keysOf(purpose)) {
      try {
        const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes));
        decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
        const text = decipher.update(sealed.subarray(ivBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // Encrypted with one of the other secrets.
      }
    }
    return null;
  }

  /** As objects, which Node uses several times as fast as bytes. */
  #keysOf(purpose: string): KeyObject[] {
    let keys = this.#keys.get(purpose);
    if (keys === undefined) {
      keys = this.#secrets.map((secret) =>
        createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `waypost ${purpose}`, 32))),
      );
      this.#keys.set(purpose, keys);
    }
    return keys;
  }
}
