import { formatIdentifier } from '#core/identifier.ts';
import type { NewQrCode } from '#core/qr-code-input.ts';
import { parseDesign } from '#core/qr-image/design-input.ts';
import { parseRedirectRules } from '#core/rules/redirect-rule.ts';
import type { FullQrCodeRow } from './qr-code-queries.ts';

const labelLengthMax = 255;
const suffix = ' (copy)';

/** A new code like another one: everything that its owner has set, and none of its scans. */
export function duplicateOf(code: FullQrCodeRow): NewQrCode {
  const rules = parseRedirectRules(code.redirect_rules);
  const design = parseDesign(code.render_metadata);
  return {
    label: Array.from(code.label)
      .slice(0, labelLengthMax - suffix.length)
      .join('')
      .concat(suffix),
    type: code.type,
    redirectUrl: code.redirect_url === '' ? null : code.redirect_url,
    content: code.qr_data as NewQrCode['content'],
    projectId: formatIdentifier('prj', code.project_id),
    folderId: code.folder_id && formatIdentifier('fld', code.folder_id),
    tags: code.tags,
    forwardedParams: code.forwarded_params,
    analyticsEnabled: code.analytics_enabled,
    ...(rules.ok && rules.value.length > 0 && { redirectRules: rules.value }),
    ...(design.ok && { design: design.value }),
    expiresAt: code.expires_at,
    scanLimit: code.scan_limit,
  };
}
