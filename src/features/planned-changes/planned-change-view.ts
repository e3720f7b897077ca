import { formatIdentifier } from '#core/identifier.ts';
import { publicValue } from '../history/change-view.ts';
import type { PlannedRow } from './planned-queries.ts';

/** A response names at most this many codes, and this many that could not be changed. */
const codesShown = 100;

export const writablePlannedFields = ['name', 'apply_at', 'total', 'qr_ids', 'change', 'status'];

export function plannedChangeView(plan: PlannedRow) {
  return {
    plan_id: formatIdentifier('pln', plan.plan_id),
    name: plan.label,
    status: statusOf(plan),
    apply_at: plan.apply_at.toISOString(),
    change: Object.fromEntries(
      Object.entries(plan.change).map(([field, value]) => [field, publicValue(field, value)]),
    ),
    qr_ids: plan.qr_ids.slice(0, codesShown).map((id) => formatIdentifier('qrc', id)),
    total: plan.total ?? plan.qr_ids.length,
    done: plan.done,
    failed: plan.failed ?? plan.failures.length,
    failures: plan.failures.slice(0, codesShown),
    planned_by: { kind: plan.actor_kind, id: plannerId(plan) },
    created_at: plan.created_at.toISOString(),
    finished_at: plan.finished_at?.toISOString() ?? null,
  };
}

function statusOf({ cancelled_at, finished_at, started_at }: PlannedRow) {
  if (cancelled_at !== null) return 'cancelled';
  if (finished_at !== null) return 'done';
  return started_at === null ? 'waiting' : 'running';
}

function plannerId({ actor_kind: kind, actor_id: id }: PlannedRow): string {
  if (kind === 'member') return id;
  return formatIdentifier(kind === 'api_key' ? 'key' : 'cli', id);
}
