import { randomBytes } from 'node:crypto';
import type { Actor } from '#core/actor.ts';
import { formatRules, type NewQrCode } from '#core/qr-code-input.ts';
import { makeSlug } from '#core/slug.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Db, Tx } from '../database.ts';
import { lockProjectOpen } from '../projects/project-queries.ts';
import { clearDestinations, withClearance } from '../url-safety/check/clear-destinations.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { type Admission, admitQrCode } from './admit-qr-code.ts';
import { type FullQrCodeRow, insertQrCode } from './qr-code-queries.ts';
import { lockLiveCount } from './quota-queries.ts';
import { insertRenderJob } from './render-job-queries.ts';
import { requirements } from './requirements.ts';

/**
 * Plan, project and safety are checked before the transaction; quota, code, scan state and render job commit together. It runs again if the
 * threat lists change in between.
 * @param commit opens the transaction and calls `create` in it, so that an idempotency key can commit with the code.
 */
export function createQrCode<Result>(
  db: Db,
  safety: Examiner,
  actor: Actor,
  input: NewQrCode,
  commit: (create: (tx: Tx) => Promise<FullQrCodeRow>) => Promise<Result>,
): Promise<Result> {
  return withClearance(db, safety, async () => {
    const admission = await admitQrCode(db, safety, actor, input);
    return commit((tx) => insertAdmitted(tx, actor, admission, input));
  });
}

async function insertAdmitted(
  tx: Tx,
  actor: Actor,
  { projectId, checked, design }: Admission,
  input: NewQrCode,
): Promise<FullQrCodeRow> {
  await clearDestinations(tx, checked);
  requirements.quota(await lockLiveCount(tx, actor.accountId), actor);
  // Archived since the check? The lock prevents it until the commit.
  requirements.openProject(await lockProjectOpen(tx, projectId));
  const state = { scan_limit: input.scanLimit ?? null, expires_at: input.expiresAt ?? null };
  const code = await insertQrCode(
    tx,
    {
      qr_id: newUuid(),
      account_id: actor.accountId,
      project_id: projectId,
      label: input.label,
      type: input.type,
      redirect_url: input.redirectUrl ?? '',
      qr_data: input.content && JSON.stringify(input.content),
      redirect_rules: formatRules(input.redirectRules ?? []),
      reserved_slug: makeSlug(randomBytes),
      render_metadata: design && JSON.stringify(design),
      analytics_enabled: input.analyticsEnabled ?? true,
    },
    state,
  );
  await insertRenderJob(tx, code.qr_id, code.render_generation);
  return { ...code, ...state, scan_count: 0 };
}
