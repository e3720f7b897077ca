import type { Mail } from '#platform/mailer.ts';
import { invitationDays } from './invitation-queries.ts';

export function invitationMail(to: string, inviterName: string | null, url: string): Mail {
  // A name is chosen by its user: one that looks like an address could lead somewhere else.
  const isPlain = inviterName !== null && !/[./:@\\]/.test(inviterName);
  const known = isPlain ? `"${inviterName}"` : 'A member';
  const who = inviterName === null ? 'The operator of this service' : known;
  return {
    to,
    subject: 'You are invited to a Waypost account',
    text: `${who} invites you to a Waypost account.\n\nOpen this link to join. It works once, for ${invitationDays} days, and only for this email address:\n${url}\n\nIf you don't expect an invitation, ignore this email. Nothing will happen.\n`,
  };
}
