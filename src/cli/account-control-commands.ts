import { createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { exportAccount } from '#features/account-data/export-account.ts';
import { cancelErasure, scheduleErasure } from '#features/account-data/schedule-erasure.ts';
import { findAccount } from '#features/accounts/account-queries.ts';
import { resumeAccount, suspendAccount } from '#features/accounts/suspend-account.ts';
import { sendSecurityNotice } from '#features/sign-in/send-security-notice.ts';
import { tarArchive } from '#platform/tar-archive.ts';
import { uuidOf } from './arguments.ts';
import type { CliContext } from './cli-context.ts';

/** Operator commands for a whole account, besides its plan and limits. */
export function accountControlCommands(context: CliContext): Command[] {
  return [suspendCommand(context), resumeCommand(context), exportCommand(context), eraseCommand(context)];
}

function suspendCommand(context: CliContext): Command {
  return new Command('suspend')
    .description('turn off codes, keys, domains and sign-in within a second; deletes nothing')
    .argument('<id>', 'acc_…')
    .requiredOption('--reason <text>', 'shown to the owner')
    .action(async (id: string, { reason }: { reason: string }) => {
      await suspendAccount(context.db(), uuidOf('acc', id), reason);
      context.print(`${id} is suspended. To undo it: waypost account resume ${id}`);
    });
}

function resumeCommand(context: CliContext): Command {
  return new Command('resume')
    .description('reactivate a suspended account')
    .argument('<id>', 'acc_…')
    .action(async (id: string) => {
      await resumeAccount(context.db(), uuidOf('acc', id));
      context.print(`${id} is active.`);
    });
}

function exportCommand(context: CliContext): Command {
  return new Command('export')
    .description('export all data of an account to an archive (docs/account-data.md)')
    .argument('<id>', 'acc_…')
    .option('--out <file>', 'where to write it; acc_….tar.gz by default')
    .action(async (id: string, { out }: { out?: string }) => {
      const db = context.patientDb();
      const accountId = uuidOf('acc', id);
      if ((await findAccount(db, accountId)) === undefined)
        throw new Refusal('not_found', `There is no account ${id}.`);
      const path = out ?? `${id}.tar.gz`;
      let files = 0;
      const counted = async function* () {
        for await (const file of exportAccount(db, context.ledgers(), await context.files(), accountId)) {
          files += 1;
          if (files % 1_000 === 0) context.print(`${files} files …`);
          yield file;
        }
      };
      // Under another name until it is complete.
      await pipeline(
        Readable.from(tarArchive(counted(), Date.now())),
        createGzip(),
        createWriteStream(`${path}.part`, { mode: 0o600 }),
      );
      await rename(`${path}.part`, path);
      const { size } = await stat(path);
      context.print(`${path}: ${files} files, ${Math.ceil(size / 1_024)} KiB.`);
    });
}

function eraseCommand(context: CliContext): Command {
  return new Command('erase')
    .description('erase an account in 30 days; you can cancel until then')
    .argument('<id>', 'acc_…')
    .option('--cancel', 'undo it')
    .action(async (id: string, { cancel }: { cancel?: boolean }) => {
      const db = context.db();
      const accountId = uuidOf('acc', id);
      const account = await (cancel ? cancelErasure : scheduleErasure)(db, accountId);
      await sendSecurityNotice(
        db,
        context.mailOffice(),
        { accountId },
        {
          kind: cancel ? 'erasure_cancelled' : 'erasure_requested',
        },
      );
      context.print(
        account.erase_at === null
          ? `${id} will not be erased.`
          : `${id} will be erased on ${account.erase_at.toISOString()}. To cancel: waypost account erase ${id} --cancel`,
      );
    });
}
