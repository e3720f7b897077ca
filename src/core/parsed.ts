/** A mistake in a request: where it is (`redirect_rules[1].url`; null for the whole body), and what to do about it. */
export interface Problem {
  param: string | null;
  message: string;
}

/** Why there is no value: the first problem, and the others if there are several. */
export interface Unparsed extends Problem {
  ok: false;
  others: Problem[];
  /** The kind of reason, for programs. */
  reason?: string;
}

/** The result of a parser: the value, or the reason why there is none, in words for the sender. */
export type Parsed<Value> = { ok: true; value: Value } | Unparsed;

export function refuse(message: string, param: string | null = null): Unparsed {
  return { ok: false, message, param, others: [] };
}

/** For the usual message, which starts with the name of the field. */
export function refuseField(param: string, rest: string): Unparsed {
  return refuse(`${param} ${rest}`, param);
}

/** The same problems as paths inside a field. */
export function inField(field: string, unparsed: Unparsed): Unparsed {
  const path = (param: string | null) => (param === null ? field : `${field}.${param}`);
  const others = unparsed.others.map(({ param, message }) => ({ param: path(param), message }));
  return { ...unparsed, param: path(unparsed.param), others };
}

export function accept<Value>(value: Value): Parsed<Value> {
  return { ok: true, value };
}

type Values<Parts> = {
  [Key in keyof Parts]: Parts[Key] extends Parsed<infer Value> ? Value : never;
};

/** The values of several parts, or all of their problems. */
export function parseAll<Parts extends Record<string, Parsed<unknown>>>(parts: Parts): Parsed<Values<Parts>> {
  const results = Object.entries(parts);
  const [first, ...others] = results.flatMap(([, result]) => (result.ok ? [] : problemsOf(result)));
  if (first !== undefined) return { ok: false, ...first, others };
  const values = results.flatMap(([key, result]) => (result.ok ? [[key, result.value]] : []));
  return accept(Object.fromEntries(values));
}

/** The same for parts in a row. */
export function parseEach<Value>(results: readonly Parsed<Value>[]): Parsed<Value[]> {
  const all = parseAll(Object.fromEntries(results.entries()));
  return all.ok ? accept(Object.values(all.value)) : all;
}

export function problemsOf({ message, param, others }: Unparsed): Problem[] {
  return [{ param, message }, ...others];
}
