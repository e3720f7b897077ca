import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimelineFigure } from '../../test/support/measure/timeline.ts';
import type { Figure } from '../../test/support/measure/write-figure.ts';
import { barChart, lineChart } from './chart.ts';

const folder = join(import.meta.dirname, '../../docs/figures');

interface Redirects {
  connections: number;
  perSecond: Record<'bare' | 'uncounted' | 'spread' | 'hot', number>;
  toBare: number;
  toUncounted: number;
  hotToUncounted: number;
  cpuToBare: number;
  postgresMicroseconds: number;
  peers: { name: string; perSecond: number; toBare: number }[];
  steady: {
    perSecond: number;
    percentiles: number[];
    latencyMs: Record<'counted' | 'bare', number[]>;
  };
}

interface Batches {
  batches: { scansPerBatch: number; postgresMicroseconds: number; scanMicroseconds: number }[];
}

interface Lists {
  small: number;
  large: number;
  others: number;
  cases: { name: string; order: string | null; smallMs: number; largeMs: number }[];
}

type Timeline = TimelineFigure & { perSecond: number };

function read<Data>(name: string): Figure<Data> {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Figure<Data>;
}

const count = (value: number) => value.toLocaleString('en-US');
const milliseconds = (value: number) => `${value} ms`;
const share = (value: number) => `${Math.round(value * 100)}%`;

/** Names of list cases as people would say them. */
const listNames: Record<string, string> = {
  'first page': 'first page',
  'deep page (90%)': 'page at 90% of the list',
  project_id: 'one project',
  'status=archived': 'archived codes',
  'project, status, type': 'project, status and type',
  'label_contains, frequent': 'frequent word in the name',
  'label_contains, rare': 'rare word in the name',
  'tag, rare': 'rare tag',
};

/** docs/performance.md and its charts, from the raw data in docs/figures: file names and contents. */
export function performanceFiles(): Map<string, string> {
  const redirects = read<Redirects>('redirects');
  const batches = read<Batches>('batches');
  const lists = read<Lists>('lists');
  const outage = read<Timeline>('outage');
  const failover = read<Timeline>('failover');
  return new Map([
    [join(folder, 'redirects.svg'), drawRedirects(redirects.data)],
    [join(folder, 'latency.svg'), drawLatency(redirects.data)],
    [join(folder, 'batches.svg'), drawBatches(batches.data)],
    [join(folder, 'lists.svg'), drawLists(lists.data)],
    [join(folder, 'outage.svg'), drawTimeline('PostgreSQL is stopped and started again', outage.data)],
    [join(folder, 'failover.svg'), drawTimeline('The leader of a Patroni cluster is killed', failover.data)],
    [join(folder, '../performance.md'), page({ redirects, batches, lists, outage, failover })],
  ]);
}

function drawRedirects({ perSecond, peers }: Redirects): string {
  const groups = [
    { label: 'bare node:http, always the same', values: [perSecond.bare] },
    { label: 'Waypost without counting', values: [perSecond.uncounted] },
    { label: 'Waypost, one popular code', values: [perSecond.hot] },
    { label: 'Waypost, 10,000 codes', values: [perSecond.spread] },
    ...peers.map(({ name, perSecond: rate }) => ({ label: name, values: [rate] })),
  ];
  return barChart({
    title: 'Redirects per second',
    description: groups
      .map(({ label, values }) => `${label}: ${count(values[0] ?? 0)} per second`)
      .join('; '),
    series: [{ name: 'redirects per second', color: 'a' }],
    groups,
    format: count,
  });
}

function drawLatency({ steady }: Redirects): string {
  const { percentiles, latencyMs, perSecond } = steady;
  return barChart({
    title: `Response time at ${count(perSecond)} scans per second`,
    description: percentiles
      .map(
        (percentile, nth) =>
          `${percentile}% of responses within ${latencyMs.counted[nth]} ms, bare node:http ${latencyMs.bare[nth]} ms`,
      )
      .join('; '),
    series: [
      { name: 'Waypost, counted and durable', color: 'a' },
      { name: 'bare node:http', color: 'c' },
    ],
    groups: percentiles.map((percentile, nth) => ({
      label: `${percentile}% of responses within`,
      values: [latencyMs.counted[nth] ?? 0, latencyMs.bare[nth] ?? 0],
    })),
    format: milliseconds,
  });
}

