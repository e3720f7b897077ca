import type { Mail } from '#platform/mailer.ts';

/** What people are written about signing in. Plain text: links in it are what it says they are. */
export const signInMail = {
  /** Whoever reads it holds the mailbox, and chooses the password: not whoever typed the address. */
  welcome: (to: string, url: string): Mail => ({
    to,
    subject: 'Welcome to Waypost: choose a password',
    text: `Welcome to Waypost.\n\nOpen this link to confirm your address and choose a password; it works for an hour:\n${url}\n\nIf you did not sign up, ignore this mail: nothing happens without you.\n`,
  }),
  reset: (to: string, url: string): Mail => ({
    to,
    subject: 'Choose a new password',
    text: `Somebody, hopefully you, asked for a new password at Waypost, or tried to sign up with this address again.\n\nOpen this link to choose one; it works for an hour:\n${url}\n\nIf it was not you, ignore this mail: your password stays as it is.\n`,
  }),
};
