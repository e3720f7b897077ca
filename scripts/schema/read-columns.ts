import pg from 'pg';

export interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isKey: boolean;
  /** The values that a check constraint allows. */
  allowed: string[] | null;
}

/** The columns of every table, in catalogue order. */
export async function readColumns(url: string): Promise<Column[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Column & { check: string | null }>(`
    select relname::text as table, attname::text as name, format_type(atttypid, null) as type,
      not attnotnull as "isNullable", atthasdef or attidentity <> '' as "hasDefault",
      exists (select from pg_index where indrelid = pg_class.oid and indisprimary and attnum = any (indkey)) as "isKey",
      (select pg_get_constraintdef(oid) from pg_constraint
       where conrelid = pg_class.oid and contype = 'c' and conkey = array[attnum] order by conname limit 1) as check
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped
    order by relname, attnum`);
  await client.end();
  return rows.map(({ check, ...column }) => ({ ...column, allowed: readWords(column.name, check) }));
}

function readWords(name: string, check: string | null): string[] | null {
  const only = check?.startsWith(`CHECK ((${name} = `) ? [...check.matchAll(/'([\w-]+)'::text/g)] : [];
  return only.length === 0 ? null : only.map(([, word = '']) => word);
}
