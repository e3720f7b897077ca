/** The result of a parser: the value, or the reason why there is none, in words for the sender. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; message: string };

export function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
