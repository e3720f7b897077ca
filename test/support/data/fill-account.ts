import pg from 'pg';

interface FilledAccount {
  accountId: string;
  firstProjectId: string;
  secondProjectId: string;
  /** In the second project. */
  folderId: string;
  size: number;
  /** Slugs are numbered, starting after this. */
  firstSlug: number;
}

/**
 * Codes of which 2% are archived, 1% blocked, 20% texts, 30% in a second project, each chosen independently. One label in five has the
 * word "campaign", one in two thousand "quokka", twenty in total "zanzibar", for any size; and one in five of the older half has "vintage".
 * One in twenty has the tag "Summer", half of the second project is in a folder; twenty each have the tag "Rare", an address with "wombat",
 * have expired, and have reached their limit. One in ten was never scanned.
 */
export async function fillAccount(databaseUrl: string, filled: FilledAccount): Promise<void> {
  // Seeding takes longer than any statement of the product may.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `with drawn as (
       select n, mod(abs(hashint4(n)::bigint), 1000) as a, mod(abs(hashint4(n + 1)::bigint), 1000) as b,
         mod(abs(hashint4(n + 2)::bigint), 1000) as c, mod(abs(hashint4(n + 3)::bigint), 1000) as d
       from generate_series(1, $4::int) n),
     codes as (
       insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, qr_data, status, blocked_by, reserved_slug, created_at, tags,
         folder_id)
       select gen_random_uuid(), $1::uuid, case when a < 300 then $3::uuid else $2::uuid end,
         (array['Table card', 'Poster', 'Flyer', 'Window', 'Receipt'])[1 + b % 5] || ' ' || md5(n::text)
           || case when c < 200 then ' campaign' else '' end || case when n % ($4::int / 20) = 7 then ' zanzibar' else '' end
           || case when n % 2000 = 11 then ' quokka' else '' end || case when n > $4::int / 2 and d < 200 then ' vintage' else '' end,
         case when b < 200 then 'text' else 'url' end,
         case when b < 200 then '' else 'https://example.com/' || n || case when n % ($4::int / 20) = 8 then '/wombat' else '' end end,
         case when b < 200 then '{"text":"x"}'::jsonb end,
         case when d < 20 then 'archived' when d < 30 then 'blocked' else 'active' end,
         case when d between 20 and 29 then 'rescan' end,
         'qr-' || lpad(to_hex($5::bigint + n), 12, '0'), now() - n * interval '1 second',
         case when n % ($4::int / 20) = 9 then array['Rare'] when c between 300 and 349 then array['Summer'] else '{}' end,
         case when a < 300 and c < 500 then $6::uuid end
       from drawn returning qr_id, status, reserved_slug),
     numbered as (
       select *, ('x' || right(reserved_slug, 8))::bit(32)::int - $5::int as n from codes)
     insert into scan_state (qr_id, status, scan_count, scan_limit, expires_at)
     select qr_id, status, case when n % 10 = 0 then 0 else 1 + mod(abs(hashint4(n)::bigint), 100000) end,
       case when n % ($4::int / 20) = 12 then 1 end, case when n % ($4::int / 20) = 13 then now() - interval '1 day' end
     from numbered`,
    [
      filled.accountId,
      filled.firstProjectId,
      filled.secondProjectId,
      filled.size,
      filled.firstSlug,
      filled.folderId,
    ],
  );
  await client.end();
}
