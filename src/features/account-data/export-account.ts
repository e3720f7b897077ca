import { firstId } from '#core/first-id.ts';
import { formatIdentifier } from '#core/identifier.ts';
import type { FileStore } from '#platform/file-store.ts';
import { type ArchiveFile } from '#platform/tar-archive.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { withOpenScans } from '../ledger-servers/with-open-scans.ts';
import {
  type HistoryPart,
  listCodesAfter,
  listDays,
  listHistoryAfter,
  listLogAfter,
  listProjectsAfter,
  listScansAfter,
  listSmallTables,
} from './export-queries.ts';
import type { LedgerPlace } from './own-code-queries.ts';

const rowsAtOnce = 200;
const batchesAtOnce = 200;
/** Each may name 10,000 codes. */
const bulksAtOnce = 10;

const readme = `Everything that Waypost keeps of one account. docs/account-data.md describes every file.

account.json, members.json, invitations.json, api-keys.json, domains.json, pages.json, reports.json, style-templates.json, single-sign-on.json,
webhook-endpoints.json
projects/0001.ndjson …        one project per line
qr-codes/0001.ndjson …        one code per line
images/qrc_….svg, .png        the present image of each code
scans-per-day/0001.ndjson …   one line per code or project, day, dimension and value
history/…                     who changed what: account, projects, codes, and many codes at once
events/0001.ndjson …          one line per event, for as long as events are kept
webhook-deliveries/0001.ndjson …  one line per delivery to a webhook endpoint
scans/0001.ndjson …           one line per scan, for as long as single scans are kept

Keys, passwords and tokens are not included: only hashes of them are kept.
`;

/** All data of an account, file by file, so that an archive of any size can be streamed. */
export async function* exportAccount(
  db: Db,
  ledgers: LedgerDatabases,
  store: FileStore,
  accountId: string,
): AsyncGenerator<ArchiveFile> {
  yield { name: 'README.txt', content: readme };
  for (const [name, rows] of Object.entries(await listSmallTables(db, accountId)))
    yield {
      name: `${name}.json`,
      content: `${JSON.stringify(name === 'account' ? rows[0] : rows, null, 2)}\n`,
    };
  let after = firstId;
  for (let part = 1; ; part++) {
    const projects = await listProjectsAfter(db, accountId, after, rowsAtOnce);
    if (projects.length === 0) break;
    const ids = projects.map(({ project_id }) => String(project_id));
    after = ids.at(-1) ?? after;
    yield ndjson('projects', part, projects);
    yield* optional('scans-per-day/projects', part, await listDays(db, ids));
    yield* exportHistory(db, `history/projects-${part}`, { projectIds: ids });
  }
  yield* exportHistory(db, 'history/account', { accountId });
  yield* exportHistory(db, 'history/bulk-changes', { bulkOf: accountId }, bulksAtOnce);
  yield* exportHistory(db, 'history/planned-changes', { plannedBy: accountId }, bulksAtOnce);
  for (const log of ['events', 'webhook-deliveries'] as const) {
    after = firstId;
    for (let part = 1; ; part++) {
      const rows = await listLogAfter(db, accountId, log, after, rowsAtOnce);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
      yield ndjson(log, part, rows);
    }
  }
  yield* exportCodes(db, ledgers, store, accountId);
  yield* exportScans(db, ledgers, accountId);
}

async function* exportHistory(
  db: Db,
  folder: string,
  of: HistoryPart,
  atOnce = rowsAtOnce,
): AsyncGenerator<ArchiveFile> {
  let after = firstId;
  for (let part = 1; ; part++) {
    const changes = await listHistoryAfter(db, of, after, atOnce);
    const last = changes.at(-1);
    if (last === undefined) return;
    after = last.change_id;
    yield ndjson(folder, part, changes);
  }
}

async function* exportCodes(
  db: Db,
  ledgers: LedgerDatabases,
  store: FileStore,
  accountId: string,
): AsyncGenerator<ArchiveFile> {
  let after = firstId;
  for (let part = 1; ; part++) {
    const codes = await withOpenScans(db, ledgers, await listCodesAfter(db, accountId, after, rowsAtOnce));
    if (codes.length === 0) return;
    const ids = codes.map(({ qr_id }) => qr_id);
    after = ids.at(-1) ?? after;
    yield ndjson(
      'qr-codes',
      part,
      codes.map(({ svg_file: _svg, png_file: _png, ...code }) => code),
    );
    yield* optional('scans-per-day/qr-codes', part, await listDays(db, ids));
    yield* exportHistory(db, `history/qr-codes-${part}`, { qrIds: ids });
    for (const { qr_id, svg_file, png_file } of codes)
      for (const name of [svg_file, png_file]) {
        const content = name === null ? null : await store.read(name);
        if (content !== null && name !== null)
          yield { name: `images/${formatIdentifier('qrc', qr_id)}${name.slice(-4)}`, content };
      }
  }
}

async function* exportScans(
  db: Db,
  ledgers: LedgerDatabases,
  accountId: string,
): AsyncGenerator<ArchiveFile> {
  let part = 1;
  // All servers: an archive that silently lacks scans would be worse than none.
  for (const ledger of [db, ...(await ledgers.listAll()).map((server) => server.db)]) {
    let place: LedgerPlace | null = null;
    do {
      const step: Awaited<ReturnType<typeof listScansAfter>> = await listScansAfter(
        db,
        ledger,
        accountId,
        place,
        batchesAtOnce,
      );
      place = step.place;
      if (step.scans.length > 0) yield ndjson('scans', part++, step.scans);
    } while (place !== null);
  }
}

function ndjson(folder: string, part: number, rows: object[]): ArchiveFile {
  return {
    name: `${folder}/${String(part).padStart(4, '0')}.ndjson`,
    content: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  };
}

function* optional(folder: string, part: number, rows: object[]): Generator<ArchiveFile> {
  if (rows.length > 0) yield ndjson(folder, part, rows);
}
