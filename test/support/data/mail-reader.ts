import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmtpDouble } from '../doubles/smtp-double.ts';

/** The newest mail to an address with a matching subject, decoded. */
export async function mailTo(smtp: SmtpDouble, email: string, subject: RegExp): Promise<string> {
  for (let tries = 0; tries < 400; tries++) {
    const mail = smtp.mails.findLast(({ to, data }) => to === email && subject.test(readMail(data)));
    if (mail !== undefined) return readMail(mail.data);
    await sleep(25);
  }
  const got = smtp.mails.filter(({ to }) => to === email).map(({ data }) => /^Subject: .*$/m.exec(data)?.[0]);
  return assert.fail(`no mail to ${email} like ${subject}; got ${got.join('; ')}`);
}

function readMail(data: string): string {
  return data
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
