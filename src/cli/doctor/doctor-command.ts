import { Command } from 'commander';
import { jsonOption } from '../arguments.ts';
import type { CliContext } from '../cli-context.ts';
import { exitCode } from '../exit-code.ts';
import { formatJson } from '../output.ts';
import { diagnose } from './diagnose.ts';
import type { Finding } from './finding.ts';

const marks = { ok: '✓', warning: '!', failed: '✗' };

export function doctorCommand(context: CliContext, exit: (code: number) => void): Command {
  return new Command('doctor')
    .description('check configuration, PostgreSQL, Redis, files, mail and addresses, and suggest fixes')
    .addOption(jsonOption())
    .action(async (options: { json?: boolean }) => {
      const findings: Finding[] = [];
      for await (const finding of diagnose(context)) {
        findings.push(finding);
        if (!options.json) context.print(describe(finding));
      }
      const failed = findings.filter(({ verdict }) => verdict === 'failed').length;
      if (options.json) context.print(formatJson({ ok: failed === 0, checks: findings }));
      else
        context.print(
          failed === 0 ? '\nAll checks passed.' : `\n${failed} of ${findings.length} checks failed.`,
        );
      exit(failed === 0 ? exitCode.ok : exitCode.failed);
    });
}

function describe({ check, verdict, detail, remedy }: Finding): string {
  const line = `${marks[verdict]} ${check.padEnd(14)} ${detail}`;
  return remedy === null ? line : `${line}\n${' '.repeat(17)}→ ${remedy}`;
}
