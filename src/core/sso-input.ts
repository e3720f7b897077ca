import { isRecord } from './is-record.ts';
import { type Parsed, refuse } from './parsed.ts';
import { roles } from './role.ts';

/** The roles that a provider can give. Owners are never made by a provider. */
export type SsoRole = 'admin' | 'editor' | 'viewer';
const ssoRoles: readonly SsoRole[] = ['admin', 'editor', 'viewer'];

export interface SsoSettings {
  issuer: string;
  clientId: string;
  /** Null: unchanged. */
  clientSecret: string | null;
  mailDomain: string;
  groupsClaim: string;
  groupRoles: Record<string, SsoRole>;
  defaultRole: SsoRole | null;
}

const groupsMax = 100;
const domainPattern = /^(?=.{4,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export function parseSsoSettings(body: Record<string, unknown>): Parsed<SsoSettings> {
  const text = (field: string, max: number): string | null => {
    const value = body[field];
    return typeof value === 'string' && value.trim() !== '' && value.length <= max ? value.trim() : null;
  };
  const issuer = text('issuer', 2_048);
  if (issuer === null || !isUrl(issuer))
    return refuse('issuer must be the address of your provider, such as https://login.example.com.');
  const clientId = text('client_id', 255);
  if (clientId === null) return refuse('client_id is required.');
  const mailDomain = text('mail_domain', 253)?.toLowerCase() ?? '';
  if (!domainPattern.test(mailDomain)) return refuse('mail_domain must be a domain, such as example.com.');
  const defaultRole = body['default_role'] ?? null;
  if (defaultRole !== null && !isSsoRole(defaultRole))
    return refuse(`default_role must be one of ${ssoRoles.join(', ')}, or null.`);
  const groupRoles = body['group_roles'] ?? {};
  if (!isRecord(groupRoles) || Object.keys(groupRoles).length > groupsMax)
    return refuse(`group_roles must be an object with at most ${groupsMax} groups.`);
  const wrong = Object.entries(groupRoles).find(([, role]) => !isSsoRole(role));
  if (wrong !== undefined)
    return refuse(`The role of group ${wrong[0]} must be one of ${ssoRoles.join(', ')}.`);
  return {
    ok: true,
    value: {
      issuer,
      clientId,
      clientSecret: text('client_secret', 1_000),
      mailDomain,
      groupsClaim: text('groups_claim', 100) ?? 'groups',
      groupRoles: groupRoles as Record<string, SsoRole>,
      defaultRole,
    },
  };
}

/** The strongest role of the groups; null if somebody has none. */
export function roleOfGroups(
  { groupRoles, defaultRole }: Pick<SsoSettings, 'groupRoles' | 'defaultRole'>,
  groups: unknown,
): SsoRole | null {
  const names = Array.isArray(groups) ? groups : [groups];
  const given = names.map((name) =>
    typeof name === 'string' && Object.hasOwn(groupRoles, name) ? groupRoles[name] : undefined,
  );
  return given.reduce<SsoRole | null>((best, role) => {
    if (role === undefined) return best;
    return best === null || roles.indexOf(role) > roles.indexOf(best) ? role : best;
  }, defaultRole);
}

function isSsoRole(value: unknown): value is SsoRole {
  return ssoRoles.some((role) => role === value);
}

function isUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
