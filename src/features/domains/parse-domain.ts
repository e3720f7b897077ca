import { parse } from 'tldts';
import { type Parsed, refuse } from '#core/parsed.ts';
import { isPublicHost } from '#core/public-host.ts';

/** Maximum length of a host, with the label of the token before it. */
const hostLettersMax = 253 - '_waypost.'.length;
const hostLettersMin = 4;
/** Never available. */
const reserved = /\.(arpa|invalid)$/;

/**
 * A host that can be a custom domain, in ASCII and lower case.
 * @param own our own hosts, including all hosts below them.
 */
export function parseDomain(text: string, own: readonly string[]): Parsed<string> {
  const typed = text.trim().replace(/\.$/, '');
  if (/[\s/:@?#\\]/.test(typed))
    return refuse('Enter only the domain name, such as go.example.com, without https://, port or path.');
  const host = URL.parse(`http://${typed}`)?.hostname ?? '';
  const known = parse(host, { allowPrivateDomains: true });
  if (
    host === '' ||
    known.isIp === true ||
    host.length > hostLettersMax ||
    host.length < hostLettersMin ||
    reserved.test(host) ||
    !host.includes('.') ||
    !isPublicHost(host)
  )
    return refuse('This domain is not public. Enter one such as go.example.com.');
  if (known.domain === null || !host.split('.').every(isLabel))
    return refuse(`Nobody can own ${host}. Enter a domain such as go.example.com.`);
  if (own.some((name) => host === name || host.endsWith(`.${name}`)))
    return refuse(`${host} belongs to this service. Enter your own domain.`);
  return { ok: true, value: host };
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label);
}
