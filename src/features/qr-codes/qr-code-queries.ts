import assert from 'node:assert';
import { sql } from 'kysely';
import type { QrType } from '#core/qr-type.ts';
import type { Db, QrStatus, RenderStatus, Tx } from '../database.ts';
import { type NewScanState, type QrCodeUpdate, updateQrCodes } from './update-queries.ts';

/** A code without its scan state: enough for creation and lists. */
export interface QrCodeRow {
  qr_id: string;
  account_id: string;
  project_id: string;
  label: string;
  type: QrType;
  status: QrStatus;
  blocked_by: 'rescan' | 'operator' | null;
  redirect_url: string;
  qr_data: Record<string, unknown> | null;
  redirect_rules: unknown;
  analytics_enabled: boolean;
  render_metadata: Record<string, unknown> | null;
  reserved_slug: string;
  is_slug_public: boolean;
  render_status: RenderStatus;
  render_generation: number;
  render_requested_at: Date | null;
  render_attempt: number;
  render_error: string | null;
  last_rendered_at: Date | null;
  svg_file: string | null;
  png_file: string | null;
  /** The host in the current image; null is our own. */
  rendered_host: string | null;
  /** Of its project; null if it has no served domain. */
  domain_host: string | null;
  tags: string[];
  forwarded_params: string[];
  /** Of its project. */
  folder_id: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A code as a change sees it. */
export interface ChangedRow extends QrCodeRow {
  scan_limit: number | null;
  expires_at: Date | null;
}

export interface FullQrCodeRow extends ChangedRow {
  scan_count: number;
}

/** The domain of a code's project for links. */
export const servingHost = sql<string | null>`(
  select host from serving_domains domain where domain.project_id = qr_codes.project_id)`.as('domain_host');

export const qrCodeColumns = [
  'qr_codes.qr_id',
  'account_id',
  'project_id',
  'label',
  'type',
  'qr_codes.status',
  'blocked_by',
  'redirect_url',
  'qr_data',
  'redirect_rules',
  'analytics_enabled',
  'render_metadata',
  'reserved_slug',
  'is_slug_public',
  'render_status',
  'render_generation',
  'render_requested_at',
  'render_attempt',
  'render_error',
  'last_rendered_at',
  'svg_file',
  'png_file',
  'rendered_host',
  'tags',
  'forwarded_params',
  'folder_id',
  'created_at',
  'updated_at',
  servingHost,
] as const;

/** Exact, including scans that are not folded yet. Each code searches all open scans, so this is for one code or a page of the dashboard. */
export const exactScanCount =
  sql<number>`(select scan_count from scan_counts where scan_counts.qr_id = qr_codes.qr_id)`.as('scan_count');
const scanSettings = ['scan_limit', 'expires_at'] as const;

export interface NewQrCodeRow {
  qr_id: string;
  account_id: string;
  project_id: string;
  label: string;
  type: QrType;
  redirect_url: string;
  qr_data: string | null;
  redirect_rules: string;
  reserved_slug: string;
  render_metadata: string | null;
  analytics_enabled: boolean;
  tags?: string[];
  forwarded_params?: string[];
  folder_id?: string | null;
  /** Defaults to the current time. */
  created_at?: Date;
}

/** A code and its scan state. */
export async function insertQrCode(tx: Tx, code: NewQrCodeRow, state: NewScanState): Promise<QrCodeRow> {
  const [inserted] = await insertQrCodes(tx, [{ code, state }]);
  assert(inserted !== undefined, 'an inserted code is returned');
  return inserted;
}

/** Codes and their scan states in one statement. A trigger raises the live counts. */
export async function insertQrCodes(
  tx: Tx,
  rows: { code: NewQrCodeRow; state: NewScanState }[],
): Promise<QrCodeRow[]> {
  if (rows.length === 0) return [];
  return tx
    .with('qr_codes', (cte) =>
      cte
        .insertInto('qr_codes')
        .values(
          rows.map(({ code }) => ({
            ...code,
            blocked_by: null,
            render_error: null,
            last_rendered_at: null,
            render_requested_at: sql<Date>`now()`,
          })),
        )
        .returningAll(),
    )
    .with('state', (cte) =>
      cte.insertInto('scan_state').values(
        rows.map(({ code, state }) => ({
          qr_id: code.qr_id,
          status: 'active' as const,
          is_numbered: sql<boolean>`needs_numbers(${code.redirect_rules}::jsonb)`,
          ...state,
        })),
      ),
    )
    .selectFrom('qr_codes')
    .select(qrCodeColumns)
    .execute();
}

export function findQrCode(db: Db | Tx, accountId: string, qrId: string): Promise<FullQrCodeRow | undefined> {
  return selectFull(db)
    .where('account_id', '=', accountId)
    .where('qr_codes.qr_id', '=', qrId)
    .executeTakeFirst();
}

export function listQrCodesById(db: Db | Tx, accountId: string, qrIds: string[]): Promise<FullQrCodeRow[]> {
  return selectFull(db)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`qr_codes.qr_id = any(${qrIds}::uuid[])`)
    .execute();
}

