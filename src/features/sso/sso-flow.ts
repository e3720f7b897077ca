import type { Secrets } from '#platform/secrets.ts';

/** What the browser carries to the provider and back, in an encrypted cookie. */
export interface SsoFlow {
  accountId: string;
  state: string;
  nonce: string;
  verifier: string;
  /** The session that is confirmed; null: a new sign-in. */
  sessionId: string | null;
  endsMs: number;
}

const purpose = 'sso flow';
export const flowSeconds = 600;

export function sealFlow(secrets: Secrets, flow: SsoFlow): string {
  return secrets.seal(purpose, JSON.stringify(flow)).toString('base64url');
}

/** Null if it is not ours, or too old. */
export function openFlow(secrets: Secrets, text: string | undefined, nowMs: number): SsoFlow | null {
  const plain = text === undefined ? null : secrets.open(purpose, Buffer.from(text, 'base64url'));
  const flow = plain === null ? null : (JSON.parse(plain) as SsoFlow);
  return flow !== null && flow.endsMs > nowMs ? flow : null;
}
