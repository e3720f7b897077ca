import { createHash } from 'node:crypto';

export interface DatabaseUrl {
  /** One address per host, in the given order. */
  urls: string[];
  /** Whether a server that accepts writes is required. */
  needsPrimary: boolean;
  /** The `options` of the address, which `pg` would use instead of ours. */
  options: string;
}

const shape = /^(postgres(?:ql)?:\/\/)(?:([^@/]*)@)?([^@/?]*)(\/[^?]*)?(?:\?(.*))?$/;
const attribute = 'target_session_attrs';

/** Parses an address of libpq: `postgres://user@one:5432,two:5432/waypost?target_session_attrs=read-write`. Null if it is invalid. */
export function parseDatabaseUrl(text: string): DatabaseUrl | null {
  const [, scheme = '', login, hosts = '', path = '', query] = shape.exec(text) ?? [];
  if (scheme === '') return null;
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get(attribute) ?? 'any';
  if (!['any', 'read-write', 'primary'].includes(wanted)) return null;
  const options = parameters.get('options') ?? '';
  for (const name of [attribute, 'options']) parameters.delete(name);
  const tail = parameters.size === 0 ? path : `${path}?${parameters}`;
  const urls = hosts
    .split(',')
    .map((host) => `${scheme}${login === undefined ? '' : `${login}@`}${host}${tail}`);
  if (urls.some((url) => URL.parse(url) === null)) return null;
  // Several hosts are a primary and its standbys, and we can't use a standby.
  return { urls, needsPrimary: urls.length > 1 || wanted !== 'any', options };
}

/** A short name for the database of an address, independent of the user: for files that belong to it. */
export function databaseName(url: string): string {
  const place = url.split('?')[0]?.split('@').at(-1) ?? '';
  return createHash('sha256').update(place).digest('hex').slice(0, 12);
}
