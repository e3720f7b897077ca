import { Command, Option } from 'commander';
import { type AnalyticsView, codeViews } from '#core/analytics/analytics-query.ts';
import { dayMs } from '#core/analytics/dimension.ts';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { type Analytics, readAnalytics } from '#features/analytics/read-analytics.ts';
import { findSubjectZone } from '#features/analytics/subject-queries.ts';
import { type ApiOptions, callApi, hasApiKey, profileOption } from './api-client.ts';
import { jsonOption, parseRows } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatFields, formatJson, formatTable, withoutFrame } from './output.ts';

interface AnalyticsOptions extends ApiOptions {
  days: number;
  view?: AnalyticsView;
  interval?: string;
  json?: boolean;
}

const shownMax = 8;

export function analyticsCommand(context: CliContext): Command {
  return new Command('analytics')
    .description(
      'scans of a code or project: times, countries, devices. With an API key over the API, otherwise, as an operator, from the database',
    )
    .argument('<id>', 'qrc_… or prj_…')
    .option('--days <number>', "number of days including today, in the account's time zone", parseRows, 30)
    .addOption(new Option('--view <view>', 'over the API: one view').choices([...codeViews]))
    .option('--interval <interval>', 'over the API: 24h, 7d, 30d, 90d or 12m')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(async (id: string, { days, json, ...asked }: AnalyticsOptions) => {
      if (hasApiKey(context, asked)) return showOverApi(context, id, { ...asked, ...(json && { json }) });
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

/** A view of the API as a table. */
async function showOverApi(
  context: CliContext,
  id: string,
  { view = 'summary', interval = '30d', json, ...options }: Omit<AnalyticsOptions, 'days'>,
): Promise<void> {
  const range = { interval: interval as '30d' };
  const answer = await callApi(
    context,
    options,
    (waypost): Promise<object> =>
      id.startsWith('prj_')
        ? waypost.analytics.ofProject(id, view as Exclude<AnalyticsView, 'rules'>, range)
        : waypost.analytics.ofCode(id, view, range),
  );
  const { items, points, ...facts } = withoutFrame(answer) as Record<string, unknown>;
  const rows = (items ?? points) as Record<string, unknown>[] | undefined;
  if (json) context.print(formatJson(answer));
  else
    context.print(
      [
        formatFields(facts),
        ...(rows === undefined ? [] : [formatTable(rows, Object.keys(rows[0] ?? {}))]),
      ].join('\n\n'),
    );
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
