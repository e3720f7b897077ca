import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import type { DesignChoice } from '#core/qr-code-input.ts';
import type { Design } from '#core/qr-image/design-input.ts';
import type { Db, Tx } from '../database.ts';
import { findTemplate } from './template-queries.ts';

/** The chosen design, or a copy of the chosen template. Later changes of the template don't change printed codes. */
export async function chooseDesign(
  db: Db | Tx,
  { accountId }: Pick<Actor, 'accountId'>,
  { design = null, templateId }: DesignChoice,
): Promise<Design> {
  if (templateId === undefined) return design;
  const uuid = parseIdentifier('tpl', templateId);
  const template = uuid === null ? undefined : await findTemplate(db, accountId, uuid);
  if (template === undefined)
    throw new Refusal('template_not_found', 'There is no such template.', { param: 'template_id' });
  return Object.keys(template.design).length === 0 ? null : template.design;
}
