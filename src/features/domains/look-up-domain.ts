import type { DomainFinding } from '#core/domain-state.ts';
import type { DnsAnswer, DnsLookUp } from '#platform/dns-look-up.ts';

/** The name of the TXT record: separate from the host itself, which may be an alias without other records. */
export function tokenName(host: string): string {
  return `_waypost.${host}`;
}

export function tokenText(token: string): string {
  return `waypost-domain=${token}`;
}

/**
 * Whether the owner of a host confirms it, and points it to us.
 * @param target our own host, the target of aliases.
 */
export async function lookUpDomain(
  dns: DnsLookUp,
  domain: { host: string; token: string },
  target: string,
): Promise<DomainFinding> {
  const [texts, alias, addresses] = await Promise.all([
    dns.texts(tokenName(domain.host)),
    dns.alias(domain.host),
    dns.addresses(domain.host),
  ]);
  const owner = judgeToken(domain, texts);
  if (owner.kind !== 'right') return owner;
  if (alias.kind === 'found' && alias.values.includes(target)) return { kind: 'right' };
  return judgeAddresses(domain.host, target, addresses, await dns.addresses(target));
}

function judgeToken({ host, token }: { host: string; token: string }, texts: DnsAnswer): DomainFinding {
  const name = tokenName(host);
  if (texts.kind === 'unknown')
    return { kind: 'unknown', problem: `The DNS servers did not respond for ${name}. We'll check again.` };
  if (texts.kind === 'none') return { kind: 'wrong', problem: `There is no TXT record at ${name} yet.` };
  return texts.values.includes(tokenText(token))
    ? { kind: 'right' }
    : {
        kind: 'wrong',
        problem: `The TXT record at ${name} must be ${tokenText(token)}, but has another value.`,
      };
}

/**
 * For hosts that can't be an alias, such as the top of a zone: every address must be ours; otherwise some visitors would reach another server.
 */
function judgeAddresses(host: string, target: string, addresses: DnsAnswer, own: DnsAnswer): DomainFinding {
  // Without addresses of our own, theirs can't be compared.
  if (addresses.kind === 'unknown' || own.kind !== 'found')
    return { kind: 'unknown', problem: `The DNS servers did not respond for ${host}. We'll check again.` };
  if (addresses.kind === 'none')
    return {
      kind: 'wrong',
      problem: `${host} has no address yet. Add a CNAME record that points to ${target}.`,
    };
  const ours = new Set(own.values);
  const strange = addresses.values.find((address) => !ours.has(address));
  return strange === undefined
    ? { kind: 'right' }
    : {
        kind: 'wrong',
        problem: `${host} points to ${strange}, which is not this service. Add a CNAME record that points to ${target}.`,
      };
}
