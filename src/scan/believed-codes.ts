import { isExactSql } from '#core/ledger-record.ts';
import type { ScanBatch } from './scan-batch.ts';
import { encodeUuids } from './uuid-array.ts';

/** The parameters $1 to $9 of every ledger statement, as columns with the place of each code, in key order. */
export const believed = `
  select * from unnest($1::uuid[], $2::int[], $3::bigint[], $4::int[], $5::int[])
    with ordinality as believed (qr_id, scans, version, project_place, account_place, place)
  order by qr_id`;

/** Of a row of `scan_state`: its scans are appended and added up later. */
export const isAppended = `not ${isExactSql()}`;

/** Whether the versions in a table are exactly the served ones. The IDs are sorted, so one comparison is enough. */
export const isUnchanged = (
  table: string,
  key: string,
  ids: string,
  versions: string,
  condition = 'true',
) => `
  array(select version from ${table} where ${key} = any (${ids}::uuid[]) and ${condition} order by ${key}) = ${versions}::bigint[]`;

/** Places of codes whose version has changed. Usually none; computed once per batch. */
const changed = (table: string, key: string, ids: string, versions: string) => `
  array(select place::int from unnest(${ids}::uuid[], ${versions}::bigint[]) with ordinality as known (id, version, place)
    where not exists (select from ${table} t where t.${key} = known.id and t.version = known.version))`;

/** Whether our assumptions about the project and account of a code `b` still hold. */
export const isOwnerFresh = `
  b.project_place <> all (${changed('projects', 'project_id', '$6', '$7')})
  and b.account_place <> all (${changed('accounts', 'account_id', '$8', '$9')})`;

/** What we assumed about the codes of a batch, as parameters. Numbers need no quoting, and this is our hottest code. */
export class BelievedCodes {
  readonly qrIds: Buffer;
  readonly scans: string;
  readonly versions: string;
  readonly projects: Owners;
  readonly accounts: Owners;

  constructor({ codes }: ScanBatch) {
    this.qrIds = encodeUuids(codes.map(({ target }) => target.qrId));
    this.scans = literal(codes.map(({ scans }) => scans));
    this.versions = literal(codes.map(({ target }) => target.version));
    this.projects = new Owners();
    this.accounts = new Owners();
    for (const { target } of codes) {
      this.projects.add(target.projectId, target.projectVersion);
      this.accounts.add(target.accountId, target.accountVersion);
    }
  }

  /** $1 to $9. */
  get values(): (string | Buffer)[] {
    const { projects, accounts } = this;
    const places = [projects, accounts].map((owners) => literal(owners.places));
    return [this.qrIds, this.scans, this.versions, ...places, ...projects.values, ...accounts.values];
  }
}

export function literal(values: (string | number)[]): string {
  return `{${values.join(',')}}`;
}

interface Owner {
  id: string;
  version: number;
  place: number;
}

/** Projects or accounts: each pair of ID and version once. */
class Owners {
  readonly #known = new Map<string, Owner>();
  readonly #ofCodes: Owner[] = [];

  /** Adds the owner of the next code. */
  add(id: string, version: number): void {
    const last = this.#ofCodes.at(-1);
    this.#ofCodes.push(last?.id === id && last.version === version ? last : this.#find(id, version));
  }

  #find(id: string, version: number): Owner {
    const key = `${id} ${version}`;
    const owner = this.#known.get(key) ?? { id, version, place: 0 };
    this.#known.set(key, owner);
    return owner;
  }

  /** The IDs and the versions, in ID order. */
  get values(): [ids: string, versions: string] {
    const sorted = this.#sorted();
    return [literal(sorted.map(({ id }) => id)), literal(sorted.map(({ version }) => version))];
  }

  /** For every code, the place of its pair among the values, starting at 1. */
  get places(): number[] {
    for (const [index, owner] of this.#sorted().entries()) owner.place = index + 1;
    return this.#ofCodes.map(({ place }) => place);
  }

  #sorted(): Owner[] {
    return [...this.#known.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}
