import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { countTry, tryLimits } from '#features/sign-in/count-try.ts';
import { cookiePrefix } from '#features/sign-in/create-auth.ts';
import { isKnownFor, readKnownDevice, rememberDevice } from '#features/sign-in/known-device.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { ApiContext } from '../api-context.ts';
import { cookieOf, setCookie } from './set-cookie.ts';

const deviceSeconds = 365 * 24 * 3_600;

/**
 * Counts one password check, on every path. Unknown devices are counted by account and network, so they can't lock the owner out; a device that
 * signed in before has its own count.
 */
export async function limitPasswordTries(
  { db, secrets, config }: ApiContext,
  request: FastifyRequest,
  email: string,
  sessionId: string | null = null,
): Promise<void> {
  const network = clientNetwork(request.ip);
  if (!(await countTry(db, secrets, network, tryLimits.network))) throw tooMany(60);
  const device = readKnownDevice(cookieOf(request, deviceCookie(config)));
  // A signed-in user has signed in before, with or without the cookie.
  const known = sessionId ?? (isKnownFor(device, secrets, email) ? (device?.id ?? null) : null);
  const subject = `${email}\n${known ?? network}`;
  const isWithin =
    (await countTry(db, secrets, subject, tryLimits.account)) &&
    (known !== null || (await countTry(db, secrets, email, tryLimits.everywhere)));
  if (!isWithin) throw tooMany(tryLimits.account.minutes * 60);
}

/** After a sign-in: this device is known for this address. */
export function keepDevice(
  { secrets, config }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): void {
  const device = readKnownDevice(cookieOf(request, deviceCookie(config)));
  setCookie(reply, config, [deviceCookie(config), rememberDevice(device, secrets, email)], deviceSeconds);
}

function deviceCookie(config: ApiContext['config']): string {
  return `${cookiePrefix(config)}-device`;
}

function tooMany(retryAfterSeconds: number): Refusal {
  const wait = retryAfterSeconds <= 60 ? 'a minute' : 'a quarter of an hour';
  return new Refusal('rate_limited', `Too many password attempts. Try again in ${wait}.`, {
    retryAfterSeconds,
  });
}
