import { sql } from 'kysely';
import { countedSql, isExactSql } from '#core/ledger-record.ts';
import type { Db } from '../database.ts';

const examplesMax = 3;

/** All counts, including scans that are not folded yet. */
const counts = `(
      select qr_id, scan_count + coalesce(open.scans, 0) as scan_count from scan_state left join open_counts open using (qr_id)) counts`;
const nobody = '00000000-0000-0000-0000-000000000000';

/** Each statement lists violations, as one column `subject`. It reads the tables themselves, because an index may be damaged. */
const invariants: Record<string, string> = {
  'slugs are unique': `
    select reserved_slug as subject from qr_codes group by reserved_slug having count(*) > 1`,
  'every code has its scan state': `
    select coalesce(code.qr_id, state.qr_id)::text as subject from qr_codes code full join scan_state state on state.qr_id = code.qr_id
    where code.qr_id is null or state.qr_id is null or code.status <> state.status`,
  'every code belongs to a project of its account': `
    select code.qr_id::text as subject from qr_codes code
    left join projects project on project.project_id = code.project_id and project.account_id = code.account_id
    left join accounts account on account.account_id = code.account_id
    where project.project_id is null or account.account_id is null`,
  'every account has one default project': `
    select account.account_id::text as subject from accounts account left join projects project on project.account_id = account.account_id
    group by account.account_id having count(*) filter (where project.is_default) <> 1`,
  'the number of codes per account is right': `
    select account_id::text as subject from account_usage known full join (
      select account_id, count(*) as live from qr_codes where status <> 'archived' group by account_id) real using (account_id)
    where coalesce(known.live_qr_codes, 0) <> coalesce(real.live, 0)
      and not exists (select from accounts where accounts.account_id = known.account_id and erased_at is not null)`,
  'the number of codes per project is right': `
    select project_id::text as subject from project_usage known full join (
      select project_id, count(*) as live from qr_codes where status <> 'archived' group by project_id) real using (project_id)
    where coalesce(known.live_qr_codes, 0) <> coalesce(real.live, 0)
      and not exists (select from projects join accounts using (account_id)
        where projects.project_id = known.project_id and erased_at is not null)`,
  'every scan of the ledger is part of a count': `
    select qr_id::text as subject from (
      select qr_id, sum(${countedSql('granted')}) as scans from scan_batches, unnest(qr_ids, grants) as code (qr_id, granted)
      where granted > 0 group by qr_id) ledger
    left join ${counts} using (qr_id) where scans > coalesce(scan_count, 0)
      -- An erased account leaves counts without a code, and a journal may bring more after it.
      and (scan_count is not null or (qr_id <> '${nobody}' and not exists (select from erased_slugs)))`,
  'no roll-up has more scans than were counted': `
    select subject_id::text as subject from (
      select subject_id, sum(scans) as scans from scan_days where dimension = 'total' group by subject_id) rolled
    join ${counts} on qr_id = subject_id where scans > scan_count
      -- A ledger server may have handed over statistics before the scans themselves.
      and not exists (select from ledger_servers)`,
  'scans are numbered without gaps': `
    select qr_id::text as subject from (
      select code.qr_id, code.first_number, code.first_number + code.scans as next_number,
        lead(code.first_number) over (partition by code.qr_id order by code.first_number) as following
      from (
        select code.qr_id, code.first_number, code.scans
        from scan_numbers numbered cross join lateral unnest(numbered.qr_ids, numbered.first_numbers, numbered.scans)
          as code (qr_id, first_number, scans)
        union all select qr_id, first_number, last_number - first_number + 1 from scan_places) code
      where code.qr_id <> '${nobody}') numbers
    join scan_state using (qr_id) where next_number <> coalesce(following, scan_count + 1)`,
  'limits know the scans that are not folded': `
    select qr_id::text as subject from scan_state left join open_counts open using (qr_id)
    where ${isExactSql()} and is_settled and (pending < coalesce(open.scans, 0)
      -- The others may be open on a ledger server.
      or (pending > coalesce(open.scans, 0) and not exists (select from ledger_servers)))`,
  'the statistics of months are the sums of their days': `
    select subject_id || ' ' || month as subject from (
      select subject_id, date_trunc('month', day)::date as month, sum(scans) as scans from scan_days where dimension = 'total' group by 1, 2) days
    full join (select subject_id, month, scans from scan_months where dimension = 'total') months using (subject_id, month)
    where days.scans is distinct from months.scans`,
};

export const invariantNames: readonly string[] = Object.keys(invariants);

/** Violations of an invariant in a restored or running database; null if it holds. */
export async function findProblem(db: Db, name: string): Promise<string | null> {
  const statement = invariants[name];
  if (statement === undefined) throw new Error(`there is no invariant "${name}"`);
  const { rows } = await sql<{ broken: number; examples: string[] | null }>`
    select count(*)::int as broken, (array_agg(subject))[1:${sql.lit(examplesMax)}] as examples from (${sql.raw(statement)}) wrong`.execute(
    db,
  );
  const { broken, examples } = rows[0] ?? { broken: 0, examples: null };
  return broken === 0 ? null : `${broken} times not, such as ${(examples ?? []).join(', ')}`;
}
