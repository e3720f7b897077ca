import type { Mail } from '#platform/mailer.ts';

/** Mails about signing in. They are plain text, so that every link shows its address. */
export const signInMail = {
  /** The owner of the mailbox chooses the password, not the person who typed the address. */
  welcome: (to: string, url: string): Mail => ({
    to,
    subject: 'Welcome to Waypost: choose a password',
    text: `Welcome to Waypost.\n\nOpen this link to confirm your email address and choose a password. It works for one hour:\n${url}\n\nIf you didn't sign up, ignore this email. Nothing will happen.\n`,
  }),
  reset: (to: string, url: string): Mail => ({
    to,
    subject: 'Choose a new password',
    text: `Somebody requested a new password for your Waypost account, or tried to sign up with this email address again.\n\nOpen this link to choose a new password. It works for one hour:\n${url}\n\nIf it wasn't you, ignore this email. Your password doesn't change.\n`,
  }),
  newAddress: (to: string, url: string): Mail => ({
    to,
    subject: 'Confirm your new email address',
    text: `Somebody wants to use this email address for their Waypost account.\n\nIf it was you, open this link to confirm it. It works for one hour:\n${url}\n\nIf it wasn't you, ignore this email. Nothing will happen.\n`,
  }),
  /** To the old address, which can no longer ask for a new password. */
  addressChanged: (to: string, next: string): Mail => ({
    to,
    subject: 'Waypost: your email address was changed',
    text: `From now on, your Waypost user has the email address ${next}.\n\nIf this was you, you don't have to do anything.\n\nIf it wasn't you, contact the operator of this service at once.\n`,
  }),
};
