import { formatIdentifier } from '#core/identifier.ts';
import type { TemplateRow } from './template-queries.ts';

export const writableTemplateFields = ['name', 'design'];

export function templateView(template: TemplateRow) {
  return {
    template_id: formatIdentifier('tpl', template.template_id),
    name: template.name,
    design: template.design,
    created_at: template.created_at.toISOString(),
    updated_at: (template.updated_at ?? template.created_at).toISOString(),
  };
}
