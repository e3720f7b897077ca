import { parseIdentifier } from './identifier.ts';
import { type Parsed, refuse } from './parsed.ts';
import { isScope, type Scope, scopes } from './scopes.ts';
import { parseTimestamp } from './timestamp.ts';

/** What a restricted key is limited to. */
export interface KeyLimits {
  scopes: Scope[];
  /** Null: all projects, including later ones. */
  projectIds: string[] | null;
  expiresAt: Date | null;
}

const projectsMax = 100;
/** A misspelled limit must not make an unrestricted key. */
const knownFields = ['name', 'scopes', 'projects', 'expires_at'];

/** The limits of a new key; null if the body has none: then it is unrestricted. */
export function parseKeyLimits(body: Record<string, unknown>, nowMs: number): Parsed<KeyLimits | null> {
  const stray = Object.keys(body).find((field) => !knownFields.includes(field));
  if (stray !== undefined) return refuse(`The body has an unknown field: ${stray}.`);
  const { scopes: rawScopes = null, projects: rawProjects = null, expires_at: rawExpiry = null } = body;
  if (rawScopes === null && rawProjects === null && rawExpiry === null) return { ok: true, value: null };
  const granted = parseScopes(rawScopes ?? ['qr.write']);
  if (!granted.ok) return granted;
  const projectIds = parseProjects(rawProjects);
  if (!projectIds.ok) return projectIds;
  const expiresAt = typeof rawExpiry === 'string' ? parseTimestamp(rawExpiry) : null;
  if (rawExpiry !== null && expiresAt === null)
    return refuse(
      'expires_at must be an RFC 3339 timestamp with an offset or Z, such as 2027-01-31T18:00:00Z.',
    );
  if (expiresAt !== null && expiresAt.getTime() <= nowMs) return refuse('expires_at must be in the future.');
  return { ok: true, value: { scopes: granted.value, projectIds: projectIds.value, expiresAt } };
}

function parseScopes(raw: unknown): Parsed<Scope[]> {
  if (!Array.isArray(raw) || raw.length === 0)
    return refuse(`scopes must be a list of at least one of ${scopes.join(', ')}.`);
  const unknown = raw.find((scope) => typeof scope !== 'string' || !isScope(scope));
  if (unknown !== undefined)
    return refuse(`There is no scope ${String(unknown)}. Choose from ${scopes.join(', ')}.`);
  return { ok: true, value: scopes.filter((scope) => raw.includes(scope)) };
}

function parseProjects(raw: unknown): Parsed<string[] | null> {
  if (raw === null) return { ok: true, value: null };
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > projectsMax)
    return refuse(`projects must be a list of 1 to ${projectsMax} project IDs.`);
  const ids = raw.map((id) => (typeof id === 'string' ? parseIdentifier('prj', id) : null));
  if (ids.includes(null)) return refuse('projects must be a list of project IDs, which begin with prj_.');
  return { ok: true, value: [...new Set(ids as string[])] };
}
