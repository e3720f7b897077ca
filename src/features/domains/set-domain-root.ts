import { parseDestination } from '#core/destination.ts';
import { ApiError } from '#core/errors.ts';
import type { Db } from '../database.ts';
import type { UrlChecker } from '../url-safety/url-checker.ts';
import { type DomainRow, updateDomainRoot } from './domain-queries.ts';

/** Where the bare domain leads: checked like every destination, and looked at for as long as it is there. */
export async function setDomainRoot(
  db: Db,
  checker: Pick<UrlChecker, 'check'>,
  projectId: string,
  url: string | null,
): Promise<DomainRow> {
  const root = url === null ? null : parseDestination('root_url', url);
  if (root !== null && !root.ok) throw new ApiError('invalid_request', root.message);
  if (root !== null) {
    const { destinations } = await checker.check([root.value]);
    const unsafe = destinations.find(({ verdict }) => verdict.kind === 'unsafe');
    if (unsafe !== undefined)
      throw new ApiError('unsafe_url', 'root_url leads to something harmful, or to ourselves.');
  }
  const domain = await updateDomainRoot(db, projectId, root === null ? null : root.value.url);
  if (domain === undefined) throw new ApiError('not_found', 'The project has no domain.');
  return domain;
}
