import { parseNewDashboardCode } from './dashboard-code-input.ts';
import type { Body } from './qr-code-input.ts';

/** What a column of a table can be. */
export const importFields = ['name', 'redirect_url', 'tags', 'scan_limit', 'expires_at'] as const;
export type ImportField = (typeof importFields)[number];

const aliases: Record<ImportField, RegExp> = {
  name: /^(name|label|title|code)$/i,
  redirect_url: /^(redirect_url|destination|url|link|address|website|target)$/i,
  tags: /^(tags?|labels|keywords)$/i,
  scan_limit: /^(scan_limit|scan limit|limit|max scans)$/i,
  expires_at: /^(expires_at|expires|expiry|expiry date|end|valid until)$/i,
};

/** The field of each column, by its title. Without a known title, the first column with addresses is the destination. */
export function guessColumns(rows: readonly string[][]): {
  hasTitles: boolean;
  columns: (ImportField | null)[];
} {
  const [first = []] = rows;
  const byTitle = first.map((title) => importFields.find((field) => aliases[field].test(title)) ?? null);
  if (byTitle.some((field) => field !== null)) return { hasTitles: true, columns: onlyFirst(byTitle) };
  const address = first.findIndex((cell) => /^(https?:\/\/|[\w-]+(\.[\w-]+)+(\/|$))/i.test(cell));
  const columns = first.map((_, index): ImportField | null =>
    index === address ? 'redirect_url' : index === (address === 0 ? 1 : 0) ? 'name' : null,
  );
  return { hasTitles: false, columns };
}

/** A field is one column. */
function onlyFirst(columns: (ImportField | null)[]): (ImportField | null)[] {
  return columns.map((field, index) => (columns.indexOf(field) === index ? field : null));
}

export interface ImportLine {
  body: Body;
  /** What is wrong with it, or null. */
  problem: string | null;
}

/** The code that a line describes, and what its owner has to correct. */
export function readImportLine(
  cells: readonly string[],
  columns: readonly (ImportField | null)[],
): ImportLine {
  const value = (field: ImportField) => cells[columns.indexOf(field)]?.trim() ?? '';
  const limit = value('scan_limit');
  const expires = value('expires_at');
  const tags = value('tags')
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const url = value('redirect_url');
  const body: Body = {
    type: 'url',
    ...(value('name') !== '' && { label: value('name') }),
    redirect_url: url === '' || /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`,
    ...(tags.length > 0 && { tags }),
    ...(limit !== '' && { scan_limit: /^\d+$/.test(limit) ? Number(limit) : limit }),
    ...(expires !== '' && {
      expires_at: /^\d{4}-\d\d-\d\d$/.test(expires) ? `${expires}T00:00:00Z` : expires,
    }),
  };
  if (url === '') return { body, problem: 'The destination is missing.' };
  const parsed = parseNewDashboardCode(body);
  return { body, problem: parsed.ok ? null : parsed.message };
}
