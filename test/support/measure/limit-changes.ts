import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { findProblem } from '#features/recovery/find-problem.ts';
import type { TestAccount, TestApi } from '../scratch/test-api.ts';
import type { TestScan } from '../scratch/test-scan.ts';
import { inParallel, type LoadClient } from './scan-load.ts';
import { settleJournals } from './settle-journals.ts';

/** The time between two changes of a code. */
interface Phase {
  version: number;
  limit: number | null;
  isRefused: boolean;
}

export interface LimitedCode {
  id: string;
  uuid: string;
  slug: string;
  phases: Phase[];
  /** Rises when a change begins and when it ends. */
  turn: number;
  redirected: number;
  unknown: number;
  wrong: string[];
}

interface VersionCount {
  version: number;
  scans: number;
  /** Those that PostgreSQL had counted before the redirect left. */
  online: number;
}

interface Parts {
  api: TestApi;
  account: TestAccount;
  /** The scan processes to use. They may be replaced during the run. */
  scans: TestScan[];
  client: LoadClient;
  /** Adds all open scans to the counts of their codes. */
  foldAll: () => Promise<void>;
}

export const scannersPerCode = 4;

/** Limits that are set, raised, lowered and removed while their codes are scanned. */
export class LimitChanges {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async makeCode(): Promise<LimitedCode> {
    const { api, account } = this.#parts;
    const { qr_id: id } = await api.createQrCode(account, {});
    return {
      id,
      uuid: parseIdentifier('qrc', id) ?? '',
      slug: await api.publishQrCode(id),
      phases: [],
      turn: 0,
      redirected: 0,
      unknown: 0,
      wrong: [],
    };
  }

  /**
   * Records the scans that a process served without PostgreSQL, because its connections were cut too often in a row: it served what it knew
   * last, and counted them later (D47). A limit that was set meanwhile can't include them. Call it before the first scan.
   */
  async noteServedOffline(): Promise<void> {
    const { db } = this.#parts.api;
    await sql`create table served_offline (batch_id uuid, qr_id uuid, primary key (batch_id, qr_id))`.execute(
      db,
    );
    await sql`create function note_served_offline() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into served_offline select new.batch_id, unnest(new.qr_ids) on conflict do nothing;
        else
          insert into served_offline select new.batch_id, qr_id
            from unnest(new.qr_ids, old.grants) as code (qr_id, granted) where granted < 0 on conflict do nothing;
        end if;
        return null;
      end $$`.execute(db);
    await sql`create trigger note_replayed after insert on scan_batches for each row
      when (current_query() like '%json_to_recordset%') execute function note_served_offline()`.execute(db);
    await sql`create trigger note_repaired after update on scan_batches for each row
      when (current_query() like '%repair_scan_batch%') execute function note_served_offline()`.execute(db);
  }

  async countServedOffline(): Promise<number> {
    const { rows } = await sql<{ scans: number }>`
      select coalesce(sum(code.scans), 0)::int as scans from scan_numbers numbered
      cross join lateral unnest(numbered.qr_ids, numbered.scans) as code (qr_id, scans)
      join served_offline offline on offline.batch_id = numbered.batch_id and offline.qr_id = code.qr_id`.execute(
      this.#parts.api.db,
    );
    return rows[0]?.scans ?? 0;
  }

  makeCodes(count: number): Promise<LimitedCode[]> {
    return Promise.all(Array.from({ length: count }, () => this.makeCode()));
  }

