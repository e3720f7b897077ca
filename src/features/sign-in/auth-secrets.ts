import { createHash, createHmac } from 'node:crypto';

/** Not the installation's secret itself: a sign-in secret that leaks must not open page tokens. */
export function signInSecret(secret: string): string {
  return createHmac('sha256', secret).update('sign-in').digest('base64');
}

/** What better-auth names a secret by in what it seals. It follows from the secret, so every process names it alike. */
function secretVersion(secret: string): number {
  return createHash('sha256').update(secret).digest().readUInt32BE(0);
}

/** The first one seals, all of them open. Values from before there were several bear no name, and the oldest one opens them. */
export function authSecrets(secrets: readonly string[]) {
  const derived = secrets.map(signInSecret);
  return {
    secret: derived.at(-1) ?? '',
    secrets: derived.map((value) => ({ version: secretVersion(value), value })),
  };
}

/** The same in the form that better-auth's own functions take. */
export function authSecretConfig(secrets: readonly string[]) {
  const { secret, secrets: versions } = authSecrets(secrets);
  return {
    keys: new Map(versions.map(({ version, value }) => [version, value])),
    currentVersion: versions[0]?.version ?? 0,
    legacySecret: secret,
  };
}
