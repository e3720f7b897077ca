/** What a check of an address found. */
export type UrlFinding =
  | { kind: 'works'; status: number; tlsExpiresAt: Date | null; redirectHost: string | null }
  | { kind: 'fails'; problem: UrlProblem; status: number | null; tlsExpiresAt: Date | null }
  /** `robots.txt` forbids it. */
  | { kind: 'forbidden' };

export const urlProblems = {
  status: 'It responds with an error.',
  unreachable: 'It does not respond.',
  name: 'Its name has no address.',
  tls: 'Its certificate is not valid.',
  private: 'Its address is not public.',
  redirects: 'It redirects in a circle.',
} as const;
export type UrlProblem = keyof typeof urlProblems;

/** Not failing: we don't know. */
export const robotsProblem = 'robots';

/** A single failed check may be chance; people hear of the third one in a row. */
export const failuresToTell = 3;
export const checkEveryMs = 86_400_000;

/** Warnings of certificates and domains that end soon. */
export const tlsWarningMs = 7 * 86_400_000;
export const domainWarningMs = 30 * 86_400_000;

/** The code of a failed connection, as Node names it. */
export function problemOf(code: string | undefined): UrlProblem {
  if (code === undefined) return 'unreachable';
  if (/^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/.test(code)) return 'tls';
  return 'unreachable';
}

/** Pages for people: what wants a password, or refuses programs, is there all the same. */
export function isWorkingStatus(status: number): boolean {
  return (status >= 200 && status < 400) || [401, 403, 405, 406, 429].includes(status);
}

/** How an address is doing, for people and programs. */
export type UrlState = 'unchecked' | 'works' | 'troubled' | 'failing' | 'forbidden';

export function urlState({
  checked_at: checkedAt,
  problem,
  failures,
}: {
  checked_at: Date | null;
  problem: string | null;
  failures: number;
}): UrlState {
  if (checkedAt === null) return 'unchecked';
  if (problem === robotsProblem) return 'forbidden';
  if (problem === null) return 'works';
  return failures >= failuresToTell ? 'failing' : 'troubled';
}
