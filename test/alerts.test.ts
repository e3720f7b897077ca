import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

const alertsFile = new URL('../deploy/prometheus/alerts.yaml', import.meta.url).pathname;
const names = [...readFileSync(alertsFile, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name ?? '');
let folder: string;

before(() => {
  folder = mkdtempSync('/tmp/waypost-alerts-');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Values one minute apart, in promtool's notation: `a+bxn` starts at a and rises by b, n times. */
type Series = Record<string, string>;
const steady = (value: number | string) => `${value}+0x1600`;
const rising = (from: number, by: number) => `${from}+${by}x1600`;

/** A healthy service. */
const healthy: Series = {
  'up{job="waypost"}': steady(1),
  'waypost_scans_total{outcome="redirect"}': rising(0, 600),
  'waypost_scans_total{outcome="unavailable"}': steady(0),
  waypost_scan_postgres_away_seconds: steady(0),
  waypost_scan_since_commit_seconds: steady(5),
  waypost_scan_journal_bytes: steady(0),
  waypost_scan_journal_max_bytes: steady(268_435_456),
  waypost_scan_uncounted_redirects_total: steady(0),
  waypost_scan_refused_total: steady(0),
  waypost_scan_snapshot_age_seconds: steady(4),
  'waypost_scan_seconds_bucket{le="0.05"}': rising(0, 600),
  'waypost_scan_seconds_bucket{le="0.25"}': rising(0, 600),
  'waypost_scan_seconds_bucket{le="+Inf"}': rising(0, 600),
  'waypost_scan_commit_seconds_bucket{le="0.02"}': rising(0, 60),
  'waypost_scan_commit_seconds_bucket{le="0.5"}': rising(0, 60),
  'waypost_scan_commit_seconds_bucket{le="+Inf"}': rising(0, 60),
  waypost_scan_pending: steady(3),
  waypost_jobs_running: steady(1),
  waypost_scan_open_rows: steady(200),
  waypost_scan_ledger_servers_away: steady(0),
  'waypost_http_requests_total{status="200"}': rising(0, 60),
  'waypost_http_requests_total{status="503"}': steady(0),
  'waypost_http_request_duration_seconds_bucket{le="0.1"}': rising(0, 60),
  'waypost_http_request_duration_seconds_bucket{le="5"}': rising(0, 60),
  'waypost_http_request_duration_seconds_bucket{le="+Inf"}': rising(0, 60),
  'waypost_rate_limit_decisions_total{source="memory"}': steady(0),
  'waypost_safety_list_age_seconds{list="phishtank"}': steady(600),
  waypost_safety_unsettled_destinations: steady(0),
  waypost_safety_pending_keys: steady(0),
  waypost_country_file_age_seconds: steady(86_400),
  waypost_abuse_reports_open: steady(0),
};

/** The difference that makes each alert fire. */
const faults: Record<string, Series> = {
  WaypostProcessDown: { 'up{job="waypost"}': steady(0) },
  WaypostScansUnavailable: { 'waypost_scans_total{outcome="unavailable"}': rising(0, 6) },
  WaypostPostgresAway: { waypost_scan_postgres_away_seconds: rising(0, 60) },
  WaypostCommitsStopped: { waypost_scan_since_commit_seconds: rising(5, 60) },
  WaypostJournalFilling: { waypost_scan_journal_bytes: steady(150_000_000) },
  WaypostScansUncounted: { waypost_scan_uncounted_redirects_total: rising(0, 10) },
  WaypostScansRefused: { waypost_scan_refused_total: rising(0, 1) },
  WaypostSnapshotOld: { waypost_scan_snapshot_age_seconds: steady('NaN') },
  WaypostScansSlow: { 'waypost_scan_seconds_bucket{le="0.05"}': rising(0, 590) },
  WaypostScanCommitsSlow: { 'waypost_scan_commit_seconds_bucket{le="0.02"}': rising(0, 50) },
  WaypostScansWaiting: { waypost_scan_pending: steady(5_000) },
  WaypostJobsStopped: { waypost_jobs_running: steady(0) },
  WaypostScansNotFolded: { waypost_scan_open_rows: steady(40_000) },
  WaypostLedgerServerAway: { waypost_scan_ledger_servers_away: steady(1) },
  WaypostApiErrors: { 'waypost_http_requests_total{status="503"}': rising(0, 6) },
  WaypostApiSlow: { 'waypost_http_request_duration_seconds_bucket{le="0.1"}': rising(0, 50) },
  WaypostRateLimitsWithoutRedis: { 'waypost_rate_limit_decisions_total{source="memory"}': rising(0, 5) },
  WaypostThreatListOld: { 'waypost_safety_list_age_seconds{list="phishtank"}': rising(30_000, 60) },
  WaypostSafetyBehind: { waypost_safety_unsettled_destinations: steady(3) },
  WaypostCountryFileOld: { waypost_country_file_age_seconds: rising(5_200_000, 60) },
  WaypostReportsWaiting: { waypost_abuse_reports_open: steady(1) },
};

/** The alerts that fire in Prometheus after 25 hours of these series. */
function firing(series: Series): string[] {
  const path = join(folder, 'test.yaml');
  const inputs = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  // A test that expects nothing fails with the list of firing alerts.
  const expected = names.map((alertname) => ({ eval_time: '25h', alertname, exp_alerts: [] }));
  const tests = [{ interval: '1m', input_series: inputs, alert_rule_test: expected }];
  writeFileSync(path, JSON.stringify({ rule_files: [alertsFile], evaluation_interval: '1m', tests }));
  try {
    execFileSync('promtool', ['test', 'rules', path], { encoding: 'utf8', stdio: 'pipe' });
    return [];
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    const told = stdout + stderr;
    const fired = [...told.matchAll(/alertname: ?"?(\w+)"?, time: 1?\d*d?\d*h/g)].map(
      ([, name]) => name ?? '',
    );
    assert.ok(fired.length > 0, told);
    return [...new Set(fired)];
  }
}

test('no alert fires while nothing is wrong', () => {
  assert.deepEqual(firing(healthy), []);
});

test('each alert has a fault here that it fires for', () => {
  assert.deepEqual(Object.keys(faults), names);
});

for (const [name, fault] of Object.entries(faults))
  test(`${name} fires, and nothing else does`, () => {
    assert.deepEqual(firing({ ...healthy, ...fault }), [name]);
  });
