import { sql } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import { countInWindow } from '../count-in-window.ts';
import type { Db } from '../database.ts';

export interface TryLimit {
  /** What is limited: the limits are independent of each other. */
  kind: string;
  max: number;
  minutes: number;
}

export const tryLimits = {
  /** Password checks from one network, for any account. Asked first: refused checks count against no account. */
  network: { kind: 'sign-in-network', max: 10, minutes: 1 },
  /** Password checks for one account from one network, or from one device that has signed in before. */
  account: { kind: 'sign-in', max: 20, minutes: 15 },
  /** Password checks for one account from everywhere except known devices: attackers have many networks. */
  everywhere: { kind: 'sign-in-everywhere', max: 200, minutes: 15 },
  mail: { kind: 'mail', max: 5, minutes: 60 },
  /** A user who changes their address sends mails to strangers. */
  emailChange: { kind: 'email-change', max: 5, minutes: 60 },
  signUp: { kind: 'sign-up', max: 30, minutes: 60 },
  resetLink: { kind: 'reset-link', max: 30, minutes: 15 },
  /** An export reads all data of an account. */
  export: { kind: 'export', max: 10, minutes: 24 * 60 },
  /** Invitations of an account send mails to strangers. */
  invitation: { kind: 'invitation', max: 100, minutes: 24 * 60 },
  /** A solved puzzle allows one sign-up. */
  proof: { kind: 'proof', max: 1, minutes: 60 },
} satisfies Record<string, TryLimit>;

/** Counts a try and returns whether it is within the limit. The stored key is a keyed hash, so it reveals nothing. */
export async function countTry(db: Db, secrets: Secrets, subject: string, limit: TryLimit): Promise<boolean> {
  const key = secrets.sign('sign-in tries', `${limit.kind}\n${subject.trim().toLowerCase()}`);
  return (await countInWindow(db, key, limit.minutes)) <= limit.max;
}

/** Rows that no limit uses any more. */
export async function deleteOldTries(db: Db): Promise<void> {
  await sql`delete from sign_in_tries where began_at < now() - interval '2 days'`.execute(db);
  await sql`delete from auth_rate_limits where last_request < extract(epoch from now() - interval '1 day') * 1000`.execute(
    db,
  );
}
