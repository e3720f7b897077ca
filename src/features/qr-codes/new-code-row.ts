import { randomBytes } from 'node:crypto';
import type { Actor } from '#core/actor.ts';
import { formatRules, type NewQrCode } from '#core/qr-code-input.ts';
import { makeSlug } from '#core/slug.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Admission } from './admit-qr-code.ts';
import type { NewQrCodeRow } from './qr-code-queries.ts';
import type { NewScanState } from './update-queries.ts';

/** The rows of a new code. */
export function newCodeRow(
  { accountId }: Pick<Actor, 'accountId'>,
  input: NewQrCode,
  { projectId, folderId, design }: Pick<Admission, 'projectId' | 'folderId' | 'design'>,
): { code: NewQrCodeRow; state: NewScanState } {
  return {
    code: {
      qr_id: newUuid(),
      account_id: accountId,
      project_id: projectId,
      folder_id: folderId,
      tags: input.tags ?? [],
      forwarded_params: input.forwardedParams ?? [],
      label: input.label,
      type: input.type,
      redirect_url: input.redirectUrl ?? '',
      qr_data: input.content && JSON.stringify(input.content),
      redirect_rules: formatRules(input.redirectRules ?? []),
      reserved_slug: makeSlug(randomBytes),
      render_metadata: design && JSON.stringify(design),
      analytics_enabled: input.analyticsEnabled ?? true,
    },
    state: { scan_limit: input.scanLimit ?? null, expires_at: input.expiresAt ?? null },
  };
}
