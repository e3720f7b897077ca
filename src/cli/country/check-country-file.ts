import { isIP } from 'node:net';
import { CountryFile, countryDaysMax } from '#platform/country-file.ts';
import { nationalNetworks } from './national-networks.ts';

const comparedAddresses = 100_000;

export interface CountryFileReport {
  built: string;
  days_old: number;
  is_old: boolean;
  /** Networks whose country is known, and how many of them the file has right. */
  ipv4: { networks: number; right: number };
  ipv6: { networks: number; right: number };
  /** Those that it has wrong: the country, an address there, and the file's country. */
  wrong: { country: string; address: string; found: string | null }[];
  /** Of random addresses for which both files know a country, the share with the same one; null without another file. */
  agreement: number | null;
}

/** Properties of a country file: its age, known networks, and agreement with another file. */
export async function checkCountryFile(path: string, otherPath: string | null): Promise<CountryFileReport> {
  const file = await CountryFile.read(path);
  const daysOld = file.ageDays(Date.now());
  const known = nationalNetworks.map(({ country, address }) => ({
    country,
    address,
    found: file.find(address),
  }));
  const wrong = known.filter(({ country, found }) => found !== country);
  return {
    built: file.builtAt.toISOString().slice(0, 10),
    days_old: daysOld,
    is_old: daysOld > countryDaysMax,
    ipv4: tallyOf(known.filter(({ address }) => isIP(address) === 4)),
    ipv6: tallyOf(known.filter(({ address }) => isIP(address) === 6)),
    wrong,
    agreement: otherPath === null ? null : agreementOf(file, await CountryFile.read(otherPath)),
  };
}

function tallyOf(known: { country: string; found: string | null }[]): { networks: number; right: number } {
  return { networks: known.length, right: known.filter(({ country, found }) => found === country).length };
}

/** The same addresses in every run, so that two files can be compared with a third. */
function agreementOf(file: CountryFile, other: CountryFile): number {
  let [both, same] = [0, 0];
  for (const address of addresses(comparedAddresses)) {
    const [first, second] = [file.find(address), other.find(address)];
    if (first === null || second === null) continue;
    both += 1;
    if (first === second) same += 1;
  }
  return both === 0 ? 0 : same / both;
}

function* addresses(count: number): Generator<string> {
  let state = 1;
  for (let made = 0; made < count; made++) {
    // A linear congruential generator (Numerical Recipes).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield [24, 16, 8, 0].map((shift) => (state >>> shift) & 255).join('.');
  }
}
