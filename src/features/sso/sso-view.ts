import { ssoRecord } from './change-sso.ts';
import type { SsoRow } from './sso-queries.ts';

/** The settings without the secret. */
export function ssoView(sso: SsoRow) {
  return {
    issuer: sso.issuer,
    client_id: sso.client_id,
    mail_domain: sso.mail_domain,
    record: ssoRecord(sso),
    verified_at: sso.verified_at?.toISOString() ?? null,
    is_enforced: sso.is_enforced,
    groups_claim: sso.groups_claim,
    group_roles: sso.group_roles,
    default_role: sso.default_role,
  };
}
