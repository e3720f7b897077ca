import type { ScanBatch } from './scan-batch.ts';

/** The parameters $1 to $9 of every statement of the ledger, as columns with the place of each code, in the order of the keys. */
export const believed = `
  select * from unnest($1::uuid[], $2::int[], $3::bigint[], $4::int[], $5::int[])
    with ordinality as believed (qr_id, scans, version, project_place, account_place, place)
  order by qr_id`;

/** Places of those whose version is no longer the one that was served. Usually none, and asked once per batch. */
const changed = (table: string, key: string, ids: string, versions: string) => `
  array(select place::int from unnest(${ids}::uuid[], ${versions}::bigint[]) with ordinality as known (id, version, place)
    where not exists (select from ${table} t where t.${key} = known.id and t.version = known.version))`;

/** Whether what was believed of the project and account of a code `b` still holds. */
export const isOwnerFresh = `
  b.project_place <> all (${changed('projects', 'project_id', '$6', '$7')})
  and b.account_place <> all (${changed('accounts', 'account_id', '$8', '$9')})`;

/** Array literals: UUIDs and numbers need no quoting, and this is the hottest place there is. */
export function believedValues({ codes }: ScanBatch): string[] {
  const projects = new Places(codes.map(({ target }) => [target.projectId, target.projectVersion]));
  const accounts = new Places(codes.map(({ target }) => [target.accountId, target.accountVersion]));
  return [
    literal(codes.map(({ target }) => target.qrId)),
    literal(codes.map(({ scans }) => scans)),
    literal(codes.map(({ target }) => target.version)),
    literal(projects.places),
    literal(accounts.places),
    literal(projects.ids),
    literal(projects.versions),
    literal(accounts.ids),
    literal(accounts.versions),
  ];
}

export function literal(values: (string | number)[]): string {
  return `{${values.join(',')}}`;
}

/** Each pair of an ID and a version once, in the order of the IDs, and for every code the place of its pair from 1. */
class Places {
  readonly ids: string[] = [];
  readonly versions: number[] = [];
  readonly places: number[] = [];

  constructor(owners: [id: string, version: number][]) {
    const known = new Map<string, { owner: [string, number]; place: number }>();
    const entries = owners.map((owner) => {
      const key = `${owner[0]} ${owner[1]}`;
      const entry = known.get(key) ?? { owner, place: 0 };
      known.set(key, entry);
      return entry;
    });
    for (const entry of [...known.values()].sort((a, b) => (a.owner[0] < b.owner[0] ? -1 : 1))) {
      this.ids.push(entry.owner[0]);
      this.versions.push(entry.owner[1]);
      entry.place = this.ids.length;
    }
    for (const { place } of entries) this.places.push(place);
  }
}
