import { DnsDouble } from './dns-double.ts';

type Answer = string[] | 'nxdomain' | 'servfail' | 'silence';

export const domainTarget = 'links.waypost.test';
export const ourAddress = '192.0.2.10';

/** DNS servers with records that a test sets, by name and type; others don't exist. */
export class Zone {
  readonly dns: DnsDouble;
  readonly #records: Map<string, Answer>;

  private constructor(dns: DnsDouble, records: Map<string, Answer>) {
    this.dns = dns;
    this.#records = records;
  }

  static async start(): Promise<Zone> {
    const records = new Map<string, Answer>([[`${domainTarget} A`, [ourAddress]]]);
    const hasName = (name: string) => [...records.keys()].some((key) => key.startsWith(`${name} `));
    const dns = await DnsDouble.start(
      (name, type) => records.get(`${name} ${type}`) ?? (hasName(name) ? [] : 'nxdomain'),
    );
    return new Zone(dns, records);
  }

  set(name: string, type: 'A' | 'AAAA' | 'CNAME' | 'TXT', answer: Answer): void {
    this.#records.set(`${name} ${type}`, answer);
  }

  remove(name: string, type: 'A' | 'AAAA' | 'CNAME' | 'TXT'): void {
    this.#records.delete(`${name} ${type}`);
  }

  /** As the owner is told: the token, and an alias to our host. */
  prove(records: { type: string; name: string; value: string }[]): void {
    for (const { type, name, value } of records) this.set(name, type as 'CNAME' | 'TXT', [value]);
  }

  get environment(): Record<string, string> {
    return { DNS_SERVERS: this.dns.address, DOMAIN_TARGET: domainTarget };
  }

  close(): void {
    this.dns.close();
  }
}
