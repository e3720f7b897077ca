import { sql } from 'kysely';
import { parseEmailAddress } from '#core/email-address.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { isRecord } from '#core/is-record.ts';
import { isUniqueViolation } from '#platform/postgres.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../database.ts';
import { enqueueMail, type MailOffice } from '../mails/enqueue-mail.ts';
import { countTry, tryLimits } from './count-try.ts';
import { sendSecurityNotice } from './send-security-notice.ts';
import { deleteVerifications } from './session-queries.ts';
import { signInMail } from './sign-in-mail.ts';

const purpose = 'email change';
const hourMs = 3_600_000;

interface EmailChange {
  userId: string;
  /** The link works until the address has changed. */
  from: string;
  to: string;
  untilMs: number;
}

/** Sends a link to the new address. The old one stays valid until somebody opens it. */
export async function askForEmail(
  db: Db,
  { office, apiBaseUrl, nowMs }: { office: MailOffice; apiBaseUrl: string; nowMs: number },
  user: { id: string; email: string },
  input: string,
): Promise<void> {
  const address = parseEmailAddress('email', input);
  if (!address.ok) throw invalidRequest(address);
  if (address.value.toLowerCase() === user.email.toLowerCase())
    throw new Refusal('invalid_request', 'This is your email address already.', { param: 'email' });
  if (!(await countTry(db, office.secrets, address.value, tryLimits.mail)))
    throw new Refusal('rate_limited', 'Too many mails were sent to this address. Try again in an hour.', {
      retryAfterSeconds: 3_600,
    });
  // Nobody learns here who else has an account.
  if (await isTaken(db, address.value)) return;
  const change: EmailChange = {
    userId: user.id,
    from: user.email,
    to: address.value,
    untilMs: nowMs + hourMs,
  };
  const token = office.secrets.seal(purpose, JSON.stringify(change)).toString('base64url');
  await enqueueMail(
    db,
    office,
    signInMail.newAddress(change.to, `${apiBaseUrl}/dashboard/confirm-email?token=${token}`),
  );
}

/** The link was opened, so the new mailbox belongs to the user. Links to the old one no longer work. */
export async function confirmEmail(
  db: Db,
  office: MailOffice,
  token: string,
  nowMs: number,
): Promise<{ email: string }> {
  const change = readToken(office.secrets, token);
  if (change === null || change.untilMs < nowMs) throw linkEnded();
  if (!(await updateEmail(db, change))) throw linkEnded();
  await deleteVerifications(db, change.userId);
  await sendSecurityNotice(
    db,
    office,
    { email: change.from },
    { kind: 'email_changed', detail: `The new address is ${change.to}.` },
  );
  return { email: change.to };
}

function linkEnded(): Refusal {
  return new Refusal('not_found', 'This link has expired or has already been used.');
}

function readToken(secrets: Secrets, token: string): EmailChange | null {
  const plain = secrets.open(purpose, Buffer.from(token, 'base64url'));
  const change: unknown = plain === null ? null : JSON.parse(plain);
  return isRecord(change) ? (change as unknown as EmailChange) : null;
}

async function isTaken(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`select from auth_users where lower(email) = lower(${email})`.execute(db);
  return rows.length > 0;
}

async function updateEmail(db: Db, { userId, from, to }: EmailChange): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      update auth_users set email = ${to}, email_verified = true, updated_at = now()
      where id = ${userId} and email = ${from}`.execute(db);
    return Number(numAffectedRows ?? 0) === 1;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('conflict', 'This email address is in use.');
    throw error;
  }
}
