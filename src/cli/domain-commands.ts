import { Command } from 'commander';
import { operatorOf } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { addDomain } from '#features/domains/add-domain.ts';
import { checkDomain } from '#features/domains/check-domains.ts';
import { type DomainRow, findDomainOfProject, listDomains } from '#features/domains/domain-queries.ts';
import { domainView } from '#features/domains/domain-view.ts';
import { ownNames } from '#features/domains/own-names.ts';
import { removeDomain } from '#features/domains/remove-domain.ts';
import { findAnyProject } from '#features/projects/project-queries.ts';
import { systemClock } from '#platform/clock.ts';
import { DnsLookUp } from '#platform/dns-look-up.ts';
import { jsonOption, parseRows, uuidOf } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson, formatTable } from './output.ts';

interface JsonOptions {
  json?: boolean;
}

export function domainCommands(context: CliContext): Command {
  const domain = new Command('domain').description('custom domains of projects, for operators');
  domain.addCommand(addCommand(context));
  domain.addCommand(verifyCommand(context));
  domain.addCommand(listCommand(context));
  domain.addCommand(removeCommand(context));
  return domain;
}

function addCommand(context: CliContext): Command {
  return new Command('add')
    .description('add a domain to a project, and show the required DNS records')
    .argument('<project>', 'prj_…')
    .argument('<host>', 'such as go.example.com')
    .addOption(jsonOption())
    .action(async (id: string, host: string, options: JsonOptions) => {
      const project = await findAnyProject(context.db(), uuidOf('prj', id));
      if (project === undefined) throw new Refusal('not_found', `There is no project ${id}.`);
      const added = await addDomain(
        context.db(),
        operatorOf(project.account_id),
        project,
        host,
        ownNames(context.config()),
      );
      print(context, added, options);
    });
}

function verifyCommand(context: CliContext): Command {
  return new Command('verify')
    .description('check the DNS records of a domain now')
    .argument('<project>', 'prj_…')
    .addOption(jsonOption())
    .action(async (id: string, options: JsonOptions) => {
      const { safety, domainTarget } = context.config();
      const domain = await requireDomain(context, id);
      const check = { dns: new DnsLookUp(safety.dnsServers), target: domainTarget, clock: systemClock };
      print(context, await checkDomain(context.db(), domain, check, true), options);
    });
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('list domains, newest first')
    .option('--account <id>', 'acc_…: only domains of this account')
    .option('--rows <number>', 'at most this many', parseRows, 50)
    .addOption(jsonOption())
    .action(async ({ account, rows, json }: { account?: string; rows: number; json?: boolean }) => {
      const domains = await listDomains(
        context.db(),
        account === undefined ? null : uuidOf('acc', account),
        rows,
      );
      const { domainTarget } = context.config();
      if (json) return context.print(formatJson(domains.map((domain) => domainView(domain, domainTarget))));
      const shown = domains.map((domain) => ({
        ...domain,
        project_id: formatIdentifier('prj', domain.project_id),
      }));
      context.print(formatTable(shown, ['host', 'project_id', 'state', 'problem']));
    });
}

function removeCommand(context: CliContext): Command {
  return new Command('remove')
    .description(
      'remove the domain of a project; links on this domain stop working at once, links on the default host keep working',
    )
    .argument('<project>', 'prj_…')
    .action(async (id: string) => {
      const domain = await requireDomain(context, id);
      await removeDomain(context.db(), domain.project_id);
      context.print(`${domain.host} is removed.`);
    });
}

async function requireDomain(context: CliContext, id: string): Promise<DomainRow> {
  const domain = await findDomainOfProject(context.db(), uuidOf('prj', id));
  if (domain === undefined) throw new Refusal('not_found', `The project ${id} has no domain.`);
  return domain;
}

function print(context: CliContext, domain: DomainRow, { json }: JsonOptions): void {
  const { records, ...view } = domainView(domain, context.config().domainTarget);
  if (json) return context.print(formatJson({ ...view, records }));
  context.print(formatFields(view));
  context.print(`\n${formatTable(records, ['type', 'name', 'value'])}`);
}
