import type { FastifyRequest } from 'fastify';
import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { can, visibleProjects } from '#core/permissions.ts';
import { isQrType } from '#core/qr-type.ts';
import type { QrStatus } from '#features/database.ts';
import { findProject } from '#features/projects/project-queries.ts';
import type { QrCodeFilter } from '#features/qr-codes/list-condition-queries.ts';
import type { QrCodeListRow } from '#features/qr-codes/qr-code-list-queries.ts';
import { searchQrCodes } from '#features/qr-codes/search-qr-codes.ts';
import type { ApiContext } from './api-context.ts';
import { readPageRequest, sealNextPage } from './page-request.ts';
import { filterValue, filterValues, firstQueryValue, wholeValues } from './query.ts';

export const qrStatuses: QrStatus[] = ['active', 'archived', 'blocked'];
/** Without a status filter, archived codes are left out (D33). */
const statusesByDefault: QrStatus[] = ['active', 'blocked'];
const sizeWhenTooSmall = 1;

/** A page of the codes that an actor can see, newest first, with the filters of `/v1`. */
export async function readQrCodePage(
  context: ApiContext,
  request: FastifyRequest,
  actor: Actor,
): Promise<{ rows: QrCodeListRow[]; nextPageToken: string | null }> {
  const filter = await readFilter(context, request, actor);
  const labelContains = firstQueryValue(request, 'label_contains') ?? '';
  const hasProject = filterValue(request, 'project_id') !== undefined;
  const projectId = hasProject ? filter?.projectIds?.[0] : null;
  const tags = filter?.tags ?? [];
  const parts = [
    projectId,
    filter?.statuses,
    filter?.type,
    labelContains,
    ...(tags.length > 0 ? [tags] : []),
  ];
  const scope = { accountId: actor.accountId, endpoint: 'qr-codes', filters: JSON.stringify(parts) };
  const page = readPageRequest(context, request, scope, sizeWhenTooSmall);
  const after = page.after && { key: page.after.createdAtMs, id: page.after.id };
  const words = labelContains === '' ? {} : { words: { text: labelContains, isOnlyName: true } };
  const { rows, next } =
    filter === null
      ? { rows: [], next: null }
      : await searchQrCodes(context.db, { ...filter, ...words }, { order: 'newest', after }, page.size);
  const end = next && { createdAtMs: Number(next.key), id: next.id };
  return { rows, nextPageToken: sealNextPage(context, page, end) };
}

/** Null: nothing can match (D32). A project of another account is treated as unknown (D2). */
export async function readFilter(
  context: ApiContext,
  request: FastifyRequest,
  actor: Actor,
): Promise<QrCodeFilter | null> {
  const { accountId } = actor;
  const rawProject = filterValue(request, 'project_id');
  const projectId = rawProject === undefined ? null : parseIdentifier('prj', rawProject);
  if (rawProject !== undefined) {
    const project = projectId === null ? undefined : await findProject(context.db, accountId, projectId);
    if (project === undefined || !can(actor, 'codes.read', project.project_id))
      throw new Refusal('project_not_found', 'There is no such project.', { param: 'project_id' });
  }
  const asked = filterValues(request, 'status');
  const wanted =
    asked.length === 0 ? statusesByDefault : qrStatuses.filter((status) => asked.includes(status));
  const type = filterValue(request, 'type');
  if (type !== undefined && !isQrType(type)) return null;
  const projectIds = projectId === null ? visibleProjects(actor) : [projectId];
  if (projectIds?.length === 0) return null;
  const tags = wholeValues(request, 'tag').map((tag) => tag.trim());
  return {
    accountId,
    projectIds,
    statuses: wanted,
    type: type ?? null,
    ...(tags.length > 0 && { tags }),
  };
}
