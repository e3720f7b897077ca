import type { Mail } from '#platform/mailer.ts';
import { invitationDays } from './invitation-queries.ts';

export function invitationMail(to: string, inviterName: string | null, url: string): Mail {
  const who = inviterName ?? 'The operator of this service';
  return {
    to,
    subject: 'You are invited to a Waypost account',
    text: `${who} invites you to a Waypost account.\n\nOpen this link to join. It works once, for ${invitationDays} days, and only for this email address:\n${url}\n\nIf you don't know ${inviterName ?? 'them'}, ignore this email. Nothing will happen.\n`,
  };
}
