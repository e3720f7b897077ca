import { type RawBuilder, sql } from 'kysely';
import type { ListCursor } from '#core/list-cursor.ts';
import type { ListOrder } from '#core/list-order.ts';
import type { QrType } from '#core/qr-type.ts';
import type { Db, QrStatus, Tx } from '../database.ts';
import {
  conditionsOf,
  furtherConditions,
  type IndexedCondition,
  needsFacts,
  type QrCodeFilter,
} from './list-condition-queries.ts';

export interface QrCodeListRow {
  qr_id: string;
  project_id: string;
  reserved_slug: string;
  is_slug_public: boolean;
  label: string;
  status: QrStatus;
  type: QrType;
  redirect_url: string;
  created_at: Date;
  render_status: string;
  tags: string[];
  folder_id: string | null;
  /** Of its project; null if it has no served domain. */
  domain_host: string | null;
  /** What it is sorted by. Times are milliseconds. */
  sort_key: number | string;
}

const columns = sql.raw(
  ['qr_id', 'project_id', 'reserved_slug', 'is_slug_public', 'label', 'status', 'type', 'redirect_url']
    .concat('created_at', 'render_status', 'tags', 'folder_id')
    .map((column) => `code.${column}`)
    .join(', '),
);

interface OrderSql {
  /** The table with its indexes: by account and status, and by project and status. */
  table: 'qr_codes' | 'list_facts';
  key: RawBuilder<unknown>;
  keyType: 'timestamptz' | 'text' | 'bigint';
  direction: 'asc' | 'desc';
}

const orders: Record<ListOrder, OrderSql> = {
  newest: { table: 'qr_codes', key: sql`created_at`, keyType: 'timestamptz', direction: 'desc' },
  oldest: { table: 'qr_codes', key: sql`created_at`, keyType: 'timestamptz', direction: 'asc' },
  name: { table: 'qr_codes', key: sql`(name_key(label) collate "C")`, keyType: 'text', direction: 'asc' },
  scans: { table: 'list_facts', key: sql`scans`, keyType: 'bigint', direction: 'desc' },
};

/** Where a list is read: its order, and after which row. */
export interface ListPlace {
  order: ListOrder;
  after: ListCursor | null;
}

/**
 * Compiling a statement takes many times as long as examining some thousand codes. Without sequential and bitmap scans, the cost of a walk
 * never depends on the codes of other accounts.
 */
export async function boundPlans(tx: Tx): Promise<void> {
  await sql`select set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_bitmapscan', 'off', true)`.execute(tx);
}

/** Of the first `examined` codes of a list, those that meet its conditions. */
export async function listQrCodes(
  db: Db,
  filter: QrCodeFilter,
  place: ListPlace,
  { limit, examined = limit }: { limit: number; examined?: number },
): Promise<QrCodeListRow[]> {
  const conditions = openConditions(filter, place);
  const rows = conditions.length === 0 ? limit : examined;
  const facts = needsFacts(filter) ? sql`left join list_facts facts on facts.qr_id = code.qr_id` : sql``;
  return readPage(
    db,
    place,
    sql`select ${columns}, listed.key from (${candidates(filter, place, rows)}) listed
      join qr_codes code on code.qr_id = listed.qr_id ${facts}
      where ${allOf(conditions)} and code.status = any(${filter.statuses}) ${inProjects(filter.projectIds, 'code.project_id')}
      ${inOrder(place, sql`listed.key`, sql`code.qr_id`)} limit ${limit}`,
  );
}

/** The last of the first `examined` codes of a list, or null if there are fewer. */
export async function findNthQrCode(
  db: Db,
  filter: QrCodeFilter,
  place: ListPlace,
  examined: number,
): Promise<ListCursor | null> {
  const { rows } = await sql<{ qr_id: string; sort_key: number | string }>`
    select qr_id, ${sortKey(place)} as sort_key from (${candidates(filter, place, examined)}) listed
    ${inOrder(place, sql`key`, sql`qr_id`)} offset ${examined - 1} limit 1`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { key: row.sort_key, id: row.qr_id };
}

/** How many of the first codes of a list meet its conditions, and how many of them there were. */
export async function countListed(
  db: Db,
  filter: QrCodeFilter,
  examined: number,
): Promise<{ codes: number; examined: number }> {
  const place: ListPlace = { order: 'newest', after: null };
  const conditions = openConditions(filter, place);
  const facts = needsFacts(filter) ? sql`left join list_facts facts on facts.qr_id = listed.qr_id` : sql``;
  const code = conditions.length === 0 ? sql`` : sql`join qr_codes code on code.qr_id = listed.qr_id`;
  const { rows } = await sql<{ codes: number; examined: number }>`
    select count(*) filter (where ${allOf(conditions)})::int as codes, count(*)::int as examined
    from (${candidates(filter, place, examined)}) listed ${code} ${facts}`.execute(db);
  return rows[0] ?? { codes: 0, examined: 0 };
}

/**
 * The codes of one indexed condition; null if there are more than `most`. Only its index may be used: a planner that considers a word frequent
 * would read the whole account instead.
 */
