import type { Db } from '../database.ts';
import { enqueueMail, type MailOffice } from '../mails/enqueue-mail.ts';
import { listOwnerAddresses } from '../sign-in/membership-queries.ts';
import type { EndpointRow } from './endpoint-queries.ts';

const reasons = {
  gone: 'It responded with 410 (Gone), which means that it wants no more events.',
  failing: 'Every delivery to it has failed for five days.',
} as const;

/** Tells the owners of an account that an endpoint was disabled, why, and what to do. */
export async function tellOwners(
  db: Db,
  office: MailOffice,
  { account_id: accountId, url }: Pick<EndpointRow, 'account_id' | 'url'>,
  reason: keyof typeof reasons,
): Promise<void> {
  const { host } = new URL(url);
  for (const to of new Set(await listOwnerAddresses(db, accountId)))
    await enqueueMail(db, office, {
      to,
      subject: `Waypost: the webhook endpoint at ${host} was disabled`,
      text: `Waypost no longer sends events to this webhook endpoint:\n\n${url}\n\n${reasons[reason]}\n\nWhen it works again, enable it, and send what it missed with a replay (POST /v2/webhook-endpoints/…/replay).\n`,
    });
}
