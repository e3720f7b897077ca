import { Command } from 'commander';
import { listAllThreatLists } from '#features/url-safety/lists/threat-list-queries.ts';
import { changeSafetyRule, touchedMax } from '#features/url-safety/operator/change-safety-rule.ts';
import {
  explainSafety,
  explainUrl,
  type UrlExplanation,
} from '#features/url-safety/operator/explain-safety.ts';
import { listRules } from '#features/url-safety/operator/rule-queries.ts';
import { parseRuleTarget } from '#features/url-safety/operator/rule-target.ts';
import { insertUpdateJob } from '#features/url-safety/rescan/change-queries.ts';
import { jsonOption, uuidOf } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson, formatTable } from './output.ts';
import { reportCommands } from './report-commands.ts';

export function safetyCommands(context: CliContext): Command {
  const safety = new Command('safety').description(
    'allowed destinations: rules, threat lists and explanations',
  );
  safety.addCommand(
    ruleCommand(context, 'block', 'forbid a domain or folder with all below it, or one page'),
  );
  safety.addCommand(ruleCommand(context, 'allow', 'allow it, whatever the threat lists say'));
  safety.addCommand(removeCommand(context));
  safety.addCommand(listCommand(context));
  safety.addCommand(explainCommand(context));
  safety.addCommand(statusCommand(context));
  safety.addCommand(updateCommand(context));
  safety.addCommand(reportCommands(context));
  return safety;
}

function ruleCommand(context: CliContext, action: 'block' | 'allow', description: string): Command {
  return new Command(action)
    .description(`${description}; applies at once`)
    .argument('<domain or URL>', 'example.com, https://example.com/folder/ or https://example.com/page')
    .option('--reason <text>', 'the reason; shown in the error message if the rule blocks a destination', '')
    .action(async (pattern: string, { reason }: { reason: string }) => {
      const target = parseRuleTarget(pattern);
      const touched = await changeSafetyRule(context.db(), target, { action, reason });
      context.print(
        `${target.pattern} is ${action === 'block' ? 'blocked' : 'allowed'}. ${tellTouched(touched)}`,
      );
    });
}

function removeCommand(context: CliContext): Command {
  return new Command('remove')
    .description('remove a rule')
    .argument('<domain or URL>', 'as in the rule')
    .action(async (pattern: string) => {
      const touched = await changeSafetyRule(context.db(), parseRuleTarget(pattern), 'none');
      context.print(`The rule for ${pattern} was removed. ${tellTouched(touched)}`);
    });
}

function tellTouched(touched: number): string {
  if (touched === 0) return 'No code uses this destination.';
  const count = touched > touchedMax ? `more than ${touchedMax} destinations` : `${touched} destinations`;
  return `A worker now checks ${touched === 1 ? 'one destination' : count} and the codes that use ${touched === 1 ? 'it' : 'them'}.`;
}

function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('list rules, newest first')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: boolean }) => {
      const rules = await listRules(context.db());
      const rows = rules.map((rule) => ({ ...rule, made_at: rule.made_at.toISOString() }));
      context.print(
        json ? formatJson(rows) : formatTable(rows, ['action', 'scope', 'pattern', 'reason', 'made_at']),
      );
    });
}

function explainCommand(context: CliContext): Command {
  return new Command('explain')
    .description('show the verdicts on a URL or code: by whom, since when, and what would change them')
    .argument('<URL or code>', 'https://…, or qrc_…')
    .addOption(jsonOption())
    .action(async (subject: string, { json }: { json?: boolean }) => {
      const { checker } = context.safety();
      if (!subject.startsWith('qrc_')) {
        const explanation = await explainUrl(context.db(), checker, subject);
        return context.print(json ? formatJson(explanation) : describeUrl(explanation));
      }
      const code = await explainSafety(context.db(), checker, uuidOf('qrc', subject));
      if (json) return context.print(formatJson({ qr_id: subject, ...code }));
      context.print(formatFields({ code: subject, status: code.status, blocked_by: code.blocked_by }));
      if (code.history.length > 0) context.print(`\n${describeHistory(code.history)}`);
      for (const destination of code.destinations) context.print(`\n${describeUrl(destination)}`);
    });
}

function describeUrl(explanation: UrlExplanation): string {
  const { url, canonical, verdict, opinions, record, history } = explanation;
  const fields = {
    url,
    canonical,
    verdict,
    written_down: record
      ? `${record.verdict} since ${record.checked_at.toISOString()} (lists ${record.list_version})`
      : null,
    changed_by: explanation.what_would_change_it,
  };
  const parts = [formatFields(fields), formatTable(opinions, ['provider', 'verdict', 'detail'])];
  if (history.length > 0) parts.push(describeHistory(history));
  return parts.join('\n');
}

function describeHistory(history: { logged_at: Date }[]): string {
  const rows = history.map((row) => ({ ...row, at: row.logged_at.toISOString() }));
  return formatTable(rows, ['at', 'event', 'verdict', 'provider', 'threat', 'detail', 'list_version']);
}

function statusCommand(context: CliContext): Command {
  return new Command('status')
    .description('show the size, age and errors of the threat lists')
    .addOption(jsonOption())
    .action(async ({ json }: { json?: boolean }) => {
      const lists = await listAllThreatLists(context.db());
      const rows = lists.map((list) => ({
        list: list.list_id,
        entries: list.entries,
        updated_at: list.updated_at?.toISOString() ?? null,
        next_update_at: list.next_update_at.toISOString(),
        failures: list.failures,
        last_error: list.last_error,
      }));
      context.print(
        json
          ? formatJson(rows)
          : formatTable(rows, ['list', 'entries', 'updated_at', 'next_update_at', 'failures', 'last_error']),
      );
    });
}

function updateCommand(context: CliContext): Command {
  return new Command('update').description('update the threat lists now').action(async () => {
    await insertUpdateJob(context.db());
    context.print('A worker is updating them now. See: waypost safety status');
  });
}
