import { type Parsed, refuse } from '../parsed.ts';
import { isPublicHost } from '../public-host.ts';

const lengthMax = 2_048;
/** Below are the ports of other services, which could misread a request. */
const firstFreePort = 1_024;

/**
 * The address of a receiver. Its IP address is checked again with every request.
 * @param allowsPrivate in development: also http, and hosts of the own network.
 */
export function parseWebhookUrl(raw: unknown, allowsPrivate: boolean): Parsed<string> {
  if (typeof raw !== 'string' || raw.length > lengthMax)
    return refuse(`url must be a URL of at most ${lengthMax} characters.`, 'url');
  const url = URL.parse(raw.trim());
  if (url === null) return refuse('url must be an absolute URL, such as https://example.com/hooks.', 'url');
  const problem = problemOf(url, allowsPrivate);
  if (problem !== null) return refuse(`url ${problem}`, 'url');
  // Fragments are not sent.
  const [address = ''] = url.href.split('#');
  return { ok: true, value: address };
}

function problemOf(url: URL, allowsPrivate: boolean): string | null {
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:'))
    return 'must begin with https://.';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password.';
  if (allowsPrivate) return null;
  if (url.port !== '' && Number(url.port) < firstFreePort) return 'must use port 443, or one above 1023.';
  return isPublicHost(url.hostname) ? null : 'must lead to a public host.';
}
