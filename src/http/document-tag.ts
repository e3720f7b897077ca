import { codeTag } from '#features/qr-codes/code-tag.ts';
import { resourceTag } from '#features/resource-tag.ts';
import { writableTemplateFields } from '#features/style-templates/template-view.ts';

/** The ETag of a document that can be changed; null for any other. */
export function documentTag(document: Record<string, unknown>): string | null {
  if ('template_id' in document && 'design' in document) return resourceTag(document, writableTemplateFields);
  return codeTag(document);
}
