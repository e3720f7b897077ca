import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#features/database.ts';
import { makeSubject, prefixKeys } from '#features/url-safety/check/subject.ts';
import type { TestAccount } from '../scratch/test-api.ts';

const rowsAtOnce = 5_000;

/** Thousands of codes, each with one of these URLs in turn, as if created one by one and rendered. */
export async function insertCodes(
  db: Db,
  account: TestAccount,
  urls: string[],
  codes: number,
): Promise<void> {
  for (let from = 0; from < urls.length; from += rowsAtOnce) {
    const rows = urls.slice(from, from + rowsAtOnce).map((url) => ({
      url,
      prefixes: [...new Set(prefixKeys(makeSubject(url)))],
    }));
    await sql`insert into destinations (destination_id, url, prefixes, verdict, list_version, valid_until)
      select destination_id(url), url, prefixes, 'safe', 1, null
      from jsonb_to_recordset(${JSON.stringify(rows)}) item (url text, prefixes integer[])
      on conflict do nothing`.execute(db);
  }
  await sql`analyze destinations`.execute(db);
  for (let from = 0; from < codes; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, codes - from) }, (_, index) => ({
      url: urls[(from + index) % urls.length],
      slug: `qr-${randomBytes(12).toString('hex').slice(0, 12)}`,
    }));
    await sql`with code as (
        insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, reserved_slug, is_slug_public,
          last_rendered_at, render_status)
        select gen_random_uuid(), ${account.uuid}, project_id, 'many', 'url', url, slug, true, now(), 'done'
        from jsonb_to_recordset(${JSON.stringify(rows)}) item (url text, slug text),
          (select project_id from projects where account_id = ${account.uuid} and is_default) project
        returning qr_id)
      insert into scan_state (qr_id, status) select qr_id, 'active' from code`.execute(db);
  }
}
