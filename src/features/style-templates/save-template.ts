import type { Actor } from '#core/actor.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { permit } from '#core/permissions.ts';
import { parseDesign } from '#core/qr-image/design-input.ts';
import { parseTextField } from '#core/text-field.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Db } from '../database.ts';
import { countOtherTemplates, type TemplateRow, upsertTemplate } from './template-queries.ts';

export const templatesMax = 100;

/** Saves a design under a name. A logo is part of it. */
export async function saveTemplate(
  db: Db,
  actor: Actor,
  input: { name: string; design: unknown },
): Promise<TemplateRow> {
  permit(actor, 'templates.change');
  const { accountId } = actor;
  const name = parseTextField('name', input.name, { min: 1, max: 80 });
  if (!name.ok) throw invalidRequest(name);
  const design = parseDesign(input.design);
  if (!design.ok) throw invalidRequest(design);
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId);
    if ((await countOtherTemplates(tx, accountId, name.value)) >= templatesMax)
      throw new Refusal(
        'conflict',
        `An account can have at most ${templatesMax} templates. Delete one first.`,
      );
    return upsertTemplate(tx, {
      template_id: newUuid(),
      account_id: accountId,
      name: name.value,
      design: JSON.stringify(design.value ?? {}),
    });
  });
}
