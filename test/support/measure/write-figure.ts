import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { proofScale } from './proof-scale.ts';

const folder = join(import.meta.dirname, '../../../docs/figures');

/** The command of each measurement. */
export const figureCommands = {
  redirects: 'PROOF_SCALE=1 npm run bench:scan',
  batches: 'PROOF_SCALE=1 npm run bench -- batch-size',
  lists: 'PROOF_SCALE=1 npm run bench:list',
  outage: 'PROOF_SCALE=1 npm run chaos -- scan-outage',
  failover: 'PROOF_SCALE=1 npm run chaos -- failover',
};

/** Numbers of a measurement with everything that is needed to repeat it. */
export interface Figure<Data> {
  /** Measures it again. */
  command: string;
  measuredOn: string;
  machine: { processor: string; cores: number; memoryGiB: number; node: string; postgres: string };
  data: Data;
}

/**
 * With WRITE_FIGURES=1, stores what was measured in docs/figures; `npm run figures` makes docs/performance.md and its charts from it. Only at
 * full size, because a short run shows nothing but that it works.
 */
export function writeFigure<Data>(name: keyof typeof figureCommands, data: Data): void {
  if (process.env['WRITE_FIGURES'] === undefined || proofScale < 1) return;
  const figure: Figure<Data> = {
    command: figureCommands[name],
    measuredOn: new Date().toISOString().slice(0, 10),
    machine: {
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      postgres: /\d+\.\d+/.exec(execFileSync('psql', ['--version'], { encoding: 'utf8' }))?.[0] ?? 'unknown',
    },
    data,
  };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(figure, null, 2)}\n`);
}

/** More digits would pretend a precision that such a measurement doesn't have. */
export function roundFigure(value: number): number {
  return value === 0 ? 0 : Number(value.toPrecision(3));
}
