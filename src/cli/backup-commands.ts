import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { findProblem, invariantNames } from '#features/recovery/find-problem.ts';
import { type DrillStep, restoreDrill } from '#features/recovery/restore-drill.ts';
import { backupVersion, takeBaseBackup } from '#platform/base-backup.ts';
import { createLog } from '#platform/log.ts';
import { openPostgresClient } from '#platform/open-postgres-client.ts';
import { postgresHosts } from '#platform/postgres-hosts.ts';
import { jsonOption } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { exitCode } from './exit-code.ts';
import { extractCommand } from './extract-command.ts';
import { formatFields, formatJson } from './output.ts';
import { removeWhenStopped } from './remove-when-stopped.ts';
import { serverPrograms } from './server-programs.ts';

interface VerifyOptions {
  wal?: string;
  scratch?: string;
  json?: boolean;
}

export function backupCommands(context: CliContext, exit: (code: number) => void): Command {
  const backup = new Command('backup').description('take and verify backups');
  backup.addCommand(createCommand(context));
  backup.addCommand(verifyCommand(context, exit));
  backup.addCommand(checkCommand(context, exit));
  backup.addCommand(extractCommand(context));
  return backup;
}

function createCommand(context: CliContext): Command {
  return new Command('create')
    .description('copy the whole PostgreSQL server with checksums of every file; the user needs REPLICATION')
    .requiredOption('--out <folder>', 'where backups go; each gets a folder of its own')
    .action(async ({ out }: { out: string }) => {
      const folder = join(out, `base-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
      await mkdir(out, { recursive: true });
      const url = context.config().databaseDirectUrl;
      await (await openPostgresClient(url, {})).end();
      takeBaseBackup(serverPrograms(context), postgresHosts(url).current, folder, context.environment);
      context.print(`${folder}\nTo test it: waypost backup verify ${folder}`);
    });
}

function verifyCommand(context: CliContext, exit: (code: number) => void): Command {
  return new Command('verify')
    .description('restore a base backup to a temporary server and check its data')
    .argument(
      '<folder>',
      'a base backup with its manifest, created by `waypost backup create` or pg_basebackup',
    )
    .option('--wal <folder>', 'the archive of the write-ahead log, replayed to its end')
    .option(
      '--scratch <folder>',
      'where the copy goes for the time being; it needs room for the whole database',
    )
    .addOption(jsonOption())
    .action(async (folder: string, { wal, scratch, json }: VerifyOptions) => {
      const steps: DrillStep[] = [];
      const backup = resolve(folder);
      const result = await restoreDrill({
        binaries: serverPrograms(context, backupVersion(backup)),
        backup,
        walArchive: wal === undefined ? null : resolve(wal),
        scratchParent: scratch === undefined ? null : resolve(scratch),
        databaseUrl: context.config().databaseDirectUrl,
        onCleanUp: removeWhenStopped,
        log: createLog({ logLevel: 'silent', logFormat: 'json' }, 'waypost'),
        nowMs: () => Date.now(),
        onStep: (step) => {
          steps.push(step);
          if (!json) context.print(describe(step));
        },
      });
      if (json) context.print(formatJson({ ...result, steps }));
      else
        context.print(
          `\n${formatFields({
            verdict: result.isRestorable ? 'restorable' : 'NOT restorable: take a new backup now',
            restored_in: `${result.restoreSeconds.toFixed(1)} s`,
            newest_change: result.newestCommit?.toISOString(),
            would_be_lost: result.lossSeconds === null ? null : `the last ${result.lossSeconds.toFixed(0)} s`,
          })}`,
        );
      exit(result.isRestorable ? exitCode.ok : exitCode.failed);
    });
}

function checkCommand(context: CliContext, exit: (code: number) => void): Command {
  return new Command('check')
    .description(
      'run the same checks on the database of DATABASE_URL, for example after your provider restored it',
    )
    .action(async () => {
      let isFine = true;
      for (const name of invariantNames) {
        const problem = await findProblem(context.patientDb(), name);
        isFine &&= problem === null;
        context.print(problem === null ? `✓ ${name}` : `✗ ${name}: ${problem}`);
      }
      exit(isFine ? exitCode.ok : exitCode.failed);
    });
}

function describe({ name, isFine, detail, seconds }: DrillStep): string {
  return `${isFine ? '✓' : '✗'} ${name.padEnd(48)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${detail}`;
}
