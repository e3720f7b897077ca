import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { parseEmailAddress } from '#core/email-address.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { isUniqueViolation } from '#platform/postgres.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Db, Tx } from '../database.ts';
import { enqueueMail, type MailOffice } from '../mails/enqueue-mail.ts';
import { countTry, tryLimits } from './count-try.ts';
import { sendSecurityNotice } from './send-security-notice.ts';
import { deleteVerifications } from './session-queries.ts';
import { signInMail } from './sign-in-mail.ts';

const purpose = 'email change';
const hourMs = 3_600_000;

interface EmailChange {
  userId: string;
  from: string;
  to: string;
  /** Its hash is stored until the link is used, or the password is changed. */
  ticket: string;
}

/** Sends a link to the new address, and tells the old one. The old one stays valid until somebody opens the link. */
export async function askForEmail(
  db: Db,
  { office, apiBaseUrl, nowMs }: { office: MailOffice; apiBaseUrl: string; nowMs: number },
  user: { id: string; email: string },
  input: string,
): Promise<void> {
  const address = parseEmailAddress('email', input);
  if (!address.ok) throw invalidRequest(address);
  const to = address.value;
  if (to.toLowerCase() === user.email.toLowerCase())
    throw new Refusal('invalid_request', 'This is your email address already.', { param: 'email' });
  const isAllowed =
    (await countTry(db, office.secrets, user.id, tryLimits.emailChange)) &&
    (await countTry(db, office.secrets, to, tryLimits.mail));
  if (!isAllowed)
    throw new Refusal('rate_limited', 'Too many mails were sent. Try again in an hour.', {
      retryAfterSeconds: 3_600,
    });
  const change: EmailChange = {
    userId: user.id,
    from: user.email,
    to,
    ticket: randomBytes(24).toString('base64url'),
  };
  const token = office.secrets.seal(purpose, JSON.stringify(change)).toString('base64url');
  const link = `${apiBaseUrl}/dashboard/confirm-email?token=${token}`;
  await db.transaction().execute(async (tx) => {
    await deleteEmailChanges(tx, user.id);
    // Nobody learns here who else has an account.
    if (await isTaken(tx, to)) return;
    await sql`insert into auth_verifications (id, identifier, value, expires_at)
      values (${newUuid()}, ${identifierOf(change)}, ${user.id}, ${new Date(nowMs + hourMs)})`.execute(tx);
    await enqueueMail(tx, office, signInMail.newAddress(to, link), true);
    await sendSecurityNotice(
      tx,
      office,
      { email: user.email },
      {
        kind: 'email_asked',
        detail: `The new address is ${to}.`,
      },
    );
  });
}

/** The link was opened, so the new mailbox belongs to the user. Links to the old one no longer work. */
export async function confirmEmail(db: Db, office: MailOffice, token: string): Promise<{ email: string }> {
  const change = readToken(office.secrets, token);
  if (change === null) throw linkEnded();
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`delete from auth_verifications
      where identifier = ${identifierOf(change)} and value = ${change.userId} and expires_at > now() returning id`.execute(
      tx,
    );
    if (rows.length === 0 || !(await updateEmail(tx, change))) throw linkEnded();
    await deleteVerifications(tx, change.userId);
    await enqueueMail(tx, office, signInMail.addressChanged(change.from, change.to));
  });
  return { email: change.to };
}

/** Links that were sent no longer work: after a change of the password, for example. */
export async function deleteEmailChanges(db: Db | Tx, userId: string): Promise<void> {
  await sql`delete from auth_verifications where value = ${userId} and identifier like ${`${purpose} %`}`.execute(
    db,
  );
}

function identifierOf({ ticket }: EmailChange): string {
  return `${purpose} ${createHash('sha256').update(ticket).digest('base64url')}`;
}

function linkEnded(): Refusal {
  return new Refusal('not_found', 'This link has expired or has already been used.');
}

function readToken(secrets: Secrets, token: string): EmailChange | null {
  const plain = secrets.open(purpose, Buffer.from(token, 'base64url'));
  return plain === null ? null : (JSON.parse(plain) as EmailChange);
}

async function isTaken(db: Tx, email: string): Promise<boolean> {
  const { rows } = await sql`select from auth_users where lower(email) = lower(${email})`.execute(db);
  return rows.length > 0;
}

async function updateEmail(tx: Tx, { userId, from, to }: EmailChange): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      update auth_users set email = ${to}, email_verified = true, updated_at = now()
      where id = ${userId} and email = ${from}`.execute(tx);
    return Number(numAffectedRows ?? 0) === 1;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('conflict', 'This email address is in use.');
    throw error;
  }
}
