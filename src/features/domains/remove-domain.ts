import { isServing } from '#core/domain-state.ts';
import type { Db } from '../database.ts';
import { type DomainRow, deleteDomain, findDomainOfProject, lockDomain } from './domain-queries.ts';
import { startRedraw } from './redraw-queries.ts';

/** Applies to the next scan: links on the domain stop, those on our own host keep working. */
export async function removeDomain(db: Db, projectId: string): Promise<DomainRow | undefined> {
  return db.transaction().execute(async (tx) => {
    const found = await findDomainOfProject(tx, projectId);
    const domain = found && (await lockDomain(tx, found.domain_id));
    if (domain === undefined) return undefined;
    await deleteDomain(tx, domain.domain_id);
    if (isServing(domain.state)) await startRedraw(tx, projectId, null);
    return domain;
  });
}
