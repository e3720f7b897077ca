import { type Cadence, periodStart } from '#core/analytics/report-period.ts';
import { escapeHtml } from '#core/escape-html.ts';
import type { Mail } from '#platform/mailer.ts';
import { type AccountAnalytics, readAccount } from '../analytics/read-account.ts';
import type { Db } from '../database.ts';
import type { RenderPool } from '../rendering/render-pool.ts';
import type { DueReport } from './report-queries.ts';

const projectsShown = 10;
const chartId = 'scans@waypost';

interface ReportTools {
  pool: Pick<RenderPool, 'run'>;
  dashboardUrl: string;
}

const periodBefore: Record<Cadence, string> = { weekly: 'the week before', monthly: 'the month before' };

/** The mail of a report: the total, a chart, and the projects with the most scans that its reader can see. */
export async function writeReport(db: Db, report: DueReport, tools: ReportTools): Promise<Mail> {
  const { cadence, time_zone: timeZone } = report;
  const untilMs = report.next_at.getTime();
  const fromMs = periodStart(cadence, timeZone, untilMs);
  const analytics = await readAccount(db, {
    accountId: report.account_id,
    projectIds: report.role === null ? report.project_ids : null,
    fromMs,
    untilMs,
    timeZone,
    unit: 'day',
    previous: { fromMs: periodStart(cadence, timeZone, fromMs), untilMs: fromMs },
  });
  const dayOf = new Intl.DateTimeFormat('en', { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const points = analytics.points.map(({ at, scans }) => ({
    label: dayOf.format(new Date(`${at.slice(0, 10)}T00:00:00Z`)),
    scans,
  }));
  const chart = await tools.pool.run({ kind: 'trend', picture: { points } });
  if (!chart.ok) throw new Error(chart.message);
  const span = spanText(fromMs, untilMs, timeZone);
  return {
    to: report.email,
    subject: `Your ${cadence} report: ${plural(analytics.scans)}, ${span}`,
    text: textOf(report, analytics, span, tools.dashboardUrl),
    html: htmlOf(report, analytics, span, tools.dashboardUrl),
    attachments: [
      { filename: 'scans.png', content: Buffer.from(chart.value).toString('base64'), cid: chartId },
    ],
  };
}

function spanText(fromMs: number, untilMs: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, day: 'numeric', month: 'long', year: 'numeric' });
  const range = format.formatRange(new Date(fromMs), new Date(untilMs - 1));
  // In plain ASCII, also for the subject.
  return range
    .split('–')
    .map((part) => part.trim())
    .join(' to ');
}

function textOf(
  { cadence }: DueReport,
  { scans, previousScans, projects, isWhole }: AccountAnalytics,
  span: string,
  url: string,
): string {
  const lines = listed(projects).map((project) => `- ${project.name}: ${plural(project.scans)}`);
  return [
    `${plural(scans)}, ${span}`,
    changeText(cadence, scans, previousScans),
    lines.length === 0 ? 'No code was scanned.' : `Most scanned projects:\n${lines.join('\n')}`,
    ...(isWhole ? [] : ['Only your newest projects are included.']),
    `See more: ${url}`,
    `To end these reports, open ${url}settings and switch them off under “Reports by email”.`,
  ].join('\n\n');
}

function htmlOf(
  { cadence }: DueReport,
  { scans, previousScans, projects, isWhole }: AccountAnalytics,
  span: string,
  url: string,
): string {
  const rows = listed(projects).map(
    (project) =>
      `<tr><td style="padding:6px 12px 6px 0">${escapeHtml(project.name)}</td><td style="padding:6px 0;text-align:right">${number(project.scans)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#18181b;background:#ffffff"><div style="max-width:600px;margin:0 auto"><p style="margin:0;color:#5b5b66">${span}</p><h1 style="margin:4px 0 0;font-size:28px">${plural(scans)}</h1><p style="margin:4px 0 20px;color:#5b5b66">${changeText(cadence, scans, previousScans)}</p><img src="cid:${chartId}" width="560" height="200" alt="Scans per day: ${plural(scans)} in total" style="width:100%;height:auto"><table style="width:100%;border-collapse:collapse;margin:20px 0">${rows.join('')}</table>${rows.length === 0 ? '<p>No code was scanned.</p>' : ''}${isWhole ? '' : '<p>Only your newest projects are included.</p>'}<p><a href="${url}" style="color:#4338ca">Open the dashboard</a></p><p style="font-size:13px;color:#5b5b66">To end these reports, open <a href="${url}settings" style="color:#4338ca">your settings</a> and switch them off under “Reports by email”.</p></div></body></html>`;
}

function listed(projects: AccountAnalytics['projects']): AccountAnalytics['projects'] {
  return projects.filter(({ scans }) => scans > 0).slice(0, projectsShown);
}

function changeText(cadence: Cadence, scans: number, previous: number): string {
  const before = periodBefore[cadence];
  if (previous === 0) return `There were no scans in ${before}.`;
  const percent = Math.round(((scans - previous) / previous) * 100);
  if (percent === 0) return `As many as in ${before}.`;
  return `${number(Math.abs(percent))} % ${percent > 0 ? 'more' : 'fewer'} than in ${before} (${number(previous)}).`;
}

function plural(scans: number): string {
  return scans === 1 ? '1 scan' : `${number(scans)} scans`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
