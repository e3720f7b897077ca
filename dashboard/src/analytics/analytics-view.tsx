import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ArrowDownRight, ArrowUpRight, ScanLine } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Dimension } from '#core/analytics/dimension.ts';
import { countryName } from '#core/country-name.ts';
import { deviceNames } from '#core/rules/device-class.ts';
import { dayNames } from '#core/weekdays.ts';
import { analyticsQuery, meQuery, type Range } from '../api/queries.ts';
import type { Analytics } from '../api/types.ts';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCompact, formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { BreakdownList } from './breakdown-list.tsx';
import { HeatMap } from './heat-map.tsx';
import { TrendChart } from './trend-chart.tsx';

const WorldMap = lazy(() =>
  import('./world-map.tsx').then(({ WorldMap: component }) => ({ default: component })),
);

interface AnalyticsViewProps {
  id: string;
  range: Range;
  /** The refresh interval where no event announces changes. */
  refreshMs?: number;
  /** Shown before the first scan. */
  empty: ReactNode;
}

/** All analytics of a code or project in a time range. */
export function AnalyticsView({ id, range, refreshMs, empty }: AnalyticsViewProps) {
  // Rules are numbered per code, so a project can't combine them.
  const isCode = id.startsWith('qrc_');
  const analytics = useQuery({
    ...analyticsQuery(id, range),
    ...(refreshMs && { refetchInterval: refreshMs }),
  });
  return (
    <QueryState query={analytics} height="h-[36rem]">
      {(data) =>
        data.scans === 0 && data.previousScans === 0 ? (
          <div className="rounded-xl border border-line bg-surface">
            <EmptyState icon={<ScanLine className="size-6" aria-hidden />} title="No scans in this period">
              {empty}
            </EmptyState>
          </div>
        ) : (
          <div
            className={classNames(
              'space-y-6 transition-opacity',
              analytics.isPlaceholderData && 'opacity-60',
            )}
          >
            {!data.isCurrent && (
              <Notice>Many scans just arrived. The last minutes are still being processed.</Notice>
            )}
            <Stats data={data} />
            <Card title="Scans" {...(data.previousScans > 0 && { hint: 'Dashed line: previous period' })}>
              <TrendChart data={data} />
            </Card>
            <Card title="Countries" bodyClass="grid gap-6 p-5 lg:grid-cols-[1fr_20rem]">
              <Suspense fallback={<div className="aspect-[2/1] animate-pulse rounded-xl bg-sunken" />}>
                <WorldMap countries={data.breakdowns.country} />
              </Suspense>
              <div>
                <BreakdownList
                  items={data.breakdowns.country}
                  name={nameOf.country}
                  empty="No known countries."
                />
                <CountrySource />
              </div>
            </Card>
            <div className="grid gap-6 lg:grid-cols-2">
              <Breakdowns data={data} title="Devices" dimensions={['device', 'system', 'browser']} />
              <Breakdowns
                data={data}
                title="Sources"
                dimensions={isCode ? ['referrer', 'rule'] : ['referrer']}
              />
            </div>
            <Card
              title="Busiest times"
              hint={`Hours of the week. Time zone: ${data.timezone.replaceAll('_', ' ')}.`}
            >
              <HeatMap heat={data.heat} />
            </Card>
          </div>
        )
      }
    </QueryState>
  );
}

const titles: Record<Dimension, string> = {
  country: 'Countries',
  device: 'Devices',
  system: 'Systems',
  browser: 'Browsers',
  referrer: 'Referrers',
  rule: 'Rules',
};

const nameOf: Record<Dimension, (value: string) => ReactNode> = {
  country: (value) =>
    value === 'other' ? (
      'Others'
    ) : (
      <>
        <span className="mr-2 inline-block w-6 font-mono text-xs text-soft">
          {value === '' ? '–' : value}
        </span>
        {countryName(value)}
      </>
    ),
  device: (value) => deviceNames[value as keyof typeof deviceNames] ?? 'Unknown',
  system: (value) => (value === '' ? 'Unknown' : value),
  browser: (value) => (value === '' ? 'Unknown' : value),
  referrer: (value) => (value === '' ? 'Direct (camera)' : value),
  rule: (value) => (value === '' ? 'Default destination' : `Rule ${value}`),
};

