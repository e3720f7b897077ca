import type { Column } from './read-columns.ts';

const heading = `// Written by \`npm run schema\` from migrations/; test/schema.test.ts fails when it is stale.
import type { ColumnType } from 'kysely';

/** Set when the row is made, and never again (D60). */
type Fixed<Type> = ColumnType<Type, Type, never>;
type FixedDefault<Type> = ColumnType<Type, Type | undefined, never>;
/** Written by a trigger or function of the database only. */
type SystemWritten<Type> = ColumnType<Type, never, never>;
/** May be left out of an insert. */
type Optional<Type> = ColumnType<Type, Type | undefined, Type>;
/** Read as a value, written as text. */
type Json<Type> = ColumnType<Type, string | undefined, string>;
type JsonOrNull<Type> = ColumnType<Type | null, string | null | undefined, string | null>;
type Day = ColumnType<Date, string, string>;
`;

const systemWritten = new Set([
  'accounts.updated_at',
  'accounts.version',
  'projects.updated_at',
  'projects.version',
  'qr_codes.updated_at',
  'scan_state.scan_count',
  'scan_state.version',
  'scan_state.pending',
  'scan_state.is_settled',
  'account_usage.live_qr_codes',
  'project_usage.live_qr_codes',
]);
/** Besides keys, the account, and the creation time. */
const fixed = new Set([
  'api_keys.key_hash',
  'api_keys.display_prefix',
  'projects.created_via',
  'qr_codes.type',
  'qr_codes.reserved_slug',
  'domains.project_id',
  'domains.host',
  'domains.token',
  'abuse_reports.reason',
  'abuse_reports.reported_at',
  'first_certificates.granted_at',
  'link_hosts.first_drawn_at',
]);
/** An expired key can be used again. */
const renewed = new Set(['idempotency_keys.created_at']);
/** What is inside of JSON. */
const shapes: Record<string, string> = {
  'qr_codes.qr_data': 'Record<string, unknown>',
  'qr_codes.render_metadata': 'Record<string, unknown>',
  'style_templates.design': 'Record<string, unknown>',
  'hash_confirmations.threats': '{ hash: string; threat: string; until: string }[]',
};
const types: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  bytea: 'Buffer',
  xid8: 'string',
  'timestamp with time zone': 'Date',
  'date[]': 'string[]',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  'integer[]': 'number[]',
  'bigint[]': 'string[]',
  'double precision[]': 'number[]',
};

/** One interface per table, and one for all. */
export function formatTables(columns: Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table);
  const all = [...tables.keys()].map((table) => `  ${table}: ${nameOf(table)};\n`).join('');
  const each = [...tables].map(
    ([table, own]) =>
      `interface ${nameOf(table)} {\n${own.map((column) => `  ${column.name}: ${typeOf(column)};\n`).join('')}}\n`,
  );
  return `${heading}\n/** The tables as migrations/ make them. */\nexport interface DatabaseTables {\n${all}}\n\n${each.join('\n')}`;
}

function nameOf(table: string): string {
  return `${table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Table`;
}

function typeOf({ table, name, type, isNullable, hasDefault, isKey, allowed }: Column): string {
  const path = `${table}.${name}`;
  if (type === 'json' || type === 'jsonb')
    return `${isNullable ? 'JsonOrNull' : 'Json'}<${shapes[path] ?? 'unknown'}>`;
  if (type === 'date') return 'Day';
  const known = allowed?.map((word) => `'${word}'`).join(' | ') ?? types[type];
  if (known === undefined) throw new Error(`${path} is of type ${type}: add it to scripts/schema`);
  const whole = isNullable ? `${known} | null` : known;
  if (systemWritten.has(path)) return `SystemWritten<${whole}>`;
  const isFixed =
    !renewed.has(path) && (isKey || name === 'created_at' || name === 'account_id' || fixed.has(path));
  const isOptional = hasDefault || isNullable;
  if (isFixed) return `${isOptional ? 'FixedDefault' : 'Fixed'}<${whole}>`;
  return isOptional ? `Optional<${whole}>` : whole;
}
