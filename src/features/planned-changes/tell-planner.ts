import { formatIdentifier } from '#core/identifier.ts';
import type { Db } from '../database.ts';
import { enqueueMail, type MailOffice } from '../mails/enqueue-mail.ts';
import { findMemberAddress, listOwnerAddresses } from '../sign-in/membership-queries.ts';
import type { PlannedRow } from './planned-queries.ts';

const failuresNamed = 10;

/** Tells who planned a change, or the owners for a program, what could not be changed and why. */
export async function tellPlanner(
  db: Db,
  office: MailOffice,
  dashboardUrl: string,
  plan: PlannedRow,
): Promise<void> {
  const own =
    plan.actor_kind === 'member' ? await findMemberAddress(db, plan.account_id, plan.actor_id) : undefined;
  const addresses = own === undefined ? await listOwnerAddresses(db, plan.account_id) : [own];
  const failed = plan.failures.length;
  const total = plan.qr_ids.length;
  const name = plan.label === '' ? formatIdentifier('pln', plan.plan_id) : plan.label;
  const reasons = plan.failures
    .slice(0, failuresNamed)
    .map(({ qr_id: id, message }) => `${dashboardUrl}codes/${id}\n${message}`);
  const more = failed > failuresNamed ? [`And ${failed - failuresNamed} more.`] : [];
  for (const to of new Set(addresses))
    await enqueueMail(db, office, {
      to,
      subject: `Waypost: a planned change was refused for ${failed} of ${total} codes`,
      text: `The change “${name}”, planned for ${plan.apply_at.toISOString()}, was refused for ${failed} of ${total} codes. They stay as they were.\n\n${[...reasons, ...more].join('\n\n')}\n\nCorrect it and plan it again, or change the codes now.\n`,
    });
}
