import { type RawBuilder, sql } from 'kysely';
import type { PageCursor } from '#core/page-token.ts';
import type { QrType } from '#core/qr-type.ts';
import { belowCursor } from '../below-cursor.ts';
import type { Db, QrStatus, Tx } from '../database.ts';

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
  /** Of its project; null if it has no served domain. */
  domain_host: string | null;
}

export interface QrCodeFilter {
  accountId: string;
  /** Null: all projects of the account. */
  projectIds: string[] | null;
  statuses: QrStatus[];
  type: QrType | null;
}

const columns = sql`qr_id, project_id, reserved_slug, is_slug_public, label, status, type, redirect_url, created_at, render_status`;
const newestFirst = sql`order by created_at desc, qr_id desc`;

/** Newest first. Each status, and each project, is one index range in that order; merging them makes the cost of a page independent of the account. */
export async function listQrCodes(
  db: Db,
  filter: QrCodeFilter,
  after: PageCursor | null,
  limit: number,
): Promise<QrCodeListRow[]> {
  const result = await sql<QrCodeListRow>`${withHosts(candidates(filter, after, limit))}`.execute(db);
  return result.rows;
}

/** Of the first `examine` codes of the list, those whose label contains the text. */
export async function listMatchesAmong(
  db: Db,
  filter: QrCodeFilter,
  labelContains: string,
  after: PageCursor | null,
  limit: number,
  examine: number,
): Promise<QrCodeListRow[]> {
  const result = await sql<QrCodeListRow>`${withHosts(sql`
    select * from (${candidates(filter, after, examine)}) examined
    where label ilike ${likePattern(labelContains)} ${newestFirst} limit ${limit}`)}`.execute(db);
  return result.rows;
}

/** The last of the first `examine` codes of the list, or null if there are fewer. */
export async function findNthQrCode(
  db: Db,
  filter: QrCodeFilter,
  after: PageCursor | null,
  examine: number,
): Promise<PageCursor | null> {
  const result = await sql<{ qr_id: string; created_at: Date }>`
    select qr_id, created_at from (${candidates(filter, after, examine, sql`qr_id, created_at`)}) examined
    ${newestFirst} offset ${examine - 1} limit 1`.execute(db);
  const [row] = result.rows;
  return row === undefined ? null : { createdAtMs: row.created_at.getTime(), id: row.qr_id };
}

/**
 * With the trigram index; null if more than `matchesMax` codes match, because all of them would have to be sorted. Only the index may be used:
 * a planner that considers a word frequent would read the whole account instead.
 */
export async function listMatchesByIndex(
  tx: Tx,
  filter: QrCodeFilter,
  labelContains: string,
  after: PageCursor | null,
  limit: number,
  matchesMax: number,
): Promise<QrCodeListRow[] | null> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(
    tx,
  );
  const result = await sql<QrCodeListRow & { matches: number }>`${withHosts(sql`
    select *, count(*) over () as matches from (
      select ${columns} from qr_codes
      where account_id = ${filter.accountId} and label ilike ${likePattern(labelContains)}
        and status = any(${filter.statuses}) ${narrowed(filter)} and ${belowCursor(after, 'qr_id')}
      limit ${matchesMax + 1}) matched
    ${newestFirst} limit ${limit}`)}`.execute(tx);
  await sql`select set_config('enable_seqscan', 'on', true), set_config('enable_indexscan', 'on', true)`.execute(
    tx,
  );
  return (result.rows[0]?.matches ?? 0) > matchesMax ? null : result.rows;
}

/** A page with the domains for its links. */
function withHosts(page: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select page.*, (select host from serving_domains domain where domain.project_id = page.project_id) as domain_host
    from (${page}) page ${newestFirst}`;
}

function candidates(
  filter: QrCodeFilter,
  after: PageCursor | null,
  limit: number,
  selected: RawBuilder<unknown> = columns,
): RawBuilder<unknown> {
  const branches = owners(filter).flatMap((owner) =>
    filter.statuses.map(
      (status) => sql`(select ${selected} from qr_codes
      where ${owner} and status = ${status} ${ofType(filter)} and ${belowCursor(after, 'qr_id')}
      ${newestFirst} limit ${limit})`,
    ),
  );
  return sql`select * from (${sql.join(branches, sql` union all `)}) merged ${newestFirst} limit ${limit}`;
}

/** One index range each. A project belongs to one account, and the caller was checked to see it. */
function owners({ accountId, projectIds }: QrCodeFilter): RawBuilder<unknown>[] {
  return projectIds?.map((projectId) => sql`project_id = ${projectId}`) ?? [sql`account_id = ${accountId}`];
}

function narrowed(filter: QrCodeFilter): RawBuilder<unknown> {
  const project =
    filter.projectIds === null ? sql`` : sql`and project_id = any(${filter.projectIds}::uuid[])`;
  return sql`${project} ${ofType(filter)}`;
}

function ofType({ type }: QrCodeFilter): RawBuilder<unknown> {
  return type === null ? sql`` : sql`and type = ${type}`;
}

/** `%` and `_` are literal (D32). */
function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
