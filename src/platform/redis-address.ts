import type { RedisOptions } from 'ioredis';

/** Options of a connection; responses are not converted. */
export type RedisSettings = Omit<RedisOptions, 'replyMapping'>;

const sentinelShape =
  /^redis(s?)\+sentinel:\/\/(?:([^@/]*)@)?([^@/?]+)\/([\w.-]+)(?:\/(\d{1,3}))?(?:\?sentinel_password=([^&]*))?$/;
const sentinelPort = 26_379;

/**
 * `redis://` or `rediss://` for one server; `redis+sentinel://user:password@one:26379,two:26379/mymaster` for the primary that those Sentinels
 * name; add `?sentinel_password=…` if the Sentinels need one. Null if it is neither.
 */
export function parseRedisUrl(text: string): { url: string } | { options: RedisSettings } | null {
  const protocol = URL.parse(text)?.protocol;
  if (protocol === 'redis:' || protocol === 'rediss:') return { url: text };
  const [, secure, login, hosts = '', name = '', db, sentinelSecret] = sentinelShape.exec(text) ?? [];
  const words = readWords([...splitLogin(login ?? ''), sentinelSecret ?? '']);
  if (name === '' || words === null) return null;
  const [user = '', password = '', sentinelPassword = ''] = words;
  const addresses = hosts.split(',').map((host) => URL.parse(`redis://${host}`));
  const sentinels = addresses.flatMap((address) =>
    address === null || address.hostname === ''
      ? []
      : [{ host: address.hostname.replace(/^\[|\]$/g, ''), port: Number(address.port || sentinelPort) }],
  );
  if (sentinels.length !== addresses.length) return null;
  return {
    options: {
      sentinels,
      name,
      ...(db !== undefined && { db: Number(db) }),
      ...(user !== '' && { username: user }),
      ...(password !== '' && { password }),
      ...(sentinelPassword !== '' && { sentinelPassword }),
      ...(secure === 's' && { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }),
    },
  };
}

/** A password may contain colons. */
function splitLogin(login: string): [user: string, password: string] {
  const colon = login.indexOf(':');
  return colon === -1 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)];
}

function readWords(words: string[]): string[] | null {
  try {
    return words.map(decodeURIComponent);
  } catch {
    return null;
  }
}
