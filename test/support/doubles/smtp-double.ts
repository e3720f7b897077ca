import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

export interface ReceivedMail {
  to: string;
  from: string;
  /** Headers and text, unchanged. */
  data: string;
}

/** A mail server on loopback that keeps its mails, and can be away or full. */
export class SmtpDouble {
  readonly mails: ReceivedMail[] = [];
  /** Responds with 451 to this many mails first. */
  failures = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<SmtpDouble> {
    const server = createServer();
    const double = new SmtpDouble(server);
    server.on('connection', (socket) => {
      socket.setEncoding('utf8');
      socket.on('error', () => {});
      socket.write('220 double ESMTP\r\n');
      let buffer = '';
      let mail: ReceivedMail = { to: '', from: '', data: '' };
      let isData = false;
      socket.on('data', (chunk) => {
        buffer += chunk;
        for (;;) {
          const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
          if (end === -1) return;
          const text = buffer.slice(0, end);
          buffer = buffer.slice(end + (isData ? 5 : 2));
          if (isData) {
            isData = false;
            if (double.failures > 0) {
              double.failures -= 1;
              socket.write('451 try again later\r\n');
            } else {
              double.mails.push({ ...mail, data: text });
              socket.write('250 kept\r\n');
            }
            mail = { to: '', from: '', data: '' };
          } else if (/^(EHLO|HELO)/i.test(text)) socket.write('250 double\r\n');
          else if (/^MAIL FROM:/i.test(text)) {
            mail.from = /<(.*?)>/.exec(text)?.[1] ?? '';
            socket.write('250 ok\r\n');
          } else if (/^RCPT TO:/i.test(text)) {
            mail.to = /<(.*?)>/.exec(text)?.[1] ?? '';
            socket.write('250 ok\r\n');
          } else if (/^DATA/i.test(text)) {
            isData = true;
            socket.write('354 go on\r\n');
          } else if (/^QUIT/i.test(text)) {
            socket.end('221 bye\r\n');
          } else socket.write('250 ok\r\n');
        }
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return double;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }
}
