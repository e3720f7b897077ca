import type { Db } from '../database.ts';

/** Label and account of codes, by slug. */
export async function listSlugOwners(
  db: Db,
  slugs: string[],
): Promise<Map<string, { label: string; account_id: string }>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('qr_codes')
    .select(['reserved_slug', 'label', 'account_id'])
    .where('reserved_slug', 'in', slugs)
    .execute();
  return new Map(rows.map(({ reserved_slug: slug, label, account_id }) => [slug, { label, account_id }]));
}