function Breakdowns({
  data,
  title,
  dimensions,
}: {
  data: Analytics;
  title: string;
  dimensions: Dimension[];
}) {
  const [chosen, setChosen] = useState(dimensions[0] ?? 'device');
  return (
    <Card
      title={title}
      action={
        <div
          className={classNames('flex gap-0.5 rounded-lg bg-sunken p-0.5', dimensions.length < 2 && 'hidden')}
        >
          {dimensions.map((dimension) => (
            <button
              key={dimension}
              type="button"
              aria-pressed={dimension === chosen}
              onClick={() => setChosen(dimension)}
              className={classNames(
                'h-7 rounded-md px-2 text-xs font-medium',
                dimension === chosen ? 'bg-surface shadow-xs' : 'text-soft hover:text-text',
              )}
            >
              {titles[dimension]}
            </button>
          ))}
        </div>
      }
    >
      <BreakdownList items={data.breakdowns[chosen]} name={nameOf[chosen]} empty="Nothing yet." />
    </Card>
  );
}

/** The licence of the included country file requires this link. */
function CountrySource() {
  const { data: me } = useSuspenseQuery(meQuery);
  if (me.has_own_country_file) return null;
  return (
    <p className="mt-4 text-xs text-soft">
      <a className="underline" href="https://db-ip.com/" rel="noreferrer">
        IP Geolocation by DB-IP
      </a>
    </p>
  );
}

function Stats({ data }: { data: Analytics }) {
  const visitors = data.visitors.reduce((sum, day) => sum + day.visitors, 0);
  const [peakDay, peakHour] = peakOf(data.heat);
  const top = data.breakdowns.country.find(({ value }) => value !== '' && value !== 'other');
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Stat
        label="Scans"
        value={formatCompact(data.scans)}
        exact={formatNumber(data.scans)}
        note={<Change data={data} />}
        testId="scans"
      />
      <Stat
        label="Visitors"
        value={formatCompact(visitors)}
        exact={formatNumber(visitors)}
        note="Unique per day, added up"
      />
      <Stat
        label="Busiest hour"
        value={data.scans === 0 ? '–' : `${dayNames[peakDay]} ${String(peakHour).padStart(2, '0')}:00`}
        note="of the week"
      />
      <Stat
        label="Top country"
        value={top ? countryName(top.value) : '–'}
        note={
          top && data.scans > 0 ? `${Math.round((top.scans / data.scans) * 100)} % of scans` : 'not known'
        }
      />
    </dl>
  );
}

interface StatProps {
  label: string;
  value: string;
  exact?: string;
  note: ReactNode;
  testId?: string;
}

function Stat({ label, value, exact, note, testId }: StatProps) {
  return (
    <div className="rounded-xl border border-line bg-surface p-4 shadow-xs sm:p-5">
      <dt className="text-[13px] text-soft">{label}</dt>
      <dd
        className="mt-1 truncate text-xl font-semibold tracking-tight tabular-nums sm:text-2xl"
        title={exact}
        data-testid={testId}
      >
        {value}
      </dd>
      <dd className="mt-1 text-[13px] text-soft">{note}</dd>
    </div>
  );
}

function Change({ data }: { data: Analytics }) {
  if (data.previousScans === 0) return <>No data for the previous period</>;
  const change = (data.scans - data.previousScans) / data.previousScans;
  const isUp = change >= 0;
  const Icon = isUp ? ArrowUpRight : ArrowDownRight;
  return (
    <span
      className={classNames('inline-flex items-center gap-1 font-medium', isUp ? 'text-good' : 'text-bad')}
    >
      <Icon className="size-4" aria-hidden />
      {Math.abs(change * 100).toFixed(Math.abs(change) < 0.1 ? 1 : 0)} % {isUp ? 'more' : 'fewer'}
    </span>
  );
}

function peakOf(heat: number[][]): [number, number] {
  let best: [number, number] = [0, 0];
  heat.forEach((hours, day) => {
    hours.forEach((scans, hour) => {
      if (scans > (heat[best[0]]?.[best[1]] ?? 0)) best = [day, hour];
    });
  });
  return best;
}
