import { codeTag } from '#features/qr-codes/code-tag.ts';
import { resourceTag } from '#features/resource-tag.ts';
import { writableTemplateFields } from '#features/style-templates/template-view.ts';
import { writableEndpointFields } from '#features/webhooks/endpoint-view.ts';

/** The ETag of a document that can be changed; null for any other. */
export function documentTag(document: Record<string, unknown>): string | null {
  if ('template_id' in document && 'design' in document) return resourceTag(document, writableTemplateFields);
  if ('endpoint_id' in document && 'url' in document) {
    const { secret: _, ...view } = document;
    return resourceTag(view, writableEndpointFields);
  }
  return codeTag(document);
}
