import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type RunningWaypost, startWaypost } from './support/scratch/spawn-waypost.ts';
import { createTestDatabase, type TestDatabase } from './support/scratch/test-database.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const alerts = read('deploy/prometheus/alerts.yaml');
const dashboard = read('deploy/grafana/waypost.json');
const runbook = read('docs/runbook.md');
let database: TestDatabase;
let service: RunningWaypost;
let served: string;

before(async () => {
  database = await createTestDatabase();
  service = await startWaypost([], {
    DATABASE_URL: database.url,
    REDIS_KEY_PREFIX: 'operations:',
    JOURNAL_DIR: `/tmp/waypost-operations-${process.pid}`,
    PHISHTANK_SOURCE: 'file:/dev/null',
  });
  await fetch(`${service.addresses['api']}/v1/projects`);
  await fetch(`${service.addresses['scan']}/nothing`);
  served = await (await fetch(`${service.addresses['internal']}/metrics`)).text();
});
after(async () => {
  service.child.kill('SIGKILL');
  await database.drop();
});

describe('alerts and the Grafana dashboard', () => {
  test('use only existing metrics and labels', () => {
    const known = new Set([...served.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const expressions = [
      ...[...alerts.matchAll(/expr: (.+)/g)].map(([, text]) => text ?? ''),
      ...(JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
        ({ targets }) => targets.map(({ expr }) => expr),
      ),
    ];
    assert.ok(expressions.length >= 20);
    for (const expression of expressions) {
      for (const [name] of expression.matchAll(/waypost_\w+/g))
        assert.ok(
          known.has(name) || known.has(name.replace(/_(bucket|sum|count)$/, '')),
          `${name} in ${expression}`,
        );
      for (const [, name = '', label = ''] of expression.matchAll(/(waypost_\w+)\{(\w+)/g))
        assert.match(served, new RegExp(`^${name}\\{[^}]*\\b${label}=`, 'm'), `${label} of ${name}`);
    }
  });

  test('every alert has a section in the runbook, and every section an alert', () => {
    const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const pages = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    assert.deepEqual(pages, names);
    for (const name of names)
      assert.match(alerts, new RegExp(`runbook: docs/runbook\\.md#${name?.toLowerCase()} `));
  });
});
