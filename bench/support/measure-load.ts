import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Runner {
  name: string;
  url: string;
  pid: number;
  /** A file of requests, one per line: a path and optionally a host. */
  paths: string;
}

export interface Measured {
  perSecond: number;
  /** Per request. */
  cpuMicroseconds: number;
  /** Of the observed PostgreSQL processes, per request. */
  postgresMicroseconds: number;
  /** By percentile. */
  latencyMs: Record<Percentile, number>;
}

/** Those that can be compared by a median. */
export type MeasuredNumber = Exclude<keyof Measured, 'latencyMs'>;

export const percentiles = [50, 75, 90, 95, 99, 99.9] as const;
type Percentile = (typeof percentiles)[number];

const run = promisify(execFile);
/** Some services don't count programs. */
const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1';

/** @param delayMs the pause of each connection between requests, for a rate below the maximum. */
export async function measureLoad(
  runner: Runner,
  { connections, seconds }: { connections: number; seconds: number },
  {
    delayMs = 0,
    postgresPids = async () => [],
  }: { delayMs?: number; postgresPids?: () => Promise<number[]> } = {},
): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-wrk-'));
  const script = join(folder, 'wrk.lua');
  writeFileSync(
    script,
    `local requests = {}
     function init(args)
       for line in io.lines("${runner.paths}") do
         local path, host = line:match("(%S+) ?(%S*)")
         local headers = { ["User-Agent"] = "${userAgent}" }
         if host ~= "" then headers.Host = host end
         requests[#requests + 1] = wrk.format("GET", path, headers)
       end
     end
     local at = math.random(1000)
     function request() at = at % #requests + 1 return requests[at] end
     ${delayMs > 0 ? `function delay() return math.random(0, ${Math.round(delayMs * 2)}) end` : ''}
     function done(summary, latency)
       local errors = summary.errors.status + summary.errors.read + summary.errors.write + summary.errors.connect + summary.errors.timeout
       io.write(string.format("FIGURES %d %d %d", summary.requests, summary.duration, errors))
       for _, share in ipairs({${percentiles.join(', ')}}) do io.write(string.format(" %d", latency:percentile(share))) end
       io.write("\\n")
     end`,
  );
  const before = cpuOf(runner.pid);
  const postgresBefore = cpuByPid(await postgresPids());
  const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s'];
  const { stdout } = await run('wrk', [...load, '-s', script, runner.url]);
  const cpu = cpuOf(runner.pid) - before;
  let postgresCpu = 0;
  // A new process has spent all of its time on this.
  for (const [pid, used] of cpuByPid(await postgresPids()))
    postgresCpu += used - (postgresBefore.get(pid) ?? 0);
  rmSync(folder, { recursive: true });
  const line = /FIGURES (.+)/.exec(stdout)?.[1] ?? assert.fail(stdout);
  const [requests = 0, durationUs = 1, errors = 0, ...latencyUs] = line.split(' ').map(Number);
  assert.equal(errors, 0, `${runner.name}: ${stdout}`);
  return {
    perSecond: (requests * 1e6) / durationUs,
    cpuMicroseconds: (cpu * 1e6) / requests,
    postgresMicroseconds: (postgresCpu * 1e6) / requests,
    latencyMs: Object.fromEntries(
      percentiles.map((share, nth) => [share, (latencyUs[nth] ?? 0) / 1_000]),
    ) as Measured['latencyMs'],
  };
}

/** Without those that have ended since they were listed. */
function cpuByPid(pids: number[]): Map<number, number> {
  return new Map(
    pids.flatMap((pid) => {
      try {
        return [[pid, cpuOf(pid)]];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    }),
  );
}

/** CPU seconds of a process so far. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
