import type { FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { isRecentlyProved } from '#features/sign-in/session-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { type DashboardCaller, requireSession } from './require-session.ts';

const provedMinutes = 10;

/**
 * For actions that would outlive a stolen session: the user must have given their password or passkey within the last ten
 * minutes.
 */
export async function requireProof(context: ApiContext, request: FastifyRequest): Promise<DashboardCaller> {
  const caller = await requireSession(context, request);
  if (!(await isRecentlyProved(context.db, caller.session.id, provedMinutes)))
    throw new Refusal('reauthentication_required', 'Confirm your identity, then try again.');
  return caller;
}
