import { createTransport } from 'nodemailer';
import type { Log } from './log.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

const timeoutMs = 10_000;

/** By SMTP; without a server mails are printed, which is enough to develop with. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string | null; from: string }, log: Log): Mailer {
  if (smtpUrl === null) {
    return {
      send: async ({ to, subject, text }) => log.info({ to, subject, text }, 'a mail would be sent'),
      close: () => {},
    };
  }
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: smtpUrl, ...timeouts }, { from });
  return {
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
