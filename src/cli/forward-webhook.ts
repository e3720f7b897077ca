import type { KeyObject } from 'node:crypto';
import { answerMsMax, deliveryHeaders } from '#core/webhooks/delivery-headers.ts';
import { signingKey, signMessage } from '#features/webhooks/delivery-signer.ts';

export interface ForwardedMessage {
  /** The `webhook-id`. */
  id: string;
  type: string;
  /** The code, project or export that it is about. */
  subject: string;
  body: string;
}

/** Sends messages to a program on this machine as an endpoint would get them, and prints a line for each. */
export class Forwarder {
  readonly #target: URL | null;
  readonly #key: KeyObject;
  readonly #print: (line: string) => void;

  /** @param target null: messages are only printed. */
  constructor(target: URL | null, secret: string, print: (line: string) => void) {
    this.#target = target;
    this.#key = signingKey(secret);
    this.#print = print;
  }

  async forward(message: ForwardedMessage): Promise<void> {
    const at = new Date();
    const result = this.#target === null ? '' : `  → ${await this.#send(this.#target, message, at)}`;
    this.#print(`${at.toTimeString().slice(0, 8)}  ${message.type}  ${message.subject}${result}`);
  }

  async #send(target: URL, { id, body }: ForwardedMessage, at: Date): Promise<string> {
    const startedMs = performance.now();
    try {
      const response = await fetch(target, {
        method: 'POST',
        redirect: 'manual',
        headers: deliveryHeaders(id, at, signMessage(this.#key, { id, at, body })),
        body,
        signal: AbortSignal.timeout(answerMsMax),
      });
      await response.body?.cancel();
      return `${response.status} in ${Math.round(performance.now() - startedMs)} ms`;
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') return `no response within ${answerMsMax / 1_000} s`;
      const cause = (error as { cause?: { code?: string } }).cause?.code;
      return `not delivered${cause === undefined ? '' : ` (${cause})`}: does a program listen at ${target.origin}?`;
    }
  }
}
