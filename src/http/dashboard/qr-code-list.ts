import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { formatListCursor, parseListCursor } from '#core/list-cursor.ts';
import { isListOrder, isListState, type ListOrder } from '#core/list-order.ts';
import { parsePageSize } from '#core/page-size.ts';
import { can, visibleProjects } from '#core/permissions.ts';
import { type FolderRow, findFolder } from '#features/folders/folder-queries.ts';
import { withOpenScans } from '#features/ledger-servers/with-open-scans.ts';
import { listCards } from '#features/qr-codes/card-queries.ts';
import { countQrCodes } from '#features/qr-codes/count-qr-codes.ts';
import { listAllIds } from '#features/qr-codes/list-all-ids.ts';
import type { QrCodeFilter } from '#features/qr-codes/list-condition-queries.ts';
import { areListsComplete, listTags } from '#features/qr-codes/list-fact-queries.ts';
import type { QrCodeListRow } from '#features/qr-codes/qr-code-list-queries.ts';
import { qrCodeItemView } from '#features/qr-codes/qr-code-view.ts';
import { searchQrCodes } from '#features/qr-codes/search-qr-codes.ts';
import type { ApiContext } from '../api-context.ts';
import { readFilter } from '../qr-code-page.ts';
import { filterValue, firstQueryValue } from '../query.ts';
import { memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';

const path = '/dashboard/api/qr-codes';
const sizeWhenTooSmall = 1;

/** Lists of codes: with any order and filters, their number, all their IDs, and the tags to filter by. */
export function registerQrCodeList(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  const route = dashboardRoute('codes.read');

  app.get(path, route, async (request) => {
    const filter = await readListFilter(context, request);
    const order = orderOf(request);
    const token = firstQueryValue(request, 'page_token');
    const after = token === undefined ? null : parseListCursor(token, order);
    const size = parsePageSize(firstQueryValue(request, 'page_size'), sizeWhenTooSmall);
    const { rows, next } =
      filter === null ? { rows: [], next: null } : await searchQrCodes(db, filter, { order, after }, size);
    const needsAll = order === 'scans' || filter?.state !== undefined;
    return {
      ok: true,
      items: await itemsOf(context, rows),
      next_page_token: next && formatListCursor(next),
      // After an upgrade, until every older code is known.
      is_complete: !needsAll || (await areListsComplete(db)),
    };
  });

  app.get(`${path}/total`, route, async (request) => {
    const filter = await readListFilter(context, request);
    const { codes, isExact } = filter === null ? { codes: 0, isExact: true } : await countQrCodes(db, filter);
    return { ok: true, codes, is_exact: isExact };
  });

  app.get(`${path}/ids`, route, async (request) => {
    const filter = await readListFilter(context, request);
    const { qrIds, isComplete } =
      filter === null ? { qrIds: [], isComplete: true } : await listAllIds(db, filter, orderOf(request));
    return { ok: true, qr_ids: qrIds.map((id) => formatIdentifier('qrc', id)), is_complete: isComplete };
  });

  app.get('/dashboard/api/tags', route, async (request) => {
    const member = memberOf(request);
    return { ok: true, items: await listTags(db, member.accountId, visibleProjects(member)) };
  });
}

async function itemsOf(context: ApiContext, rows: QrCodeListRow[]) {
  const listed = await listCards(
    context.db,
    rows.map(({ qr_id }) => qr_id),
  );
  const exact = await withOpenScans(context.db, context.ledgers, listed);
  const cards = new Map(exact.map((card) => [card.qr_id, card]));
  return rows.map((row) => {
    const card = cards.get(row.qr_id);
    return {
      ...qrCodeItemView(row, context.config),
      folder_id: row.folder_id && formatIdentifier('fld', row.folder_id),
      scan_count: card?.scan_count ?? 0,
      scan_limit: card?.scan_limit ?? null,
      expires_at: card?.expires_at?.toISOString() ?? null,
      is_project_archived: card?.is_project_archived ?? false,
      file_url_svg: card?.svg_file ? context.fileLinks.urlOf(card.svg_file) : null,
    };
  });
}

/** The filters of `/v1`, and those that only the dashboard has. */
async function readListFilter(context: ApiContext, request: FastifyRequest): Promise<QrCodeFilter | null> {
  const filter = await readFilter(context, request, memberOf(request));
  if (filter === null) return null;
  const folder = await findListedFolder(context, request, filter);
  if (folder === null) return null;
  // Pages of the release before search names only.
  const name = firstQueryValue(request, 'label_contains');
  const words = (firstQueryValue(request, 'q') ?? name)?.trim() ?? '';
  const state = filterValue(request, 'state');
  if (state !== undefined && !isListState(state))
    throw new Refusal('invalid_request', 'There is no such state.', { param: 'state' });
  return {
    ...filter,
    ...(folder !== undefined && { folderId: folder.folder_id, projectIds: [folder.project_id] }),
    ...(words !== '' && { words: { text: words, isOnlyName: false } }),
    ...(state !== undefined && { state }),
  };
}

/** Undefined: none is asked for; null: one that the caller can't see, or of another project. */
async function findListedFolder(
  context: ApiContext,
  request: FastifyRequest,
  { accountId, projectIds }: QrCodeFilter,
): Promise<FolderRow | undefined | null> {
  const asked = filterValue(request, 'folder_id');
  if (asked === undefined) return undefined;
  const folderId = parseIdentifier('fld', asked);
  const folder = folderId === null ? undefined : await findFolder(context.db, accountId, folderId);
  const isVisible =
    folder !== undefined &&
    can(memberOf(request), 'codes.read', folder.project_id) &&
    projectIds?.includes(folder.project_id) !== false;
  return isVisible ? folder : null;
}

function orderOf(request: FastifyRequest): ListOrder {
  const order = filterValue(request, 'order') ?? 'newest';
  if (!isListOrder(order))
    throw new Refusal('invalid_request', 'There is no such order.', { param: 'order' });
  return order;
}
