import { type DomainFinding, heldUntilMs, isServing, nextDomainStep } from '#core/domain-state.ts';
import { isUniqueViolation } from '#platform/postgres.ts';
import type { Db, Tx } from '../database.ts';
import { type DomainRow, deleteDomain, lockDomain, lockOwner, updateDomainStep } from './domain-queries.ts';
import { startRedraw } from './redraw-queries.ts';

/** The result of a check, and when it began. */
export interface DomainLook {
  finding: DomainFinding;
  startedMs: number;
  nowMs: number;
  /** A manual check, in addition to scheduled ones. */
  isAskedFor?: boolean;
}

const taken =
  'Another account has verified this domain. If that is wrong, contact the operator of this service.';

/** Stores the result. The first account that proves ownership gets the domain; a claim can't take it away. */
export async function settleDomain(
  db: Db,
  domainId: string,
  look: DomainLook,
): Promise<DomainRow | undefined> {
  try {
    return await db.transaction().execute((tx) => settle(tx, domainId, look));
  } catch (error) {
    // Two accounts proved it at the same moment: one of them has it now.
    if (!isUniqueViolation(error, 'domains_one_owner')) throw error;
    const finding: DomainFinding =
      look.finding.kind === 'right' ? { kind: 'wrong', problem: taken } : look.finding;
    return db.transaction().execute((tx) => settle(tx, domainId, { ...look, finding }));
  }
}

async function settle(tx: Tx, domainId: string, look: DomainLook): Promise<DomainRow | undefined> {
  const { finding: found, startedMs, nowMs } = look;
  const domain = await lockDomain(tx, domainId);
  // A slow result of an older check must not override a newer one.
  if (domain === undefined || (domain.checked_at?.getTime() ?? 0) > startedMs) return domain;
  const isClaiming = found.kind === 'right' && domain.state === 'pending';
  const finding = isClaiming ? await claim(tx, domain, nowMs) : found;
  const known = {
    state: domain.state,
    failures: domain.failures,
    failingSinceMs: domain.failing_since?.getTime() ?? null,
    lapsedAtMs: domain.lapsed_at?.getTime() ?? null,
  };
  const step = nextDomainStep(known, finding, nowMs);
  const isNews = finding.kind === 'right' || (finding.kind === 'wrong' && step.state !== domain.state);
  // Manual checks affect neither the back-off nor the failure count.
  const kept =
    look.isAskedFor && !isNews
      ? { ...known, problem: step.problem, nextCheckMs: domain.next_check_at.getTime() }
      : step;
  const settled = await updateDomainStep(tx, domainId, kept, new Date(nowMs));
  if (isServing(settled.state) !== isServing(domain.state))
    await startRedraw(tx, domain.project_id, isServing(settled.state) ? domain.host : null);
  return settled;
}

/** A lapsed domain is reserved for a while: printed codes contain it, and its owner may be on holiday. */
async function claim(tx: Tx, domain: DomainRow, nowMs: number): Promise<DomainFinding> {
  const owner = await lockOwner(tx, domain.host, domain.domain_id);
  if (owner === undefined) return { kind: 'right' };
  if (owner.state !== 'lapsed' || owner.lapsed_at === null) return { kind: 'wrong', problem: taken };
  const heldUntil = heldUntilMs(owner.lapsed_at.getTime());
  if (nowMs < heldUntil)
    return {
      kind: 'wrong',
      problem: `The domain belonged to another account. You can verify it from ${new Date(heldUntil).toISOString().slice(0, 10)} on.`,
    };
  await deleteDomain(tx, owner.domain_id);
  return { kind: 'right' };
}
