import type { Config } from '#platform/config.ts';
import type { CliContext } from '../cli-context.ts';
import { checkEnvironment } from './check-environment.ts';
import { checkCountryFile, checkDisk, checkFileStore } from './check-files.ts';
import { checkLedgerServers } from './check-ledger-servers.ts';
import { checkLinkHosts } from './check-link-hosts.ts';
import {
  checkAddresses,
  checkDns,
  checkMail,
  checkProxies,
  checkPublicAddress,
  checkSafety,
} from './check-outside.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkRedis } from './check-redis.ts';
import { type Finding, failed, messageOf, ok } from './finding.ts';

/** Checks everything that the service depends on, one finding at a time. */
export async function* diagnose(context: CliContext): AsyncGenerator<Finding> {
  yield ok('node', process.version);
  let config: Config;
  try {
    config = context.config();
  } catch (error) {
    return yield failed('configuration', messageOf(error), 'Set these environment variables and try again.');
  }
  yield checkEnvironment(config, context.environment);
  yield await checkPlans(context);
  yield* checkPostgres(context, config);
  yield* checkLedgerServers(context, config);
  yield await checkLinkHosts(context, config);
  yield await checkRedis(config);
  yield await checkDisk(config);
  yield await checkFileStore(config);
  yield await checkCountryFile(config);
  yield checkSafety(config);
  yield await checkMail(config);
  yield await checkDns(config);
  yield checkAddresses(config);
  yield checkProxies(config);
  yield await checkPublicAddress(config);
}

async function checkPlans(context: CliContext): Promise<Finding> {
  try {
    return ok('plans', [...(await context.plans()).keys()].join(', '));
  } catch (error) {
    return failed('plans', messageOf(error), 'Fix the file, or set PLANS_FILE to another one.');
  }
}