export async function findForChange(
  db: Db,
  accountId: string,
  qrId: string,
): Promise<ChangedRow | undefined> {
  const [code] = await listForChange(db, accountId, [qrId]);
  return code;
}

/** Without their counts, which cost much for many codes. */
export function listForChange(db: Db, accountId: string, qrIds: string[]): Promise<ChangedRow[]> {
  return selectChanged(db)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`qr_codes.qr_id = any(${qrIds}::uuid[])`)
    .execute();
}

export type TargetRow = Pick<
  QrCodeRow,
  'qr_id' | 'project_id' | 'label' | 'type' | 'redirect_url' | 'redirect_rules'
>;

export function listTargets(db: Db, accountId: string, qrIds: string[]): Promise<TargetRow[]> {
  return db
    .selectFrom('qr_codes')
    .select(['qr_id', 'project_id', 'label', 'type', 'redirect_url', 'redirect_rules'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`qr_id = any(${qrIds}::uuid[])`)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Callers can see a slug once it is public. */
export function findQrCodeBySlug(
  db: Db,
  accountId: string,
  slug: string,
): Promise<FullQrCodeRow | undefined> {
  return selectFull(db)
    .where('account_id', '=', accountId)
    .where('reserved_slug', '=', slug)
    .where('is_slug_public', '=', true)
    .executeTakeFirst();
}

/** For operators: of any account. */
export function findAnyQrCode(db: Db, qrId: string): Promise<FullQrCodeRow | undefined> {
  return selectFull(db).where('qr_codes.qr_id', '=', qrId).executeTakeFirst();
}

/** Of any account, also before its slug is public. */
export function findAnyQrCodeBySlug(db: Db, slug: string): Promise<FullQrCodeRow | undefined> {
  return selectFull(db).where('reserved_slug', '=', slug).executeTakeFirst();
}

/** Of these codes, those whose image is ready, failed or not wanted. */
export async function listRendered(db: Db, qrIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('qr_codes')
    .select('qr_id')
    .where(sql<boolean>`qr_id = any(${qrIds}::uuid[])`)
    .where('render_status', 'not in', ['pending', 'rendering'])
    .execute();
  return rows.map(({ qr_id }) => qr_id);
}

export async function lockQrCode(tx: Tx, qrId: string): Promise<QrCodeRow | undefined> {
  const [code] = await lockQrCodes(tx, [qrId]);
  return code;
}

/** In key order. */
export function lockQrCodes(tx: Tx, qrIds: string[]): Promise<QrCodeRow[]> {
  return tx
    .selectFrom('qr_codes')
    .select(qrCodeColumns)
    .where(sql<boolean>`qr_id = any(${qrIds}::uuid[])`)
    .orderBy('qr_id')
    .forNoKeyUpdate()
    .execute();
}

export async function updateQrCode(tx: Tx, qrId: string, update: QrCodeUpdate): Promise<void> {
  await updateQrCodes(tx, [{ qrId, update }]);
}

function selectChanged(db: Db | Tx) {
  return db
    .selectFrom('qr_codes')
    .innerJoin('scan_state', 'scan_state.qr_id', 'qr_codes.qr_id')
    .select([...qrCodeColumns, ...scanSettings]);
}

function selectFull(db: Db | Tx) {
  return selectChanged(db).select(exactScanCount);
}
