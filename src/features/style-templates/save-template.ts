import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import type { NewTemplate } from '#core/template-input.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Tx } from '../database.ts';
import {
  countOtherTemplates,
  hasTemplateName,
  type TemplateRow,
  upsertTemplate,
} from './template-queries.ts';

export const templatesMax = 100;

/**
 * Saves a design under a name. A logo is part of it.
 * @param onSameName whether a template of that name is replaced (dashboard) or a conflict (API).
 */
export async function saveTemplate(
  tx: Tx,
  actor: Actor,
  { name, design }: NewTemplate,
  onSameName: 'replace' | 'refuse',
): Promise<TemplateRow> {
  permit(actor, 'templates.change');
  const { accountId } = actor;
  await lockAccount(tx, accountId);
  if (onSameName === 'refuse' && (await hasTemplateName(tx, accountId, name, null))) throw nameTaken(name);
  if ((await countOtherTemplates(tx, accountId, name)) >= templatesMax)
    throw new Refusal('conflict', `An account can have at most ${templatesMax} templates. Delete one first.`);
  return upsertTemplate(tx, {
    template_id: newUuid(),
    account_id: accountId,
    name,
    design: JSON.stringify(design ?? {}),
  });
}

export function nameTaken(name: string): Refusal {
  return new Refusal('conflict', `There is already a template named ${name}. Choose another name.`, {
    param: 'name',
  });
}
