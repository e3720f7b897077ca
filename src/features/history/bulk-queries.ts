import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

export interface BulkFailure {
  qr_id: string;
  code: string;
  message: string;
}

export interface BulkRow {
  bulk_id: string;
  account_id: string;
  user_id: string;
  change: Record<string, unknown> | null;
  reverts_id: string | null;
  qr_ids: string[];
  done: number;
  failures: BulkFailure[];
  created_at: Date;
  finished_at: Date | null;
  is_reverted: boolean;
}

const columns =
  sql.raw(`bulk_id, account_id, user_id, change, reverts_id, qr_ids, done, failures, created_at, finished_at,
  exists (select from bulk_changes later where later.reverts_id = bulk.bulk_id
    and (later.finished_at is null or later.failures = '[]')) as is_reverted`);

export interface NewBulk {
  accountId: string;
  userId: string;
  change: Record<string, unknown> | null;
  revertsId: string | null;
  qrIds: string[];
}

export async function insertBulk(db: Db | Tx, bulk: NewBulk): Promise<string> {
  const { rows } = await sql<{ bulk_id: string }>`
    insert into bulk_changes (account_id, user_id, change, reverts_id, qr_ids)
    values (${bulk.accountId}, ${bulk.userId}, ${bulk.change && JSON.stringify(bulk.change)}::jsonb, ${bulk.revertsId}, ${bulk.qrIds})
    returning bulk_id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new TypeError('an insert returns its row');
  return row.bulk_id;
}

export async function findBulk(db: Db | Tx, accountId: string, bulkId: string): Promise<BulkRow | undefined> {
  const { rows } = await sql<BulkRow>`
    select ${columns} from bulk_changes bulk where account_id = ${accountId} and bulk_id = ${bulkId}`.execute(
    db,
  );
  return rows[0];
}

/** Locked until the transaction ends. */
export async function lockBulk(tx: Tx, accountId: string, bulkId: string): Promise<void> {
  await sql`select 1 from bulk_changes where account_id = ${accountId} and bulk_id = ${bulkId} for update`.execute(
    tx,
  );
}

/** Its end waits for the transaction that asks. */
export async function isBulkRunning(tx: Tx, bulkId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from bulk_changes where bulk_id = ${bulkId} and finished_at is null for share`.execute(tx);
  return rows.length > 0;
}

/** Ends a bulk change before all of its codes are changed. */
export async function updateBulkStopped(tx: Tx, bulkId: string): Promise<void> {
  await sql`update bulk_changes set finished_at = now() where bulk_id = ${bulkId} and finished_at is null`.execute(
    tx,
  );
}

/** Only one process at a time; a process that died loses it after a while. Not a planned one, which goes on by itself. Returns the claim. */
export async function claimBulk(
  db: Db,
  accountId: string,
  bulkId: string,
  seconds: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ claimed_until: Date }>`
    update bulk_changes set claimed_until = clock_timestamp() + make_interval(secs => ${seconds})
    where account_id = ${accountId} and bulk_id = ${bulkId} and finished_at is null
      and (claimed_until is null or claimed_until < now())
      and not exists (select from planned_changes where plan_id = bulk_id)
    returning claimed_until`.execute(db);
  return rows[0]?.claimed_until;
}

/** Nothing, if another process has claimed it meanwhile. */
export async function updateBulkDone(
  db: Db,
  bulkId: string,
  claim: Date,
  step: { done: number; failures: BulkFailure[] },
): Promise<void> {
  await sql`
    update bulk_changes set done = ${step.done}, failures = failures || ${JSON.stringify(step.failures)}::jsonb, claimed_until = null,
      finished_at = coalesce(finished_at, case when ${step.done} >= cardinality(qr_ids) then now() end)
    where bulk_id = ${bulkId} and claimed_until = ${claim}`.execute(db);
}
