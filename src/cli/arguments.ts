import { InvalidArgumentError, Option } from 'commander';
import { Refusal } from '#core/errors.ts';
import { type IdentifierPrefix, parseIdentifier } from '#core/identifier.ts';
import { isLimitName } from '#core/plan.ts';
import { limitNames } from '#core/plan-limits.ts';

const things: Record<IdentifierPrefix, string> = {
  acc: 'account',
  prj: 'project',
  key: 'key',
  qrc: 'QR code',
  tpl: 'template',
  inv: 'invitation',
  chg: 'change',
  blk: 'bulk change',
  cli: 'OAuth client',
  exp: 'export',
  evt: 'event',
  whe: 'webhook endpoint',
  dlv: 'delivery',
  fld: 'folder',
  pln: 'planned change',
  viw: 'saved view',
};

export const jsonOption = () => new Option('--json', 'print only JSON on standard output');

/** The UUID of an identifier; an impossible one is reported like an unknown one. */
export function uuidOf(prefix: IdentifierPrefix, identifier: string): string {
  const uuid = parseIdentifier(prefix, identifier);
  if (uuid === null) {
    throw new Refusal(
      'not_found',
      `There is no ${things[prefix]} ${identifier}. Its ID begins with ${prefix}_.`,
    );
  }
  return uuid;
}

/** `on`, `off` or `plan`; null means the value of the plan. */
/** `plan` instead of null: commander takes null for an empty text. */
export function parseApiAccess(value: string): boolean | 'plan' {
  if (value === 'on') return true;
  if (value === 'off') return false;
  if (value === 'plan') return value;
  throw new InvalidArgumentError('It must be on, off, or plan (use the value of the plan).');
}

/** `qr_codes=2`; `qr_codes=plan` removes the override. Repeatable. */
export function parseLimit(
  text: string,
  previous: Record<string, number | null> = {},
): Record<string, number | null> {
  const [name = '', value = ''] = text.split('=');
  if (value === 'plan') return { ...previous, [name]: null };
  if (!isLimitName(name)) throw new InvalidArgumentError(`Limits are ${limitNames.join(', ')}.`);
  if (!/^\d{1,10}$/.test(value)) throw new InvalidArgumentError(`Write ${name}=NUMBER, or ${name}=plan.`);
  return { ...previous, [name]: Number(value) };
}

export function parseRows(value: string): number {
  const rows = Number(value);
  if (!Number.isInteger(rows) || rows < 1 || rows > 10_000) throw new InvalidArgumentError('1 to 10000.');
  return rows;
}
