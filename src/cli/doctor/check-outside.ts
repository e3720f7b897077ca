import { threatFeeds } from '#features/url-safety/lists/threat-feeds.ts';
import { type Config, feedSettings } from '#platform/config.ts';
import { DnsLookUp } from '#platform/dns-look-up.ts';
import { checkMailServer } from '#platform/mailer.ts';
import { type Finding, failed, messageOf, ok, warning } from './finding.ts';

const reachMs = 5_000;

/** Sign-up and sign-in links are sent by mail. */
export async function checkMail({ mail, production }: Config): Promise<Finding> {
  if (mail.smtpUrl === null) {
    const detail = "written to the worker's log, so nobody can sign up to the dashboard";
    return production
      ? warning('mail', detail, 'Set SMTP_URL and MAIL_FROM.')
      : ok('mail', "written to the worker's log");
  }
  const server = URL.parse(mail.smtpUrl)?.host ?? 'SMTP_URL';
  try {
    await checkMailServer(mail.smtpUrl, reachMs);
    return ok('mail', `${server} accepts our login; mails come from ${mail.from}`);
  } catch (error) {
    const remedy = 'Check SMTP_URL: host, port, user and password. smtps:// is for port 465.';
    return failed('mail', `${server}: ${messageOf(error)}`, remedy);
  }
}

/** Needed to verify domains, and to follow destinations. */
export async function checkDns({ safety, publicBaseUrl }: Config): Promise<Finding> {
  const name = new URL(publicBaseUrl).hostname;
  const servers = safety.dnsServers.length > 0 ? safety.dnsServers.join(', ') : "the machine's DNS servers";
  const answer = await new DnsLookUp(safety.dnsServers).addresses(name);
  if (answer.kind !== 'unknown') return ok('dns', `${servers} answer`);
  const remedy = 'Check DNS_SERVERS and the firewall. Until then custom domains are not verified.';
  const detail = `${servers} don't answer`;
  return safety.dnsServers.length > 0 ? failed('dns', detail, remedy) : warning('dns', detail, remedy);
}

/** Every printed link starts with this address. */
export function checkAddresses({ publicBaseUrl, apiBaseUrl, production }: Config): Finding {
  const plain = [publicBaseUrl, apiBaseUrl].filter((url) => url.startsWith('http:'));
  if (production && plain.length > 0) {
    const remedy = 'Use a proxy with TLS (deploy/Caddyfile), and set both addresses to https://.';
    return failed('tls', `${plain.join(' and ')} would send keys, sign-ins and scans unencrypted`, remedy);
  }
  return ok('tls', production ? 'both addresses are https://' : 'not needed in development');
}

/** Behind an unlisted proxy, all visitors seem to have the address of the proxy. */
export function checkProxies({ publicBaseUrl, trustedProxies, production }: Config): Finding {
  if (trustedProxies.length > 0) return ok('proxies', trustedProxies.join(', '));
  if (!production || publicBaseUrl.startsWith('http:')) return ok('proxies', 'none');
  const detail =
    "no proxy is trusted, although https:// needs one. Every visitor seems to have the proxy's address";
  const remedy =
    "Set TRUSTED_PROXIES to the proxy's address. Until then countries, unique visitors and limits per network are wrong.";
  return failed('proxies', detail, remedy);
}

/** Requests something from the public address that only our scan process serves. */
export async function checkPublicAddress({ publicBaseUrl, production }: Config): Promise<Finding> {
  if (!production) return ok('public address', publicBaseUrl);
  const url = `${publicBaseUrl}/.well-known/security.txt`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(reachMs), redirect: 'manual' });
    const text = response.status === 200 ? await response.text() : '';
    if (/^Contact: /m.test(text)) return ok('public address', `${publicBaseUrl} reaches this service`);
    const remedy =
      'Check PUBLIC_BASE_URL and the rules of the proxy: short links must reach the scan process.';
    return failed('public address', `${url} responded with ${response.status}, not like Waypost`, remedy);
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const remedy =
      'Check DNS, firewall, proxy and certificate. Ignore this if the address can’t be reached from this machine by design.';
    return warning('public address', `${publicBaseUrl} can't be reached: ${messageOf(reason)}`, remedy);
  }
}

/** Without a provider that reports new threats, a page that becomes harmful is not noticed. */
export function checkSafety({ safety, production }: Config): Finding {
  const asked = [
    safety.webRisk && 'Web Risk',
    ...threatFeeds.map(({ setting, name }) => safety.feedSources[setting] && name),
    safety.followRedirects && 'redirects are followed',
  ].filter((name) => name !== null && name !== false);
  if (asked.length > 0) return ok('safety', `built-in rules, your rules, ${asked.join(', ')}`);
  const detail = 'built-in rules and yours only; no list of phishing or malware is used';
  if (!production) return ok('safety', detail);
  return warning('safety', detail, `Set WEB_RISK_KEY, ${feedSettings.join(' or ')}.`);
}
