import type pg from 'pg';

/** SQL: whether a domain `d` has had its first certificate. Domains that were verified before first certificates were counted have one. */
export const isCertified = `(
  exists (select from first_certificates f where f.account_id = d.account_id and f.host = d.host)
  or coalesce(d.verified_at < (select applied_at from schema_migrations where version = 19), false))`;

const findHost = `
  select d.account_id, ${isCertified} as is_certified from serving_domains d where d.host = $1`;

const insertGrant = `
  insert into first_certificates (account_id, host)
  select $1, $2 where $3 > (
    select count(*) from first_certificates where account_id = $1 and granted_at > now() - interval '1 day')`;

/** Whether a first certificate may be obtained for a host. If so, it counts towards the daily limit of the account. */
export async function grantFirstCertificate(
  pool: pg.Pool,
  host: string,
  perDayMax: number,
): Promise<boolean> {
  const client = await pool.connect();
  const find = async () =>
    (await client.query<{ account_id: string; is_certified: boolean }>(findHost, [host])).rows[0];
  try {
    await client.query('begin');
    const owner = await find();
    // One at a time per account: the count must include grants in progress, and two requests may ask for the same host.
    await client.query(`select pg_advisory_xact_lock(hashtext('first-certificates'), hashtext($1))`, [
      owner?.account_id,
    ]);
    let isGranted = (await find())?.is_certified ?? false;
    if (owner !== undefined && !isGranted) {
      const { rowCount } = await client.query(insertGrant, [owner.account_id, host, perDayMax]);
      isGranted = rowCount === 1;
    }
    await client.query('commit');
    return isGranted;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
