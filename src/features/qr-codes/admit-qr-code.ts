import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import { destinationsOf, type NewQrCode, needsAdvancedRedirects } from '#core/qr-code-input.ts';
import type { Design } from '#core/qr-image/design-input.ts';
import type { Db } from '../database.ts';
import { chooseFolder } from '../folders/choose-folder.ts';
import type { ProjectRow } from '../projects/project-queries.ts';
import { chooseDesign } from '../style-templates/choose-design.ts';
import type { CheckResult } from '../url-safety/check/url-checker.ts';
import type { PlanSteps } from './plan-change.ts';
import { requirements } from './requirements.ts';

/** Results from before the transaction that the transaction must hold on to. */
export interface Admission {
  projectId: string;
  folderId: string | null;
  checked: CheckResult;
  design: Design;
}

/** Parts of the checks that many codes can share. */
export interface AdmissionSteps {
  check: PlanSteps['check'];
  choose: (projectId: string | null) => Promise<ProjectRow>;
}

/** All checks before the transaction: plan → project → safety, in the order of D6. */
export async function admitQrCode(
  db: Db,
  actor: Actor,
  input: NewQrCode,
  { check, choose }: AdmissionSteps,
): Promise<Admission> {
  if (!actor.entitlements.plan.qrCreation) {
    throw new Refusal(
      'feature_disabled',
      `Your plan ${actor.entitlements.plan.name} doesn't allow you to create QR codes.`,
    );
  }
  const advanced = needsAdvancedRedirects(input);
  if (advanced !== null) requirements.advancedRedirects(actor, advanced);
  const project = await choose(input.projectId);
  permit(actor, 'codes.change', project.project_id);
  requirements.openProject(project);
  const folderId = await chooseFolder(db, project.project_id, input.folderId ?? null);
  const design = await chooseDesign(db, actor, input);
  const checked = await check(destinationsOf(input));
  return { projectId: project.project_id, folderId, checked, design };
}
