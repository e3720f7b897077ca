import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import { deleteRenderJobs } from '../qr-codes/render-job-queries.ts';
import { type LedgerPlace, listOwnCodes } from './own-code-queries.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/** Accounts whose erasure is due or not finished. From now on their codes respond with 404. */
export async function claimErasures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    update accounts set erased_at = coalesce(erased_at, now()) where erase_at <= now() returning account_id`.execute(
    db,
  );
  return rows.map(({ account_id }) => account_id);
}

/**
 * Removes the account's codes and events from the next batches of a ledger: counts stay, without their owner.
 * @param ledger the server of the batches.
 * @returns the end position; null at the end of the ledger.
 */
export async function updateLedgerErased(
  db: Db,
  ledger: Db,
  accountId: string,
  after: LedgerPlace | null,
  limit: number,
): Promise<LedgerPlace | null> {
  const { rows: chunk } = await sql<LedgerPlace & { qr_ids: string[] }>`
    select to_char(recorded_on, 'YYYY-MM-DD') as recorded_on, batch_id, qr_ids from scan_batches
    where (recorded_on, batch_id) > (${after?.recorded_on ?? '-infinity'}::date, ${after?.batch_id ?? nobody}::uuid)
    order by scan_batches.recorded_on, batch_id limit ${limit}`.execute(ledger);
  const own = await listOwnCodes(
    db,
    accountId,
    chunk.flatMap(({ qr_ids }) => qr_ids),
  );
  if (own.length > 0)
    await sql`update scan_batches batch set qr_ids = ${blanked('batch.qr_ids', own)},
        events = events_of(array(select unnest(batch.qr_ids) except select unnest(${own}::uuid[])), batch.qr_ids, batch.events)
      from unnest(${chunk.map(({ recorded_on }) => recorded_on)}::date[], ${chunk.map(({ batch_id }) => batch_id)}::uuid[])
        as listed (recorded_on, batch_id)
      where batch.recorded_on = listed.recorded_on and batch.batch_id = listed.batch_id and batch.qr_ids && ${own}::uuid[]`.execute(
      ledger,
    );
  return chunk.at(-1) ?? null;
}

/**
 * Removes deleted codes from the next numbers of a day. After the codes themselves, because then nobody numbers scans of them.
 * @returns the end position; null at the end of the day.
 */
export async function updateNumbersErased(
  db: Db,
  { day, after, limit }: { day: string; after: string | null; limit: number },
): Promise<string | null> {
  const { rows } = await sql<{ place: string }>`
    with chunk as materialized (
      select ctid as place, qr_ids from scan_numbers
      where numbered_on = ${day}::date and ctid > ${after ?? '(0,0)'}::tid limit ${limit}),
    touched as (
      select place, array_agg(listed.qr_id) as own from chunk cross join lateral unnest(chunk.qr_ids) as listed (qr_id)
      left join qr_codes code on code.qr_id = listed.qr_id
      where code.qr_id is null and listed.qr_id <> ${nobody}::uuid group by place),
    erased as (
      update scan_numbers numbered set qr_ids = ${blanked('numbered.qr_ids', sql.raw('own'))}
      from touched where numbered_on = ${day}::date and numbered.ctid = touched.place)
    select max(place)::text as place from chunk`.execute(db);
  return rows[0]?.place ?? null;
}

/** The IDs without some of them, in their places. */
function blanked(qrIds: string, own: string[] | RawBuilder<unknown>) {
  const without = Array.isArray(own) ? sql`${own}::uuid[]` : own;
  return sql`array(select case when id = any(${without}) then ${nobody}::uuid else id end
    from unnest(${sql.raw(qrIds)}) with ordinality as listed (id, place) order by place)`;
}

/** Removes codes from scans that are not folded, on one server. */
export async function updateOpenErased(db: Db, qrIds: string[]): Promise<void> {
  await sql`update scan_open set qr_ids = ${blanked('scan_open.qr_ids', qrIds)}
    where open_id >= (select open_floor from ledger_state) and qr_ids && ${qrIds}::uuid[]`.execute(db);
}

export interface ErasedCode {
  qr_id: string;
  type: string;
  files: string[];
}

export async function listCodesToErase(db: Db, accountId: string, limit: number): Promise<ErasedCode[]> {
  const { rows } = await sql<ErasedCode>`
    select qr_id, type, array_remove(array[svg_file, png_file] || array(
      select name from replaced_files where replaced_files.qr_id = qr_codes.qr_id), null) as files
    from qr_codes where account_id = ${accountId} order by qr_id limit ${limit}`.execute(db);
  return rows;
}

/** Before names were keyed, equal static codes shared a file, even across accounts. */
export async function isFileOfOthers(db: Db, accountId: string, name: string): Promise<boolean> {
  const { rows } = await sql<{ shared: boolean }>`
    select exists (select from qr_codes where ${name} in (svg_file, png_file) and account_id <> ${accountId}) as shared`.execute(
    db,
  );
  return rows[0]?.shared ?? true;
}

/** The codes and all their data. Their slugs stay reserved. */
export async function deleteCodes(tx: Tx, qrIds: string[]): Promise<void> {
  // First, because folding locks open rows before the rows of codes.
  await updateOpenErased(tx, qrIds);
  await sql`update ledger_doubts set qr_ids = ${blanked('qr_ids', qrIds)},
      events = events_of(array(select unnest(qr_ids) except select unnest(${qrIds}::uuid[])), qr_ids, events)
    where qr_ids && ${qrIds}::uuid[]`.execute(tx);
  await sql`insert into erased_slugs (slug) select reserved_slug from qr_codes where qr_id = any(${qrIds}::uuid[])
    on conflict do nothing`.execute(tx);
  await sql`delete from abuse_reports using qr_codes where slug = reserved_slug and qr_id = any(${qrIds}::uuid[])`.execute(
    tx,
  );
  for (const table of ['scan_days', 'scan_months', 'scan_visitors'])
    await sql`delete from ${sql.table(table)} where subject_id = any(${qrIds}::uuid[])`.execute(tx);
  const { rows } = await sql<{ destination_id: string }>`
    delete from qr_destinations where qr_id = any(${qrIds}::uuid[]) returning destination_id`.execute(tx);
  await sql`delete from safety_log where qr_id = any(${qrIds}::uuid[])`.execute(tx);
  await deleteOrphans(
    tx,
    rows.map(({ destination_id }) => destination_id),
  );
  await sql`delete from replaced_files where qr_id = any(${qrIds}::uuid[])`.execute(tx);
  await deleteRenderJobs(tx, qrIds);
  await sql`delete from scan_state where qr_id = any(${qrIds}::uuid[])`.execute(tx);
  await sql`delete from qr_codes where qr_id = any(${qrIds}::uuid[])`.execute(tx);
  for (const table of ['unseen_changes', 'code_history'])
    await sql`delete from ${sql.table(table)} where qr_id = any(${qrIds}::uuid[])`.execute(tx);
}

/** Destinations that no code or domain uses any more. */
async function deleteOrphans(tx: Tx, destinationIds: string[]): Promise<void> {
  const { rows } = await sql<{ destination_id: string }>`
    delete from destinations known where destination_id = any(${destinationIds}::uuid[])
      and not exists (select from qr_destinations link where link.destination_id = known.destination_id)
      and not exists (select from domains where root_url = known.url)
      and not exists (select from scan_pages where fallback_url = known.url)
    returning destination_id`.execute(tx);
  await sql`delete from safety_log where destination_id = any(${rows.map(({ destination_id }) => destination_id)}::uuid[])`.execute(
    tx,
  );
}

/** The next projects, with their domains and statistics. Returns how many there were. */
/** Endpoints, and then some of the events and deliveries. Returns how many of these there were. */
export async function deleteEvents(db: Db, accountId: string, limit: number): Promise<number> {
  await sql`delete from webhook_endpoints where account_id = ${accountId}`.execute(db);
  let deleted = 0;
  for (const table of ['new_events', 'events', 'webhook_deliveries', 'scan_groups', 'scan_group_heads'])
    deleted += Number(
      (
        await sql`delete from ${sql.table(table)} where account_id = ${accountId} and (tableoid, ctid) in (
          select tableoid, ctid from ${sql.table(table)} where account_id = ${accountId} limit ${limit})`.execute(
          db,
        )
      ).numAffectedRows ?? 0,
    );
  return deleted;
}

export async function deleteProjects(db: Db, accountId: string, limit: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockAccountRow(tx, accountId);
    const { rows } = await sql<{ project_id: string }>`
      select project_id from projects where account_id = ${accountId} order by project_id limit ${limit}`.execute(
      tx,
    );
    const ids = rows.map(({ project_id }) => project_id);
    const { rows: roots } = await sql<{ destination_id: string }>`
      delete from domains where project_id = any(${ids}::uuid[])
      returning coalesce(destination_id(root_url), ${nobody}::uuid) as destination_id`.execute(tx);
    const { rows: fallbacks } = await sql<{ destination_id: string }>`
      delete from scan_pages where project_id = any(${ids}::uuid[])
      returning coalesce(destination_id(fallback_url), ${nobody}::uuid) as destination_id`.execute(tx);
    await deleteOrphans(
      tx,
      [...roots, ...fallbacks].map(({ destination_id }) => destination_id),
    );
    for (const table of ['scan_days', 'scan_months', 'scan_visitors'])
      await sql`delete from ${sql.table(table)} where subject_id = any(${ids}::uuid[])`.execute(tx);
    for (const table of ['project_redraws', 'project_usage', 'projects'])
      await sql`delete from ${sql.table(table)} where project_id = any(${ids}::uuid[])`.execute(tx);
    return ids.length;
  });
}

/** Before projects and domains, in the usual lock order. */
async function lockAccountRow(tx: Tx, accountId: string): Promise<void> {
  await sql`select from accounts where account_id = ${accountId} for no key update`.execute(tx);
}

/** Everything else after codes and projects, the account itself last. */
export async function deleteAccount(tx: Tx, accountId: string): Promise<void> {
  await lockAccountRow(tx, accountId);
  const { rows: people } = await sql<{ user_id: string }>`
    delete from account_users where account_id = ${accountId} returning user_id`.execute(tx);
  const left = people.map(({ user_id }) => user_id);
  // Users without another account are removed, with their links, sessions, passwords and passkeys.
  await sql`delete from auth_verifications where value = any(${left})
    and not exists (select from account_users where user_id = value)`.execute(tx);
  await sql`delete from auth_users where id = any(${left})
    and not exists (select from account_users where user_id = auth_users.id)`.execute(tx);
  for (const table of [
    'api_keys',
    'idempotency_keys',
    'style_templates',
    'first_certificates',
    'account_usage',
    // A trigger removes the rest of its history.
    'accounts',
  ])
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(tx);
}

/** At once, so that nobody acts for the account while the rest is being removed. */
export async function deleteAccess(db: Db, accountId: string): Promise<void> {
  // Members with other accounts stay signed in; nobody is let into this one.
  await sql`delete from auth_sessions where user_id in (select user_id from account_users where account_id = ${accountId})
    and not exists (select from account_users other where other.user_id = auth_sessions.user_id and other.account_id <> ${accountId})`.execute(
    db,
  );
  await sql`update api_keys set revoked_at = now() where account_id = ${accountId} and revoked_at is null`.execute(
    db,
  );
  await sql`delete from idempotency_keys where account_id = ${accountId}`.execute(db);
}