function drawBatches({ batches }: Batches): string {
  const points = (field: 'postgresMicroseconds' | 'scanMicroseconds') =>
    batches.map((batch): [number, number] => [batch.scansPerBatch, batch[field]]);
  const most = Math.max(...batches.flatMap((batch) => [batch.postgresMicroseconds, batch.scanMicroseconds]));
  const sizes = [1, 2, 5, 10, 20, 50, 100, 200];
  const widest = Math.max(...batches.map(({ scansPerBatch }) => scansPerBatch));
  return lineChart({
    title: 'CPU time per scan',
    description: batches
      .map(
        (batch) => `${batch.scansPerBatch} scans per batch: ${batch.postgresMicroseconds} µs in PostgreSQL`,
      )
      .join('; '),
    series: [
      { name: 'PostgreSQL', color: 'a', points: points('postgresMicroseconds') },
      { name: 'scan process', color: 'b', points: points('scanMicroseconds') },
    ],
    x: {
      name: 'Scans per batch',
      ticks: sizes.filter((_, place) => place === 0 || (sizes[place - 1] ?? 0) < widest),
      isLogarithmic: true,
      format: String,
    },
    y: {
      name: 'µs',
      ticks: [10, 20, 50, 100, 200, 500, 1_000].filter((tick) => tick / 2.5 < most),
      isLogarithmic: true,
      format: String,
    },
  });
}

function shownLists({ cases }: Lists) {
  return cases.filter(({ name, order }) => order === null && name in listNames);
}

function drawLists(lists: Lists): string {
  const shown = shownLists(lists);
  return barChart({
    title: 'Time to read a page of 20 codes',
    description: shown
      .map(({ name, smallMs, largeMs }) => `${listNames[name]}: ${smallMs} ms and ${largeMs} ms`)
      .join('; '),
    series: [
      { name: `account with ${count(lists.small)} codes`, color: 'c' },
      { name: `account with ${count(lists.large)} codes`, color: 'a' },
    ],
    groups: shown.map(({ name, smallMs, largeMs }) => ({
      label: listNames[name] ?? name,
      values: [smallMs, largeMs],
    })),
    format: milliseconds,
  });
}

function drawTimeline(title: string, { unlimited, limited, marks }: Timeline): string {
  const most = Math.max(...unlimited, ...limited);
  const step = most > 250 ? 100 : 50;
  // The load begins in the first second.
  const points = (values: number[]) =>
    values.map((value, second): [number, number] => [second, value]).slice(1);
  const seconds = unlimited.length;
  return lineChart({
    title,
    description: `Redirects in each of ${seconds} seconds. ${marks.map(({ second, text }) => `After ${second} s: ${text}`).join('. ')}.`,
    series: [
      { name: 'links without a limit', color: 'a', points: points(unlimited) },
      { name: 'links with a limit', color: 'b', points: points(limited) },
    ],
    x: { name: 'Seconds', ticks: ticksTo(seconds, seconds > 40 ? 10 : 5), format: String },
    y: { name: 'Redirects per second', ticks: ticksTo(most, step), format: String },
    marks: marks.map(({ second, text }) => ({ x: second, text })),
  });
}

function ticksTo(most: number, step: number): number[] {
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step);
}

/** The first whole second after a mark in which a limited link redirected, counted from the mark. */
function secondsUntilServed({ limited, marks }: Timeline, place: number): number {
  const from = marks[place]?.second ?? 0;
  const first = limited.findIndex((redirects, second) => second >= Math.ceil(from) && redirects > 0);
  if (first === -1) throw new Error('links with a limit are never served again');
  return Math.max(1, Math.round(first - from));
}

interface All {
  redirects: Figure<Redirects>;
  batches: Figure<Batches>;
  lists: Figure<Lists>;
  outage: Figure<Timeline>;
  failover: Figure<Timeline>;
}

