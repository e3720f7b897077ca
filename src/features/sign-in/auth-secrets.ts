import { createHash, createHmac } from 'node:crypto';

/** Not the secret of the installation itself: a leaked sign-in secret must not open page tokens. */
export function signInSecret(secret: string): string {
  return createHmac('sha256', secret).update('sign-in').digest('base64');
}

/** The name of a secret in better-auth's encrypted values. It is derived from the secret, so every process uses the same name. */
function secretVersion(secret: string): number {
  return createHash('sha256').update(secret).digest().readUInt32BE(0);
}

/** The first one encrypts, all of them decrypt. Values from before there were several have no name, and the oldest secret decrypts them. */
export function authSecrets(secrets: readonly string[]) {
  const derived = secrets.map(signInSecret);
  return {
    secret: derived.at(-1) ?? '',
    secrets: derived.map((value) => ({ version: secretVersion(value), value })),
  };
}

/** The same in the form of better-auth's functions. */
export function authSecretConfig(secrets: readonly string[]) {
  const { secret, secrets: versions } = authSecrets(secrets);
  return {
    keys: new Map(versions.map(({ version, value }) => [version, value])),
    currentVersion: versions[0]?.version ?? 0,
    legacySecret: secret,
  };
}
