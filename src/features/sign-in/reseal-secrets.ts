import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../database.ts';
import { mailPurpose } from '../mails/enqueue-mail.ts';
import { listSealedMails, updateSealedMail } from '../mails/mail-queries.ts';
import { authSecretConfig, signInSecret } from './auth-secrets.ts';
import { listTwoFactors, updateTwoFactorSealed } from './two-factor-queries.ts';

const rowsAtOnce = 500;

/**
 * Encrypts everything that is stored under an older secret with the first one, so that the older one can be removed. Rows that change meanwhile
 * are skipped: the change itself encrypts with the first one too.
 */
export async function resealSecrets(
  db: Db,
  secrets: Secrets,
  onProgress: (done: number) => void,
): Promise<{ twoFactors: number; unopened: number; mails: number }> {
  const key = authSecretConfig(secrets.all);
  const reseal = async (data: string) => {
    const opened = await openSealed(secrets, data);
    return opened === null ? null : symmetricEncrypt({ key, data: opened });
  };
  let [twoFactors, unopened, after] = [0, 0, ''];
  for (;;) {
    const rows = await listTwoFactors(db, after, rowsAtOnce);
    for (const row of rows) {
      const [secret, backupCodes] = [await reseal(row.secret), await reseal(row.backup_codes)];
      if (secret === null || backupCodes === null) {
        unopened += 1;
        continue;
      }
      await updateTwoFactorSealed(db, row, { secret, backup_codes: backupCodes });
      twoFactors += 1;
    }
    onProgress(twoFactors);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  let mails = 0;
  for (const { mail_id, sealed } of await listSealedMails(db)) {
    const plain = secrets.open(mailPurpose, sealed);
    if (plain === null) continue;
    await updateSealedMail(db, mail_id, secrets.seal(mailPurpose, plain));
    mails += 1;
  }
  return { twoFactors, unopened, mails };
}

/** Values from before there were several secrets don't say which one encrypted them, so each is tried. Null: none of them did. */
async function openSealed(secrets: Secrets, data: string): Promise<string | null> {
  const keys = data.startsWith('$ba$') ? [authSecretConfig(secrets.all)] : secrets.all.map(signInSecret);
  for (const key of keys) {
    const opened = await symmetricDecrypt({ key, data }).catch(() => null);
    if (opened !== null) return opened;
  }
  return null;
}
