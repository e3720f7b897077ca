/** A receiver that takes longer has failed. */
export const answerMsMax = 15_000;

/** The headers of Standard Webhooks. */
export function deliveryHeaders(id: string, at: Date, signature: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature,
  };
}
