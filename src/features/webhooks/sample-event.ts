import type { DeliveredType, EventType } from '#core/event-type.ts';
import { firstId } from '#core/first-id.ts';
import type { EventRow } from '../events/event-queries.ts';
import type { DeliveryRow } from './delivery-queries.ts';

const at = '2026-03-01T09:30:00.000Z';
const code = {
  qr_id: firstId,
  project_id: firstId,
  label: 'Sample',
  type: 'url',
  status: 'active',
  redirect_url: 'https://example.com/',
  redirect_rules: [],
  analytics_enabled: true,
  reserved_slug: 'qr-000000000000',
  is_slug_public: true,
  render_status: 'done',
  render_requested_at: at,
  render_attempt: 1,
  render_error: null,
  last_rendered_at: at,
  svg_file: null,
  png_file: null,
  created_at: at,
  updated_at: at,
  domain_host: null,
  scan_count: 12,
  scan_limit: null,
  expires_at: null,
};
const project = {
  project_id: firstId,
  name: 'Sample',
  description: '',
  is_default: false,
  has_custom_domain: false,
  created_via: 'api',
  created_at: at,
  updated_at: at,
};
const exported = {
  export_id: firstId,
  kind: 'qr_codes',
  format: 'csv',
  project_id: null,
  qr_id: null,
  range_start: null,
  range_end: null,
  progress: 1,
  rows: 12,
  bytes: 2_048,
  error: null,
  available_from: null,
  created_at: at,
  finished_at: at,
  expires_at: at,
};

/** As `GET …/scans` shows them. */
export const sampleScans = [
  {
    scan_number: 12,
    scanned_at: at,
    country: 'PT',
    device: 'mobile',
    system: 'Android',
    browser: 'Chrome',
    referrer_host: null,
    rule: null,
    visitor: '0123456789abcdef',
  },
];

/** What a test sends: an event of this type about things that don't exist. */
export function sampleEvent(delivery: Pick<DeliveryRow, 'event_id' | 'type' | 'created_at'>): EventRow {
  return {
    event_id: delivery.event_id,
    type: delivery.type as EventType,
    project_id: firstId,
    qr_id: delivery.type.startsWith('qr.') ? firstId : null,
    subject: subjectOf(delivery.type),
    previous: delivery.type.endsWith('.updated') ? { label: 'Old sample' } : null,
    actor_kind: 'system',
    actor_id: null,
    created_at: delivery.created_at,
  };
}

function subjectOf(type: DeliveredType): Record<string, unknown> {
  if (type.startsWith('project.')) return project;
  if (type.startsWith('export.')) return { ...exported, status: type.slice('export.'.length) };
  return code;
}
