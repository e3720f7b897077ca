import { accept, type Parsed, parseAll, refuseField } from '../parsed.ts';

/** A sheet of labels in millimetres, from its top left corner. */
export interface LabelSheet {
  name: string;
  page: { width: number; height: number };
  columns: number;
  rows: number;
  label: { width: number; height: number };
  /** Of the first label. */
  left: number;
  top: number;
  /** From label to label. */
  stepX: number;
  stepY: number;
  /** Labels that are cut from plain paper have lines between them. */
  hasLines?: true;
  /** A table tent: the second label is turned, so that both sides of the folded card are upright. */
  isTent?: true;
}

const a4 = { width: 210, height: 297 };
const letter = { width: 215.9, height: 279.4 };

function grid(name: string, page: LabelSheet['page'], columns: number, rows: number): LabelSheet {
  const label = { width: page.width / columns, height: page.height / rows };
  const [stepX, stepY] = [label.width, label.height];
  return { name, page, columns, rows, label, left: 0, top: 0, stepX, stepY, hasLines: true };
}

function labels(
  name: string,
  page: LabelSheet['page'],
  [columns, rows]: [number, number],
  [width, height]: [number, number],
  [left, top]: [number, number],
  [gapX, gapY]: [number, number],
): LabelSheet {
  const [stepX, stepY] = [width + gapX, height + gapY];
  return { name, page, columns, rows, label: { width, height }, left, top, stepX, stepY };
}

const inch = 25.4;

/** Sheets that are sold in shops, by their numbers, and plain paper. */
export const labelSheets = {
  l7159: labels('Avery L7159: 24 labels, 63.5 × 33.9 mm', a4, [3, 8], [63.5, 33.9], [6.5, 12.9], [3, 0]),
  l7160: labels('Avery L7160: 21 labels, 63.5 × 38.1 mm', a4, [3, 7], [63.5, 38.1], [7.25, 15.15], [2.5, 0]),
  l7163: labels('Avery L7163: 14 labels, 99.1 × 38.1 mm', a4, [2, 7], [99.1, 38.1], [4.65, 15.15], [2.5, 0]),
  l7165: labels('Avery L7165: 8 labels, 99.1 × 67.7 mm', a4, [2, 4], [99.1, 67.7], [4.65, 13.1], [2.5, 0]),
  '5160': labels(
    'Avery 5160: 30 labels, 2⅝ × 1 in',
    letter,
    [3, 10],
    [2.625 * inch, inch],
    [0.1875 * inch, 0.5 * inch],
    [0.125 * inch, 0],
  ),
  '5163': labels(
    'Avery 5163: 10 labels, 4 × 2 in',
    letter,
    [2, 5],
    [4 * inch, 2 * inch],
    [0.15625 * inch, 0.5 * inch],
    [0.1875 * inch, 0],
  ),
  '5164': labels(
    'Avery 5164: 6 labels, 4 × 3⅓ in',
    letter,
    [2, 3],
    [4 * inch, (10 / 3) * inch],
    [0.15625 * inch, 0.5 * inch],
    [0.1875 * inch, 0],
  ),
  'a4-12': grid('A4 paper: 12 to cut', a4, 3, 4),
  'a4-24': grid('A4 paper: 24 to cut', a4, 4, 6),
  'letter-12': grid('Letter paper: 12 to cut', letter, 3, 4),
  'letter-20': grid('Letter paper: 20 to cut', letter, 4, 5),
  'tent-a4': { ...grid('Table tents from A4 paper, folded', a4, 1, 2), isTent: true },
  'tent-letter': { ...grid('Table tents from Letter paper, folded', letter, 1, 2), isTent: true },
} as const satisfies Record<string, LabelSheet>;

export type LabelSheetId = keyof typeof labelSheets;
export const labelSheetIds = Object.keys(labelSheets) as LabelSheetId[];
export const labelCodesMax = 200;
export const labelFields = ['qr_ids', 'sheet', 'names', 'skip'];

export interface LabelRequest {
  qrIds: string[];
  sheet: LabelSheetId;
  hasNames: boolean;
  /** Labels of the first sheet that are already used. */
  skip: number;
}

export function parseLabelRequest(body: Record<string, unknown>): Parsed<LabelRequest> {
  const sheet = labelSheetIds.find((known) => known === body['sheet']);
  if (sheet === undefined) return refuseField('sheet', `must be one of ${labelSheetIds.join(', ')}.`);
  const { columns, rows } = labelSheets[sheet];
  return parseAll({
    sheet: accept(sheet),
    qrIds: parseIds(body['qr_ids']),
    hasNames: parseFlag(body['names']),
    skip: parseSkip(body['skip'], columns * rows - 1),
  });
}

function parseIds(raw: unknown): Parsed<string[]> {
  if (!Array.isArray(raw) || raw.length < 1 || raw.length > labelCodesMax)
    return refuseField('qr_ids', `must be a list of 1 to ${labelCodesMax} IDs.`);
  const ids = raw.filter((id) => typeof id === 'string');
  return ids.length < raw.length ? refuseField('qr_ids', 'must contain strings only.') : accept(ids);
}

function parseFlag(raw: unknown): Parsed<boolean> {
  if (raw === undefined) return accept(true);
  return typeof raw === 'boolean' ? accept(raw) : refuseField('names', 'must be true or false.');
}

function parseSkip(raw: unknown, most: number): Parsed<number> {
  if (raw === undefined) return accept(0);
  return Number.isInteger(raw) && (raw as number) >= 0 && (raw as number) <= most
    ? accept(raw as number)
    : refuseField('skip', `must be a whole number from 0 to ${most}.`);
}
