import type { ExportKind } from '#core/export-input.ts';
import type { Column } from '#core/table-rows.ts';

const text = (name: string): Column => ({ name, type: 'text' });
const integer = (name: string): Column => ({ name, type: 'integer' });
const time = (name: string): Column => ({ name, type: 'time' });

/** Fields of a single scan (`SingleScan`). */
export const scanColumns: readonly Column[] = [
  text('qr_id'),
  integer('scan_number'),
  time('scanned_at'),
  text('country'),
  text('device'),
  text('system'),
  text('browser'),
  text('referrer_host'),
  integer('rule'),
  text('visitor'),
];

/** The columns of each table. */
export const exportColumns: Record<Exclude<ExportKind, 'images'>, readonly Column[]> = {
  qr_codes: [
    text('qr_id'),
    text('project_id'),
    text('type'),
    text('label'),
    text('status'),
    text('short_link'),
    text('redirect_url'),
    { name: 'redirect_rules', type: 'json' },
    integer('scan_count'),
    integer('scan_limit'),
    time('expires_at'),
    { name: 'analytics_enabled', type: 'boolean' },
    text('render_status'),
    time('created_at'),
    time('updated_at'),
    { name: 'tags', type: 'json' },
    { name: 'forwarded_params', type: 'json' },
  ],
  analytics: [time('hour'), text('dimension'), text('value'), integer('scans')],
  scans: scanColumns,
};
