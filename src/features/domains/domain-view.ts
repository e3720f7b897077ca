import { heldUntilMs } from '#core/domain-state.ts';
import { formatIdentifier } from '#core/identifier.ts';
import type { DomainRow } from './domain-queries.ts';
import { tokenName, tokenText } from './look-up-domain.ts';
import type { RedrawRow } from './redraw-queries.ts';

/** The owner's view: its state, the result of the last check, and the required DNS records. */
export function domainView(domain: DomainRow, target: string) {
  return {
    host: domain.host,
    project_id: formatIdentifier('prj', domain.project_id),
    state: domain.state,
    problem: domain.problem,
    root_url: domain.root_url,
    records: [
      { type: 'TXT', name: tokenName(domain.host), value: tokenText(domain.token) },
      { type: 'CNAME', name: domain.host, value: target },
    ],
    created_at: domain.created_at.toISOString(),
    verified_at: domain.verified_at?.toISOString() ?? null,
    failing_since: domain.failing_since?.toISOString() ?? null,
    lapsed_at: domain.lapsed_at?.toISOString() ?? null,
    held_until:
      domain.lapsed_at === null ? null : new Date(heldUntilMs(domain.lapsed_at.getTime())).toISOString(),
    checked_at: domain.checked_at?.toISOString() ?? null,
    next_check_at: domain.next_check_at.toISOString(),
  };
}

/** The progress of the images: how many have the host, and how many another one. */
export function redrawView(redraw: RedrawRow) {
  return {
    host: redraw.host,
    total: redraw.total,
    left: redraw.left_over,
    started_at: redraw.started_at.toISOString(),
    finished_at: redraw.finished_at?.toISOString() ?? null,
  };
}
