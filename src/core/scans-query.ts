import { accept, type Parsed, parseAll, refuseField } from './parsed.ts';

export const scansLimit = { default: 100, max: 1_000 };

export interface ScansQuery {
  /** Null: from the oldest scan that is kept. */
  afterNumber: number | null;
  limit: number;
}

export const scansParameters = ['after_number', 'limit'] as const;

export function parseScansQuery(query: Record<string, unknown>): Parsed<ScansQuery> {
  const { after_number: after, limit } = query;
  return parseAll({
    afterNumber:
      after === undefined ? accept(null) : parseCount('after_number', after, 0, Number.MAX_SAFE_INTEGER),
    limit: limit === undefined ? accept(scansLimit.default) : parseCount('limit', limit, 1, scansLimit.max),
  });
}

function parseCount(field: string, raw: unknown, min: number, max: number): Parsed<number> {
  const value = typeof raw === 'string' && /^[0-9]{1,16}$/.test(raw) ? Number(raw) : -1;
  if (value >= min && value <= max) return accept(value);
  return refuseField(field, `must be a whole number from ${min} to ${max}.`);
}
