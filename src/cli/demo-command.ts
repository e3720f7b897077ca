import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { makeDemo } from '#features/demo/make-demo.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields } from './output.ts';
import { showProgress } from './show-progress.ts';

interface DemoOptions {
  email: string;
  password?: string;
  scans: number;
  empty?: boolean;
}

export function demoCommand(context: CliContext): Command {
  return new Command('demo')
    .description('create an account with realistic sample data: 40 codes and a year of scans')
    .option('--email <address>', 'to sign in with', 'demo@harbour-coffee.example')
    .option('--password <text>', 'to sign in with (default: a generated password)')
    .option('--empty', 'without codes, like a new account')
    .option('--scans <number>', 'approximate number', parseScans, 2_000_000)
    .action(
      async ({
        email,
        password = randomBytes(9).toString('base64url'),
        scans,
        empty = false,
      }: DemoOptions) => {
        const { scans: made } = await makeDemo(context.db(), await context.plans(), {
          email,
          password,
          scans,
          isEmpty: empty,
          nowMs: Date.now(),
          random: Math.random,
          onProgress: (share) => showProgress(share, `${Math.round(share * 100)} %`),
        });
        const dashboard = `${context.config().apiBaseUrl}/dashboard/`;
        context.print(formatFields({ dashboard, email, password, scans: made }));
        context.print('Images are rendered when the service runs: waypost start');
      },
    );
}

function parseScans(value: string): number {
  const scans = Number(value);
  if (!Number.isInteger(scans) || scans < 0 || scans > 20_000_000)
    throw new InvalidArgumentError('0 to 20000000.');
  return scans;
}
