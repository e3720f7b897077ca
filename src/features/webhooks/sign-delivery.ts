import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Secrets } from '#platform/secrets.ts';
import type { EndpointRow } from './endpoint-queries.ts';

const purpose = 'webhook secret';
const secretBytes = 32;

export interface SealedSecret {
  plain: string;
  sealed: string;
}

/** As Standard Webhooks writes it. */
export function newPlainSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
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

/** The signatures of a delivery, one per secret that is valid now. */
export function signDelivery(
  secrets: Secrets,
  endpoint: Pick<EndpointRow, 'sealed_secret' | 'sealed_old_secret' | 'old_secret_until'>,
  message: { id: string; at: Date; body: string },
): string {
  const isOldValid = endpoint.old_secret_until !== null && endpoint.old_secret_until > message.at;
  const sealed = [endpoint.sealed_secret, isOldValid ? endpoint.sealed_old_secret : null];
  return sealed
    .flatMap((one) => (one === null ? [] : [openSecret(secrets, one)]))
    .flatMap((plain) =>
      plain === null ? [] : [new Webhook(plain).sign(message.id, message.at, message.body)],
    )
    .join(' ');
}
