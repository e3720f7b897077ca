import { sql } from 'kysely';
import type { QrStatus, RenderStatus, Tx } from '../database.ts';

export interface QrCodeUpdate {
  project_id?: string;
  folder_id?: string | null;
  tags?: string[];
  forwarded_params?: string[];
  label?: string;
  redirect_url?: string;
  redirect_rules?: string;
  qr_data?: string;
  render_metadata?: string | null;
  analytics_enabled?: boolean;
  status?: QrStatus;
  blocked_by?: 'rescan' | 'operator' | null;
  render_status?: RenderStatus;
  /** Requests a new image, and makes a running render outdated. */
  nextGeneration?: boolean;
}

export interface NewScanState {
  scan_limit: number | null;
  expires_at: Date | null;
}

/** Their types in PostgreSQL. JSON arrives as text. */
const columnTypes: Record<Exclude<keyof QrCodeUpdate, 'nextGeneration'>, string> = {
  project_id: 'uuid',
  folder_id: 'uuid',
  tags: 'text[]',
  forwarded_params: 'text[]',
  label: 'text',
  redirect_url: 'text',
  redirect_rules: 'jsonb',
  qr_data: 'jsonb',
  render_metadata: 'jsonb',
  analytics_enabled: 'boolean',
  status: 'text',
  blocked_by: 'text',
  render_status: 'text',
};
const settingTypes: Record<keyof NewScanState, string> = { scan_limit: 'integer', expires_at: 'timestamptz' };

/** Of one statement. A design can have a logo of several hundred kilobytes. */
const charactersMax = 4_000_000;

/**
 * Writes only the given fields, so that two changes of different fields both last. Codes with the same fields share a statement.
 * They must be locked already.
 */
export async function updateQrCodes(
  tx: Tx,
  updates: { qrId: string; update: QrCodeUpdate }[],
): Promise<void> {
  const groups = Map.groupBy(updates, ({ update }) => {
    const { nextGeneration, ...columns } = update;
    return [
      ...Object.keys(columns).sort(),
      nextGeneration === true,
      update.render_status === 'pending',
    ].join();
  });
  for (const group of groups.values()) {
    const { nextGeneration, ...columns } = group[0]?.update ?? {};
    const names = Object.keys(columns) as (keyof typeof columnTypes)[];
    const further = [
      // Also if only scan settings change: the trigger sets updated_at.
      ...(columns.label === undefined ? ['label = code.label'] : []),
      ...(nextGeneration === true ? ['render_generation = render_generation + 1'] : []),
      ...(columns.render_status === 'pending' ? ['render_requested_at = now()', 'render_error = null'] : []),
    ];
    const types = Object.fromEntries(names.map((name) => [name, columnTypes[name]]));
    const rows = group.map(({ qrId, update }) => ({ ...update, qr_id: qrId }));
    await updateRows(tx, 'qr_codes', types, rows, further);
  }
}

export async function updateScanSettings(
  tx: Tx,
  updates: { qrId: string; settings: Partial<NewScanState> }[],
): Promise<void> {
  const changed = updates.filter(({ settings }) => Object.keys(settings).length > 0);
  const groups = Map.groupBy(changed, ({ settings }) => Object.keys(settings).sort().join());
  for (const group of groups.values()) {
    const names = Object.keys(group[0]?.settings ?? {}) as (keyof NewScanState)[];
    const types = Object.fromEntries(names.map((name) => [name, settingTypes[name]]));
    const rows = group.map(({ qrId, settings }) => ({ ...settings, qr_id: qrId }));
    await updateRows(tx, 'scan_state', types, rows);
  }
}

/** In key order, like those who count scans. */
export async function lockScanStates(tx: Tx, qrIds: string[]): Promise<void> {
  await sql`select from scan_state where qr_id = any(${qrIds}::uuid[]) order by qr_id for no key update`.execute(
    tx,
  );
}

/** Each row has its own values for the same columns. */
async function updateRows(
  tx: Tx,
  table: string,
  types: Readonly<Record<string, string>>,
  rows: Record<string, unknown>[],
  further: string[] = [],
): Promise<void> {
  const names = Object.keys(types);
  const given = names.map((name) => `${name} ${types[name] === 'jsonb' ? 'text' : types[name]}`);
  const assignments = names.map(
    (name) => `${name} = given.${name}${types[name] === 'jsonb' ? '::jsonb' : ''}`,
  );
  for (const part of inParts(rows))
    await sql`update ${sql.table(table)} code set ${sql.raw([...assignments, ...further].join(', '))}
      from jsonb_to_recordset(${`[${part.join()}]`}::jsonb) as given (${sql.raw(['qr_id uuid', ...given].join(', '))})
      where code.qr_id = given.qr_id`.execute(tx);
}

/** Rows as JSON, only as many at a time as one statement takes. */
function* inParts(rows: Record<string, unknown>[]): Generator<string[]> {
  let part: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (part.length > 0 && characters + text.length > charactersMax) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(text);
    characters += text.length;
  }
  if (part.length > 0) yield part;
}
