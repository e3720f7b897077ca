import { sql } from 'kysely';
import type { DomainState, DomainStep } from '#core/domain-state.ts';
import type { Db, Tx } from '../database.ts';

export interface DomainRow {
  domain_id: string;
  account_id: string;
  project_id: string;
  host: string;
  token: string;
  state: DomainState;
  root_url: string | null;
  problem: string | null;
  failures: number;
  created_at: Date;
  verified_at: Date | null;
  failing_since: Date | null;
  lapsed_at: Date | null;
  checked_at: Date | null;
  next_check_at: Date;
}

const columns = [
  'domain_id',
  'account_id',
  'project_id',
  'host',
  'token',
  'state',
  'root_url',
  'problem',
  'failures',
  'created_at',
  'verified_at',
  'failing_since',
  'lapsed_at',
  'checked_at',
  'next_check_at',
] as const;

export function insertDomain(
  tx: Tx,
  domain: Pick<DomainRow, 'domain_id' | 'account_id' | 'project_id' | 'host' | 'token'>,
): Promise<DomainRow> {
  return tx.insertInto('domains').values(domain).returning(columns).executeTakeFirstOrThrow();
}

export function findDomainOfProject(db: Db, projectId: string): Promise<DomainRow | undefined> {
  return db.selectFrom('domains').select(columns).where('project_id', '=', projectId).executeTakeFirst();
}

export function listDomains(db: Db, accountId: string | null, limit: number): Promise<DomainRow[]> {
  let query = db.selectFrom('domains').select(columns);
  if (accountId !== null) query = query.where('account_id', '=', accountId);
  return query.orderBy('created_at', 'desc').limit(limit).execute();
}

/** Which of these hosts are served, or claimed by the account. */
export async function listOwnHosts(db: Db, accountId: string, hosts: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('host')
    .where('host', 'in', hosts)
    .where((on) => on.or([sql<boolean>`domain_serves(state)`, on('account_id', '=', accountId)]))
    .execute();
  return rows.map(({ host }) => host);
}

/** Bounded by the plan limit, so it is only a short range of one index. */
export async function countDomains(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('domains')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countPendingDomains(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('domains')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Domains whose check is due, postponed by the time that a check takes: a process that dies doesn't keep them. */
export async function claimDueDomains(db: Db, now: Date, limit: number): Promise<DomainRow[]> {
  return db
    .updateTable('domains')
    .set({ next_check_at: new Date(now.getTime() + 5 * 60_000) })
    .where('domain_id', 'in', (on) =>
      on
        .selectFrom('domains')
        .select('domain_id')
        .where('next_check_at', '<=', now)
        .orderBy('next_check_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .execute();
}

export function lockDomain(tx: Tx, domainId: string): Promise<DomainRow | undefined> {
  return tx
    .selectFrom('domains')
    .select(columns)
    .where('domain_id', '=', domainId)
    .forUpdate()
    .executeTakeFirst();
}

/** The current owner of the name, serving or lapsed. */
export function lockOwner(tx: Tx, host: string, exceptId: string): Promise<DomainRow | undefined> {
  return tx
    .selectFrom('domains')
    .select(columns)
    .where('host', '=', host)
    .where('state', '<>', 'pending')
    .where('domain_id', '<>', exceptId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateDomainStep(
  tx: Tx,
  domainId: string,
  step: DomainStep,
  now: Date,
): Promise<DomainRow> {
  return tx
    .updateTable('domains')
    .set({
      state: step.state,
      problem: step.problem,
      failures: step.failures,
      failing_since: step.failingSinceMs === null ? null : new Date(step.failingSinceMs),
      lapsed_at: step.lapsedAtMs === null ? null : new Date(step.lapsedAtMs),
      checked_at: now,
      next_check_at: new Date(step.nextCheckMs),
      ...(step.state === 'verified' && { verified_at: sql`coalesce(verified_at, ${now})` }),
    })
    .where('domain_id', '=', domainId)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updateDomainRoot(
  db: Db,
  projectId: string,
  rootUrl: string | null,
): Promise<DomainRow | undefined> {
  return db
    .updateTable('domains')
    .set({ root_url: rootUrl })
    .where('project_id', '=', projectId)
    .returning(columns)
    .executeTakeFirst();
}

export function deleteDomain(tx: Tx, domainId: string): Promise<DomainRow | undefined> {
  return tx.deleteFrom('domains').where('domain_id', '=', domainId).returning(columns).executeTakeFirst();
}

/** Claims that were never verified. */
export async function deleteOldClaims(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('domains')
    .where('state', '=', 'pending')
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
