import { Command } from 'commander';
import { dayMs } from '#core/analytics/dimension.ts';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { type Analytics, readAnalytics } from '#features/analytics/read-analytics.ts';
import { findSubjectZone } from '#features/analytics/subject-queries.ts';
import { jsonOption, parseRows } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson, formatTable } from './output.ts';

const shownMax = 8;

export function analyticsCommand(context: CliContext): Command {
  return new Command('analytics')
    .description('scans of a code or project: times, countries, devices')
    .argument('<id>', 'qrc_… or prj_…')
    .option('--days <number>', "number of days including today, in the account's time zone", parseRows, 30)
    .addOption(jsonOption())
    .action(async (id: string, { days, json }: { days: number; json?: boolean }) => {
      const subjectId = parseIdentifier('qrc', id) ?? parseIdentifier('prj', id);
      const timeZone = subjectId === null ? undefined : await findSubjectZone(context.db(), subjectId);
      if (subjectId === null || timeZone === undefined)
        throw new Refusal('not_found', `There is no code or project ${id}.`);
      const untilMs = Date.now();
      const question = { subjectId, fromMs: untilMs - days * dayMs, untilMs, timeZone };
      const analytics = await readAnalytics(context.db(), context.ledgers(), {
        ...question,
        unit: days > 62 ? 'month' : 'day',
      });
      context.print(json ? formatJson(analytics) : describe(analytics, timeZone));
    });
}

function describe(
  { scans, visitors, previousScans, points, breakdowns }: Analytics,
  timeZone: string,
): string {
  const parts = [
    formatFields({
      scans,
      visitors_by_utc_day: visitors.reduce((sum, { visitors: count }) => sum + count, 0),
      scans_before: previousScans,
      time_zone: timeZone,
    }),
  ];
  parts.push(
    formatTable(
      points.map(({ at, scans: count }) => ({ at: at.slice(0, 16).replace('T', ' '), scans: count })),
      ['at', 'scans'],
    ),
  );
  for (const [dimension, values] of Object.entries(breakdowns)) {
    const rows = values
      .slice(0, shownMax)
      .map(({ value, scans: count }) => ({ [dimension]: value || '(unknown or none)', scans: count }));
    if (rows.length > 0) parts.push(formatTable(rows, [dimension, 'scans']));
  }
  return parts.join('\n\n');
}
