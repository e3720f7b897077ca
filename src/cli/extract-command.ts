import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { checkAccountInput } from '#features/accounts/account-input.ts';
import type { Db } from '#features/database.ts';
import { type CopiedPair, type CopyResult, copyAccount } from '#features/recovery/copy-account.ts';
import { checkReplay, copyUrl, openBackup } from '#features/recovery/open-backup.ts';
import { backupVersion, checkBaseBackup } from '#platform/base-backup.ts';
import { silentLog } from '#platform/log.ts';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';
import { RestoredServer } from '#platform/restored-server.ts';
import { jsonOption, uuidOf } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson } from './output.ts';
import { removeWhenStopped } from './remove-when-stopped.ts';
import { serverPrograms } from './server-programs.ts';

const reportHead = 'old_qr_id,new_qr_id,old_slug,new_slug\n';

interface ExtractOptions {
  account: string;
  project?: string;
  email?: string;
  resume?: string;
  wal?: string;
  scratch?: string;
  report?: string;
  json?: boolean;
}

export function extractCommand(context: CliContext): Command {
  return new Command('extract')
    .description('copy an account or project from a backup into a new account; changes nothing that exists')
    .argument('<folder>', 'a base backup with its manifest')
    .requiredOption('--account <id>', 'acc_…: the account in the backup')
    .option('--project <id>', 'prj_…: only this project')
    .option('--email <address>', 'of the new account')
    .option('--resume <id>', 'acc_…: continue an interrupted copy')
    .option('--wal <folder>', 'the archive of the write-ahead log, replayed to its end')
    .option(
      '--scratch <folder>',
      'where the backup is restored meanwhile; it needs room for the whole database',
    )
    .option('--report <file>', 'write the old and new IDs of all codes, as CSV')
    .addOption(jsonOption())
    .action(async (folder: string, options: ExtractOptions) => {
      const say = (line: string) => process.stderr.write(`${line}\n`);
      const copy = await readQuestion(context, options);
      const source = {
        backup: resolve(folder),
        walArchive: options.wal === undefined ? null : resolve(options.wal),
        databaseUrl: context.config().databaseDirectUrl,
        log: silentLog,
      };
      const binaries = serverPrograms(context, backupVersion(source.backup));
      const report = options.report === undefined ? null : await open(options.report, 'a');
      checkBaseBackup(binaries, source.backup);
      say('Restoring the backup to a temporary server …');
      const server = RestoredServer.create(
        binaries,
        options.scratch === undefined ? null : resolve(options.scratch),
      );
      removeWhenStopped(() => server.remove());
      let restored: Db | null = null;
      try {
        restored = await openBackup(server, source);
        if (source.walArchive !== null) await checkReplay(source.walArchive, server);
        // The backup may come from an earlier release.
        const migrations = await readMigrations(context.migrationsFolder);
        await applyMigrations(copyUrl(server, source.databaseUrl), migrations, say);
        let copied = 0;
        if ((await report?.stat())?.size === 0) await report?.appendFile(reportHead);
        const result = await copyAccount(restored, context.patientDb(), {
          ...copy,
          onAccount: (id) => {
            const name = formatIdentifier('acc', id);
            say(
              `Copying into ${name}. If this is interrupted, run it again with --resume ${name} instead of --email.`,
            );
          },
          onCodes: async (done) => {
            copied += done.length;
            say(`${copied} codes copied …`);
            await report?.appendFile(done.map(reportLine).join(''));
          },
        });
        print(context, result, options.json === true);
      } finally {
        await report?.close();
        await restored?.destroy();
        server.remove();
      }
    });
}

/** Checked before a restore that may take hours. */
async function readQuestion(context: CliContext, options: ExtractOptions) {
  const { email, resume } = options;
  if ((email === undefined) === (resume === undefined))
    throw new Refusal('invalid_request', 'Use --email for a new account, or --resume to continue a copy.');
  const into =
    resume !== undefined
      ? { accountId: uuidOf('acc', resume) }
      : { email: checkAccountInput(await context.plans(), { email: email ?? '' }).email ?? '' };
  const projectId = options.project === undefined ? null : uuidOf('prj', options.project);
  return { accountId: uuidOf('acc', options.account), projectId, into };
}

function reportLine({ old, qrId, slug }: CopiedPair): string {
  const ids = [old.qr_id, qrId].map((id) => formatIdentifier('qrc', id));
  return `${[...ids, old.reserved_slug, slug].join(',')}
`;
}

function print(
  context: CliContext,
  { accountId, projects, codes, keptSlugs }: CopyResult,
  isJson: boolean,
): void {
  const view = {
    account_id: formatIdentifier('acc', accountId),
    projects,
    codes,
    links_kept: keptSlugs,
    links_new: codes - keptSlugs,
  };
  context.print(isJson ? formatJson(view) : formatFields(view));
  if (!isJson)
    context.print(
      '\nThe images are being drawn. A link was kept where no code has it now; the others still belong to the codes that exist. Next: waypost key create --account …',
    );
}
