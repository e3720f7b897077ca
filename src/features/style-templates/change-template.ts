import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import type { NewTemplate } from '#core/template-input.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Tx } from '../database.ts';
import { requireMatch } from '../resource-tag.ts';
import { nameTaken } from './save-template.ts';
import {
  deleteTemplate,
  findTemplate,
  hasTemplateName,
  type TemplateRow,
  updateTemplate,
} from './template-queries.ts';
import { templateView, writableTemplateFields } from './template-view.ts';

interface TemplateToChange {
  /** Null: an ID that can't exist. */
  templateId: string | null;
  ifMatch: string | undefined;
}

/** Changes the name, the design or both; a change of null deletes the template. Codes keep their copy of the design. */
export async function changeTemplate(
  tx: Tx,
  actor: Actor,
  { templateId, ifMatch }: TemplateToChange,
  change: Partial<NewTemplate> | null,
): Promise<TemplateRow> {
  permit(actor, 'templates.change');
  const { accountId } = actor;
  // One change at a time, so that names stay unique.
  await lockAccount(tx, accountId);
  const template = templateId === null ? undefined : await findTemplate(tx, accountId, templateId);
  if (template === undefined) throw templateNotFound();
  requireMatch(ifMatch, templateView(template), writableTemplateFields);
  if (change === null) {
    await deleteTemplate(tx, accountId, template.template_id);
    return template;
  }
  const { name, design } = change;
  if (name !== undefined && (await hasTemplateName(tx, accountId, name, template.template_id)))
    throw nameTaken(name);
  return updateTemplate(tx, template.template_id, {
    ...(name !== undefined && { name }),
    ...(design !== undefined && { design: JSON.stringify(design ?? {}) }),
  });
}

export function templateNotFound(): Refusal {
  return new Refusal('template_not_found', 'There is no such template.');
}