  /** This many changes of all codes together, each under load from every process. */
  async run(list: LimitedCode[], total: number): Promise<void> {
    const ending = new AbortController();
    for (const code of list) code.phases.push({ version: 1, limit: null, isRefused: false });
    const scanning = list.map((code) =>
      inParallel(scannersPerCode, () => this.#keepScanning(code, ending.signal)),
    );
    let left = total;
    await inParallel(list.length, async (nth) => {
      const code = list[nth];
      while (code !== undefined && left-- > 0) {
        await sleep(Math.random() * 150);
        code.turn += 1;
        code.phases.push(await this.#change(code));
        code.turn += 1;
      }
    });
    await sleep(300);
    ending.abort();
    await Promise.all(scanning);
  }

  /** Sets, raises, lowers or removes the limit, near the current count. */
  async #change(code: LimitedCode): Promise<Phase> {
    const { api, account } = this.#parts;
    const { body } = await api.request('GET', `/v1/qr-codes/${code.id}`, { key: account.key });
    const isRemoved = code.phases.at(-1)?.limit != null && Math.random() < 0.4;
    const limit = isRemoved
      ? null
      : Math.max(1, Number(body.scan_count) + Math.floor(Math.random() * 24) - 4);
    const changed = await api.request('PATCH', `/v1/qr-codes/${code.id}`, {
      key: account.key,
      body: { scan_limit: limit },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { rows } = await sql<{
      version: number;
    }>`select version from scan_state where qr_id = ${code.uuid}`.execute(api.db);
    return { version: rows[0]?.version ?? 0, limit, isRefused: false };
  }

  /** Scans all the time, through any process. A refusal belongs to a phase if no change ran meanwhile. */
  async #keepScanning(code: LimitedCode, signal: AbortSignal): Promise<void> {
    const { scans, client } = this.#parts;
    while (!signal.aborted) {
      const { turn } = code;
      const scan = scans[Math.floor(Math.random() * scans.length)];
      const answer = await client.scan(scan?.url ?? '', code.slug);
      if (answer === null || answer.status === 503) code.unknown += 1;
      else if (answer.status === 302) code.redirected += 1;
      else if (answer.status !== 410) code.wrong.push(`status ${answer.status}`);
      else if (turn === code.turn && turn % 2 === 0) {
        const phase = code.phases.at(-1);
        if (phase !== undefined) phase.isRefused = true;
      }
      if (answer?.status !== 302) await sleep(5);
    }
  }

  /** The scans of a code by the version that their visitors saw, from the numbers. */
  async #countByVersion(uuid: string): Promise<VersionCount[]> {
    const { rows } = await sql<VersionCount>`
      select code.version, sum(code.scans)::int as scans,
        coalesce(sum(code.scans) filter (where offline.batch_id is null), 0)::int as online
      from scan_numbers numbered
      cross join lateral unnest(numbered.qr_ids, numbered.scans, numbered.versions) as code (qr_id, scans, version)
      left join served_offline offline on offline.batch_id = numbered.batch_id and offline.qr_id = code.qr_id
      where code.qr_id = ${uuid} group by code.version`.execute(this.#parts.api.db);
    return rows;
  }

  async assertExact(list: LimitedCode[]): Promise<void> {
    const { api, account, scans, foldAll } = this.#parts;
    await settleJournals(
      scans.map(({ journalDir }) => journalDir),
      scans.length,
    );
    await foldAll();
    const problems: string[] = [];
    for (const code of list) {
      problems.push(...this.#limitProblems(code, await this.#countByVersion(code.uuid)));
      const { body } = await api.request('GET', `/v1/qr-codes/${code.id}`, { key: account.key });
      const counted = Number(body.scan_count);
      if (counted < code.redirected) problems.push(`lost: ${counted} counted, ${code.redirected} redirected`);
      if (counted > code.redirected + code.unknown)
        problems.push(`doubled: ${counted} counted, ${code.redirected} redirected, ${code.unknown} unknown`);
      problems.push(...code.wrong);
    }
    const { rows: awaited } = await sql<{ pending: number }>`select pending from scan_state
      where scan_limit is not null and is_settled and pending <> 0 and qr_id = any(${list.map(({ uuid }) => uuid)}::uuid[])`.execute(
      api.db,
    );
    for (const { pending } of awaited) problems.push(`a limit waits for ${pending} scans that nobody has`);
    for (const name of [
      'scans are numbered without gaps',
      'limits know the scans that are not folded',
      'every scan of the ledger is part of a count',
    ]) {
      const problem = await findProblem(api.db, name);
      if (problem !== null) problems.push(`not true: ${name}: ${problem}`);
    }
    assert.deepEqual(problems.slice(0, 8), []);
  }

  #limitProblems(code: LimitedCode, byVersion: VersionCount[]): string[] {
    const problems: string[] = [];
    for (const { version, limit, isRefused } of code.phases) {
      if (limit === null) {
        if (isRefused) problems.push(`refused without a limit at version ${version}`);
        continue;
      }
      let [before, own, all] = [0, 0, 0];
      for (const counted of byVersion)
        if (counted.version <= version) {
          if (counted.version === version) own = counted.online;
          else before += counted.online;
          all += counted.scans;
        }
      if (own > 0 && before + own > limit) problems.push(`over: ${before} and ${own} of ${limit}`);
      if (isRefused && all < limit) problems.push(`refused early: ${all} of ${limit}`);
    }
    return problems;
  }
}

export function describeChanges(list: LimitedCode[]): string {
  const sum = (count: (code: LimitedCode) => number) => list.reduce((total, code) => total + count(code), 0);
  const reached = sum(({ phases }) => phases.filter(({ isRefused }) => isRefused).length);
  return `${sum(({ redirected }) => redirected)} redirects, ${sum(({ unknown }) => unknown)} unknown, ${reached} limits reached`;
}
