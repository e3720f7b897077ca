import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

type Answer = string[] | 'nxdomain' | 'servfail' | 'silence';

const types = { 1: 'A', 5: 'CNAME', 16: 'TXT', 28: 'AAAA' } as const;
const codes = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;

/** A DNS server on loopback with responses that the test chooses and can change. */
export class DnsDouble {
  readonly queries: { name: string; type: string }[] = [];
  readonly #socket: Socket;
  readonly #answer: (name: string, type: string) => Answer;

  private constructor(socket: Socket, answer: (name: string, type: string) => Answer) {
    this.#socket = socket;
    this.#answer = answer;
    socket.on('message', (message, from) => this.#reply(message, from));
  }

  static async start(answer: (name: string, type: string) => Answer): Promise<DnsDouble> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsDouble(socket, answer);
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  close(): void {
    this.#socket.close();
  }

  #reply(query: Buffer, from: RemoteInfo): void {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const question = query.subarray(12, at + 5);
    const name = labels.join('.').toLowerCase();
    const type = types[query.readUInt16BE(at + 1) as keyof typeof types] ?? 'other';
    this.queries.push({ name, type });
    const answer = this.#answer(name, type);
    if (answer === 'silence') return;
    const values = Array.isArray(answer) ? answer.filter((value) => isOfType(type, value)) : [];
    const code = answer === 'nxdomain' ? 3 : answer === 'servfail' ? 2 : 0;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(values.length, 6);
    const records = values.map((value) => record(type as keyof typeof codes, value));
    this.#socket.send(Buffer.concat([header, question, ...records]), from.port, from.address);
  }
}

function isOfType(type: string, value: string): boolean {
  if (type === 'A' || type === 'AAAA') return isIP(value) === (type === 'A' ? 4 : 6);
  return type === 'CNAME' || type === 'TXT';
}

function record(type: keyof typeof codes, value: string): Buffer {
  const data = Buffer.from(bytesOf(type, value));
  const head = Buffer.from([0xc0, 12, 0, codes[type], 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, data]);
}

function bytesOf(type: keyof typeof codes, value: string): number[] {
  if (type === 'A') return value.split('.').map(Number);
  if (type === 'AAAA') return ipv6Bytes(value);
  if (type === 'TXT') return [value.length, ...Buffer.from(value, 'latin1')];
  return [...value.split('.').flatMap((label) => [label.length, ...Buffer.from(label, 'latin1')]), 0];
}

function ipv6Bytes(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [groups(head), groups(tail)];
  const all = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
  return all.flatMap((group) => [group >> 8, group & 255]);
}
