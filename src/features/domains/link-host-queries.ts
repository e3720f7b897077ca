import { sql } from 'kysely';
import { typesWithLink } from '#core/qr-type.ts';
import type { Db } from '../database.ts';

/** Hosts in printed images, oldest first. */
export async function listLinkHosts(db: Db): Promise<{ host: string; first_drawn_at: Date }[]> {
  return db.selectFrom('link_hosts').select(['host', 'first_drawn_at']).orderBy('first_drawn_at').execute();
}

export async function insertLinkHost(db: Db, host: string): Promise<void> {
  await sql`insert into link_hosts (host) values (${host}) on conflict do nothing`.execute(db);
}

/** For images that were rendered before hosts were remembered. */
export async function insertFirstLinkHost(db: Db, host: string): Promise<void> {
  await sql`insert into link_hosts (host) select ${host}
    where not exists (select from link_hosts)
      and exists (select from qr_codes where is_slug_public and rendered_host is null and type = any(${[...typesWithLink]}))
    on conflict do nothing`.execute(db);
}

/** @returns whether it existed. */
export async function deleteLinkHost(db: Db, host: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('link_hosts').where('host', '=', host).executeTakeFirst();
  return numDeletedRows > 0n;
}