function page({ redirects, batches, lists, outage, failover }: All): string {
  const { perSecond, steady, peers } = redirects.data;
  const { processor, cores, memoryGiB, node, postgres } = redirects.machine;
  const p99 = steady.percentiles.indexOf(99);
  const [least, most] = [batches.data.batches[0], batches.data.batches.at(-1)];
  const shown = shownLists(lists.data);
  const ratios = shown.map(({ smallMs, largeMs }) => largeMs / smallMs);
  const outageSeconds = Math.round((outage.data.marks[1]?.second ?? 0) - (outage.data.marks[0]?.second ?? 0));
  const missed = (timeline: Timeline) =>
    timeline.unlimited.slice(1).filter((redirected) => redirected === 0).length;
  const lostSeconds = (timeline: Timeline) =>
    missed(timeline) === 0 ? 'in every second' : `except in ${missed(timeline)} seconds`;
  const commands = Object.entries({ redirects, batches, lists, outage, failover }).map(
    ([name, { command, measuredOn, machine }]) =>
      `| [${name}](figures/${name}.json) | \`${command}\` | ${measuredOn} | ${machine.cores} cores, Node ${machine.node}, PostgreSQL ${machine.postgres} |`,
  );
  return `# Performance
This page shows what we measured, on which machine, and how to measure it again. All numbers and charts come from the files in docs/figures, and a test compares them.

We use a small machine on purpose: ${cores} cores (${processor}), ${memoryGiB} GiB of memory, Node ${node}, PostgreSQL ${postgres}. Waypost, PostgreSQL and the load generator share these cores. So compare the bars with each other. The absolute numbers will be higher on your server.

## Redirects
Waypost sends a redirect only after the scan is counted on disk. Each code in this test has five rules, and Waypost looks up the country of each scan.

![Redirects per second](figures/redirects.svg)

Waypost answers ${count(perSecond.spread)} scans per second over 10,000 codes, and ${count(perSecond.hot)} if everybody scans the same code. The bare server of Node.js sends a constant redirect, and answers ${count(perSecond.bare)}. So rules, countries, counting and the disk together leave ${share(redirects.data.toBare)} of the speed of a server that does nothing else. Without counting, Waypost answers ${count(perSecond.uncounted)}.

${peersText(peers, redirects.data.toBare)}
## Response times
At half of its highest rate, Waypost answers 99% of the scans within ${steady.latencyMs.counted[p99]} ms. The bare server needs ${steady.latencyMs.bare[p99]} ms. A large part of the difference is the time until the disk has the scan.

![Response times](figures/latency.svg)

## Cost of a scan
Scans that arrive during a commit share the next one. So a busy service spends less on each scan than a quiet one: PostgreSQL needs ${least?.postgresMicroseconds} µs of CPU for a scan that comes alone, and ${most?.postgresMicroseconds} µs if ${Math.round(most?.scansPerBatch ?? 0)} scans come together. Adding up the totals later is included.

![CPU time per scan](figures/batches.svg)

## Lists
The time for a page of codes hardly depends on the size of the account. The large one here has ${count(lists.data.large)} codes, and other accounts in the same database have ${count(lists.data.others)} more. The largest difference is a page that takes ${Math.max(...ratios).toFixed(1)} times as long as in the account with ${count(lists.data.small)} codes.

![Time to read a page](figures/lists.svg)

## When PostgreSQL stops
Here PostgreSQL stops for ${outageSeconds} seconds, while ${outage.data.perSecond} scans per second arrive. Links without a limit redirect ${lostSeconds(outage.data)}. Their scans wait in the journal and are counted later. Links with a limit respond with 503, because nobody can count them exactly. They work again ${secondsUntilServed(outage.data, 1)} s after PostgreSQL starts. Afterwards the test compares each count with the redirects that visitors got.

![Redirects per second during an outage](figures/outage.svg)

## When a database server is lost
Here the leader of a cluster with three servers is killed, while ${failover.data.perSecond} scans per second arrive. Patroni needs some seconds to be sure, then it makes another server the leader. Links with a limit wait for that, ${secondsUntilServed(failover.data, 0)} s in this run. Links without a limit redirect ${lostSeconds(failover.data)}.

![Redirects per second during a failover](figures/failover.svg)

## Measure it again
You need a machine with nothing else to do. \`npm run figures\` runs everything and writes this page. It takes about an hour.

With \`WRITE_FIGURES=1\`, a command writes its raw data.

| Raw data | Command | Measured on | Machine |
|---|---|---|---|
${commands.join('\n')}
`;
}

function peersText(peers: Redirects['peers'], own: number): string {
  if (peers.length === 0) return '';
  const shares = peers.map(({ name, toBare }) => `${name}: ${share(toBare)}`).join('; ');
  return `As shares of the bare server in the same run: Waypost ${share(own)}; ${shares}. [Scaling](scaling.md#measured) has a comparison in which both count. To compare another service, start it and name one of its links: \`PEERS="Name 1.2=http://127.0.0.1:3100/link"\`.
`;
}
