import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Secrets } from '#platform/secrets.ts';
import type { EndpointRow } from './endpoint-queries.ts';

const purpose = 'webhook secret';
const secretPrefix = 'whsec_';
const secretBytes = 32;

export interface SealedSecret {
  plain: string;
  sealed: string;
}

/** As Standard Webhooks writes it. */
export function newPlainSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
}

/** A new secret, and how it is stored. */
export function newEndpointSecret(secrets: Secrets): SealedSecret {
  const plain = newPlainSecret();
  return { plain, sealed: sealSecret(secrets, plain) };
}

export function sealSecret(secrets: Secrets, plain: string): string {
  return secrets.seal(purpose, plain).toString('base64url');
}

export function openSecret(secrets: Secrets, sealed: string): string | null {
  return secrets.open(purpose, Buffer.from(sealed, 'base64url'));
}

interface Message {
  id: string;
  at: Date;
  body: string;
}

const keysMax = 1_000;

/** Signs deliveries with the secrets of their endpoints, and keeps the keys that were used last. */
export class DeliverySigner {
  readonly #secrets: Secrets;
  readonly #keys = new Map<string, KeyObject>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** One signature per secret that is valid now. */
  sign(
    endpoint: Pick<EndpointRow, 'sealed_secret' | 'sealed_old_secret' | 'old_secret_until'>,
    message: Message,
  ): string {
    const isOldValid = endpoint.old_secret_until !== null && endpoint.old_secret_until > message.at;
    const sealed = [endpoint.sealed_secret, isOldValid ? endpoint.sealed_old_secret : null];
    return sealed
      .flatMap((one) => (one === null ? [] : [this.#keyOf(one)]))
      .flatMap((key) => (key === null ? [] : [signMessage(key, message)]))
      .join(' ');
  }

  #keyOf(sealed: string): KeyObject | null {
    const known = this.#keys.get(sealed);
    if (known !== undefined) return known;
    const plain = openSecret(this.#secrets, sealed);
    if (plain === null) return null;
    const key = signingKey(plain);
    if (this.#keys.size >= keysMax) this.#keys.clear();
    this.#keys.set(sealed, key);
    return key;
  }
}

export function signingKey(plainSecret: string): KeyObject {
  return createSecretKey(Buffer.from(plainSecret.replace(secretPrefix, ''), 'base64'));
}

/** As Standard Webhooks defines it. Its library hashes in JavaScript, which takes longer than the rest of a delivery. */
export function signMessage(key: KeyObject, { id, at, body }: Message): string {
  const signed = `${id}.${Math.floor(at.getTime() / 1_000)}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
