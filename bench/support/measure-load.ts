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
  p99Ms: number;
}

const run = promisify(execFile);

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
         local headers = nil
         if host ~= "" then headers = { Host = host } end
         requests[#requests + 1] = wrk.format("GET", path, headers)
       end
     end
     local at = math.random(1000)
     function request() at = at % #requests + 1 return requests[at] end
     ${delayMs > 0 ? `function delay() return math.random(0, ${Math.round(delayMs * 2)}) end` : ''}
     function done(summary, latency)
       local errors = summary.errors.status + summary.errors.read + summary.errors.write + summary.errors.connect + summary.errors.timeout
       io.write(string.format("FIGURES %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(99), errors))
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
  const [, requests = 0, durationUs = 1, p99Us = 0, errors = 0] = (
    /FIGURES (\d+) (\d+) (\d+) (\d+)/.exec(stdout) ?? assert.fail(stdout)
  ).map(Number);
  assert.equal(errors, 0, `${runner.name}: ${stdout}`);
  return {
    perSecond: (requests * 1e6) / durationUs,
    cpuMicroseconds: (cpu * 1e6) / requests,
    postgresMicroseconds: (postgresCpu * 1e6) / requests,
    p99Ms: p99Us / 1_000,
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
