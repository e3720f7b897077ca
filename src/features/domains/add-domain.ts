import { randomBytes } from 'node:crypto';
import type { Actor } from '#core/actor.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { isUniqueViolation } from '#platform/postgres.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Db } from '../database.ts';
import type { ProjectRow } from '../projects/project-queries.ts';
import {
  countDomains,
  countPendingDomains,
  type DomainRow,
  findDomainOfProject,
  insertDomain,
} from './domain-queries.ts';
import { parseDomain } from './parse-domain.ts';

const pendingMax = 50;
const tokenBytes = 16;

/** Claims a domain for a project. The project owns it once DNS confirms it; until then others may claim it too. */
export async function addDomain(
  db: Db,
  actor: Actor,
  project: Pick<ProjectRow, 'account_id' | 'project_id' | 'is_archived'>,
  name: string,
  ownHosts: readonly string[],
): Promise<DomainRow> {
  permit(actor, 'domains.change', project.project_id);
  const domainsMax = actor.entitlements.limits.domains;
  const host = parseDomain(name, ownHosts);
  if (!host.ok) throw invalidRequest(host);
  if (project.is_archived) throw new Refusal('conflict', 'The project is archived. Restore it first.');
  try {
    return await db.transaction().execute(async (tx) => {
      await lockAccount(tx, project.account_id);
      if ((await findDomainOfProject(tx, project.project_id)) !== undefined) throw oneOnly();
      if ((await countDomains(tx, project.account_id)) >= domainsMax)
        throw new Refusal(
          'quota_exceeded_domain',
          `Your plan allows ${domainsMax} domains. Remove one first.`,
        );
      if ((await countPendingDomains(tx, project.account_id)) >= pendingMax)
        throw new Refusal(
          'conflict',
          `At most ${pendingMax} domains can wait for verification. Remove one first.`,
        );
      return insertDomain(tx, {
        domain_id: newUuid(),
        account_id: project.account_id,
        project_id: project.project_id,
        host: host.value,
        token: randomBytes(tokenBytes).toString('hex'),
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'domains_one_of_project')) throw oneOnly();
    throw error;
  }
}

function oneOnly(): Refusal {
  return new Refusal('conflict', 'The project already has a domain. Remove it first.');
}
