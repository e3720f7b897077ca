import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the first parameters that OWASP recommends: 19 MiB, two rounds. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

export function verifyPassword({
  hash: stored,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  return verify(stored, password);
}
