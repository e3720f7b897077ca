/** What a parser says: the value, or why there is none, in words for whoever sent it. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; message: string };

export function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
