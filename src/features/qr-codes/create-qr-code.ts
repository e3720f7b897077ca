import type { Actor } from '#core/actor.ts';
import type { NewQrCode } from '#core/qr-code-input.ts';
import type { Db, Tx } from '../database.ts';
import { requireFolder } from '../folders/choose-folder.ts';
import { chooseProject } from '../projects/choose-project.ts';
import { lockProjectOpen } from '../projects/project-queries.ts';
import { clearDestinations, withClearance } from '../url-safety/check/clear-destinations.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { type Admission, admitQrCode } from './admit-qr-code.ts';
import { newCodeRow } from './new-code-row.ts';
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
    const admission = await admitQrCode(db, actor, input, {
      check: (destinations) => requirements.safeDestinations(db, safety, actor, destinations),
      choose: (projectId) => chooseProject(db, actor, projectId),
    });
    return commit((tx) => insertAdmitted(tx, actor, admission, input));
  });
}

async function insertAdmitted(
  tx: Tx,
  actor: Actor,
  admission: Admission,
  input: NewQrCode,
): Promise<FullQrCodeRow> {
  await clearDestinations(tx, admission.checked);
  requirements.quota(await lockLiveCount(tx, actor.accountId), actor);
  // Archived since the check? The lock prevents it until the commit.
  requirements.openProject(await lockProjectOpen(tx, admission.projectId));
  if (admission.folderId !== null) await requireFolder(tx, admission.projectId, admission.folderId);
  const row = newCodeRow(actor, input, admission);
  const code = await insertQrCode(tx, row.code, row.state);
  await insertRenderJob(tx, code.qr_id, code.render_generation);
  return { ...code, ...row.state, scan_count: 0 };
}
