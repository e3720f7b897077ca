import { type RawBuilder, sql } from 'kysely';
import type { RecordedChange } from '#core/plan-revert.ts';
import type { Db, Tx } from '../database.ts';

export type ActorKind = 'member' | 'api_key' | 'oauth_client' | 'operator' | 'system';

/** A row of either history. */
export interface ChangeRow extends RecordedChange {
  change_id: string;
  account_id: string;
  subject: string;
  subject_id: string;
  project_id: string | null;
  bulk_id: string | null;
  actor_kind: ActorKind;
  actor_id: string | null;
  actor_name: string | null;
  via: string;
  changed_at: Date;
  first_scan_number: number | null;
}

/** Names are looked up when they are shown, so that history doesn't keep them after a person is gone. */
const actorName = sql.raw(`case
    when actor_kind = 'member' then (select name from auth_users where id = actor_id)
    when actor_kind in ('api_key', 'oauth_client') then (select name from api_keys where key_id = actor_id::uuid)
  end as actor_name`);

const codeColumns =
  sql.raw(`change_id, account_id, case when qr_id is null then 'project' else 'code' end as subject,
  coalesce(qr_id, project_id)::text as subject_id, project_id, bulk_id, actor_kind, actor_id, via, changed_at, operation, before, after,
  first_scan_number`);

const accountColumns =
  sql.raw(`change_id, account_id, subject, subject_id, project_id, null::uuid as bulk_id, actor_kind, actor_id, via,
  changed_at, operation, before, after, null::bigint as first_scan_number`);

const bulkColumns =
  sql.raw(`bulk_id as change_id, account_id, 'bulk' as subject, bulk_id::text as subject_id, null::uuid as project_id, bulk_id,
  'member' as actor_kind, user_id as actor_id, 'dashboard' as via, created_at as changed_at, 'changed' as operation, null::jsonb as before,
  coalesce(change, '{}') || jsonb_build_object('qr_codes', cardinality(qr_ids), 'reverts', reverts_id is not null) as after,
  null::bigint as first_scan_number`);

/** Greater than every ID of a change. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The changes of a code, or of a project itself, newest first. */
export async function listChanges(
  db: Db | Tx,
  of: { qrId: string } | { projectId: string },
  before: string | null,
  limit: number,
): Promise<ChangeRow[]> {
  const subject =
    'qrId' in of ? sql`qr_id = ${of.qrId}` : sql`project_id = ${of.projectId} and qr_id is null`;
  const { rows } = await sql<ChangeRow>`
    select ${codeColumns}, ${actorName} from code_history history
    where ${subject} and change_id < ${before ?? lastId} order by change_id desc limit ${limit}`.execute(db);
  const creation = rows.find(({ subject: kind, operation }) => kind === 'code' && operation === 'created');
  // The first scan of all is the first one that saw the creation.
  if (creation !== undefined && (await isScanned(db, creation.subject_id))) creation.first_scan_number = 1;
  return rows;
}

async function isScanned(db: Db | Tx, qrId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from scan_counts where qr_id = ${qrId} and scan_count > 0`.execute(db);
  return rows.length > 0;
}

export async function findChange(
  db: Db | Tx,
  qrId: string,
  changeId: string,
): Promise<ChangeRow | undefined> {
  const { rows } = await sql<ChangeRow>`
    select ${codeColumns}, ${actorName} from code_history history
    where qr_id = ${qrId} and change_id = ${changeId}`.execute(db);
  return rows[0];
}

/** Fields of a code that were changed after a change. */
export async function listLaterFields(db: Db | Tx, qrId: string, changeId: string): Promise<Set<string>> {
  const { rows } = await sql<{ field: string }>`
    select distinct jsonb_object_keys(after) as field from code_history
    where qr_id = ${qrId} and change_id > ${changeId}`.execute(db);
  return new Set(rows.map(({ field }) => field));
}

/** The change that a bulk change made to a code. */
export async function findBulkChangeOf(db: Db, bulkId: string, qrId: string): Promise<string | undefined> {
  const { rows } = await sql<{ change_id: string }>`
    select change_id from code_history where bulk_id = ${bulkId} and qr_id = ${qrId}`.execute(db);
  return rows[0]?.change_id;
}

export interface AuditFilter {
  accountId: string;
  subject: string | null;
  actorId: string | null;
  from: Date | null;
  until: Date | null;
}

/** A page examines at most this many changes; it may be short, and the next one goes on from there. */
const examinedMax = 5_000;

/** All changes of an account, newest first. The cost of a page doesn't grow with the account. */
export async function listAccountChanges(
  db: Db,
  filter: AuditFilter,
  before: string | null,
  limit: number,
): Promise<{ rows: ChangeRow[]; next: string | null }> {
  const part = (
    table: string,
    id: string,
    columns: RawBuilder<unknown>,
    condition = sql`true`,
  ) => sql`(select ${columns}
    from ${sql.table(table)} history where account_id = ${filter.accountId} and ${sql.ref(id)} < ${before ?? lastId} and ${condition}
    order by ${sql.ref(id)} desc limit ${examinedMax})`;
  const { rows } = await sql<ChangeRow & { last_id: string; examined: number }>`
    with examined as materialized (
      select * from (
        ${part('code_history', 'change_id', codeColumns, sql`bulk_id is null`)}
        union all ${part('account_history', 'change_id', accountColumns)}
        union all ${part('bulk_changes', 'bulk_id', bulkColumns)}) entries
      order by change_id desc limit ${examinedMax}),
    matching as (
      select * from examined where (${filter.subject}::text is null or subject = ${filter.subject})
        and (${filter.actorId}::text is null or actor_id = ${filter.actorId} or actor_kind = ${filter.actorId})
        and (${filter.from}::timestamptz is null or changed_at >= ${filter.from})
        and (${filter.until}::timestamptz is null or changed_at < ${filter.until})
      order by change_id desc limit ${limit + 1})
    select matching.*, ${actorName}, ends.last_id, ends.examined
    from (select min(change_id::text) as last_id, count(*)::int as examined from examined) ends left join matching on true
    order by change_id desc`.execute(db);
  const found = rows.filter(({ change_id }) => change_id !== null);
  const shown = found.slice(0, limit);
  if (found.length > limit) return { rows: shown, next: shown.at(-1)?.change_id ?? null };
  const [end] = rows;
  return { rows: shown, next: end !== undefined && end.examined === examinedMax ? end.last_id : null };
}

/** Two years after the change. Returns how many there were. */
export async function deleteOldAccountChanges(db: Db, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from account_history where change_id = any(array(
      select change_id from account_history where changed_at < now() - interval '2 years' order by changed_at limit ${limit}))
    returning change_id`.execute(db);
  return rows.length;
}
