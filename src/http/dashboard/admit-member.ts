import assert from 'node:assert';
import type { FastifyRequest } from 'fastify';
import type { Member } from '#core/actor.ts';
import { permit } from '#core/permissions.ts';
import { actAs } from '#features/act-as.ts';
import type { Db } from '#features/database.ts';
import type { ApiContext } from '../api-context.ts';
import { type DashboardCaller, requireMember } from './require-member.ts';

const callers = new WeakMap<FastifyRequest, DashboardCaller>();

/** Refuses members whose role doesn't allow the route's action anywhere. Operations ask again for the project concerned. */
export function admitMember(context: ApiContext) {
  return async function admit(request: FastifyRequest): Promise<void> {
    const { access = 'public' } = request.routeOptions.config;
    if (access === 'public' || access === 'user') return;
    const caller = await requireMember(context, request);
    permit(caller.member, access);
    callers.set(request, caller);
  };
}

export function callerOf(request: FastifyRequest): DashboardCaller {
  const caller = callers.get(request);
  assert(caller !== undefined, 'callerOf() was asked on a route without an action');
  return caller;
}

/** The database in the name of the caller: for everything that changes data. */
export function dbOf(context: ApiContext, request: FastifyRequest): Db {
  return actAs(context.db, memberOf(request));
}

export function memberOf(request: FastifyRequest): Member {
  return callerOf(request).member;
}