export async function listIndexed(
  tx: Tx,
  { codes, isInverted }: IndexedCondition,
  most: number,
): Promise<string[] | null> {
  const useBitmaps = (isOn: boolean) =>
    sql`select set_config('enable_bitmapscan', ${String(isOn)}, true), set_config('enable_indexscan', ${String(!isOn)}, true)`.execute(
      tx,
    );
  if (isInverted) await useBitmaps(true);
  const { rows } = await sql<{ qr_id: string }>`${codes} limit ${most + 1}`.execute(tx);
  if (isInverted) await useBitmaps(false);
  return rows.length > most ? null : rows.map(({ qr_id }) => qr_id);
}

/** Of these codes, those that the list shows after its place. */
export function listAmong(
  db: Db,
  filter: QrCodeFilter,
  place: ListPlace,
  qrIds: string[],
  limit: number,
): Promise<QrCodeListRow[]> {
  const { key, table } = orders[place.order];
  const hasFacts = needsFacts(filter) || table === 'list_facts';
  const owner =
    filter.projectIds === null ? sql`true` : sql`code.project_id = any(${filter.projectIds}::uuid[])`;
  return readPage(
    db,
    place,
    sql`select * from (
        select ${columns}, ${key} as key from qr_codes code
          ${hasFacts ? sql`join (select qr_id, scans, expires_at, has_reached_limit from list_facts) facts using (qr_id)` : sql``}
        where code.qr_id = any(${qrIds}::uuid[]) and code.account_id = ${filter.accountId} and code.status = any(${filter.statuses})
          and ${owner} and ${allOf(conditionsOf(filter))}) matched
      where ${afterPlace(place, sql`key`)} ${inOrder(place, sql`key`, sql`qr_id`)} limit ${limit}`,
  );
}

/** A page with the domains for its links. */
async function readPage(db: Db, place: ListPlace, page: RawBuilder<unknown>): Promise<QrCodeListRow[]> {
  const { rows } = await sql<QrCodeListRow>`
    select page.*, ${sortKey(place)} as sort_key,
      (select host from serving_domains domain where domain.project_id = page.project_id) as domain_host
    from (${page}) page ${inOrder(place, sql`key`, sql`qr_id`)}`.execute(db);
  return rows;
}

/**
 * Each status, and each project, is one index range in the order of the list; merging them makes the cost of a page independent of the account.
 * Indexes by date also know types and folders.
 */
function candidates(filter: QrCodeFilter, place: ListPlace, limit: number): RawBuilder<unknown> {
  const { table, key } = orders[place.order];
  const type = isTypeIndexed(filter, place) ? sql`and type = ${filter.type}` : sql``;
  // They are at the end of this order.
  const range = place.order === 'scans' && filter.state === 'never_scanned' ? sql`and scans = 0` : sql``;
  const branches = owners(filter, place).flatMap((owner) =>
    filter.statuses.map(
      (status) => sql`(select qr_id, ${key} as key from ${sql.table(table)}
      where ${owner} and status = ${status} ${type} ${range} and ${afterPlace(place, key)}
      ${inOrder(place, key, sql`qr_id`)} limit ${limit})`,
    ),
  );
  return sql`select * from (${sql.join(branches, sql` union all `)}) merged ${inOrder(place, sql`key`, sql`qr_id`)} limit ${limit}`;
}

/** One index range each. A project belongs to one account, and the caller was checked to see it. */
function owners({ accountId, projectIds, folderId }: QrCodeFilter, place: ListPlace): RawBuilder<unknown>[] {
  if (folderId !== undefined && isByDate(place))
    return [
      sql`folder_id = ${folderId} and account_id = ${accountId} ${inProjects(projectIds, 'project_id')}`,
    ];
  return projectIds?.map((projectId) => sql`project_id = ${projectId}`) ?? [sql`account_id = ${accountId}`];
}

function inProjects(projectIds: string[] | null, column: string): RawBuilder<unknown> {
  return projectIds === null ? sql`` : sql`and ${sql.ref(column)} = any(${projectIds}::uuid[])`;
}

function isTypeIndexed({ type, folderId }: QrCodeFilter, place: ListPlace): boolean {
  return isByDate(place) && type !== null && folderId === undefined;
}

/** Those that the index of the order does not decide. */
export function openConditions(filter: QrCodeFilter, place: ListPlace): RawBuilder<unknown>[] {
  if (!isByDate(place)) return conditionsOf(filter);
  const { folderId: _folder, ...rest } = filter;
  return isTypeIndexed(filter, place) ? furtherConditions(filter) : conditionsOf(rest);
}

function isByDate({ order }: ListPlace): boolean {
  return order === 'newest' || order === 'oldest';
}

function afterPlace({ order, after }: ListPlace, key: RawBuilder<unknown>): RawBuilder<unknown> {
  if (after === null) return sql`true`;
  const { keyType, direction } = orders[order];
  const value = keyType === 'timestamptz' ? new Date(after.key).toISOString() : String(after.key);
  const start = sql`${value}::${sql.raw(keyType)}`;
  return sql`(${key}, qr_id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${start}, ${after.id}::uuid)`;
}

function inOrder(
  { order }: ListPlace,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = sql.raw(orders[order].direction);
  return sql`order by ${key} ${direction}, ${id} ${direction}`;
}

function sortKey({ order }: ListPlace): RawBuilder<unknown> {
  const { keyType } = orders[order];
  if (keyType === 'timestamptz') return sql`(extract(epoch from key) * 1000)::float8`;
  return keyType === 'bigint' ? sql`key::float8` : sql`key`;
}

function allOf(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
