import { createTransport } from 'nodemailer';
import type { Log } from './log.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same for mail programs that show more than text. */
  html?: string;
  /** Pictures of the HTML, in base64. */
  attachments?: { filename: string; content: string; cid: string }[];
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

const timeoutMs = 10_000;

/** Connects and signs in without sending anything. Throws if either fails. */
export async function checkMailServer(smtpUrl: string, waitMs: number): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...timeoutsOf(waitMs) });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function timeoutsOf(waitMs: number) {
  return { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs };
}

/** Sends with SMTP; without a server, mails are printed, which is enough for development. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string | null; from: string }, log: Log): Mailer {
  if (smtpUrl === null) {
    return {
      send: async ({ to, subject, text }) => log.info({ to, subject, text }, 'a mail would be sent'),
      close: () => {},
    };
  }
  const transport = createTransport({ url: smtpUrl, ...timeoutsOf(timeoutMs) }, { from });
  return {
    send: async (mail) => {
      const { attachments = [], ...rest } = mail;
      await transport.sendMail({
        ...rest,
        attachments: attachments.map((file) => ({ ...file, encoding: 'base64' })),
      });
    },
    close: () => transport.close(),
  };
}
