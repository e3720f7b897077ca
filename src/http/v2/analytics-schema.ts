import { type TSchema, Type } from 'typebox';
import { type AnalyticsView, isBreakdown } from '#core/analytics/analytics-query.ts';
import { trendUnits } from '#core/analytics/local-trend.ts';
import { weekdays } from '#core/weekdays.ts';
import { envelopeFields2, nullable, stringEnum, timestamp } from '../schemas.ts';

const scans = Type.Integer({ example: 42 });
const zoned = (description: string) =>
  Type.String({ format: 'date-time', description, example: '2026-10-25T02:00:00.000+02:00' });

const range = {
  ...envelopeFields2,
  start: timestamp('Start of the range, inclusive.'),
  end: timestamp('End of the range, exclusive.'),
  timezone: Type.String({ example: 'Europe/Lisbon' }),
  data_through: timestamp(
    'Scans from this time on may be missing. Usually the time of the response; earlier if scans are still being processed.',
  ),
};

const summary = Type.Object(
  {
    ...range,
    scans,
    previous_scans: Type.Integer({ description: 'In a range of the same length that ends at `start`.' }),
    visitor_days: Type.Integer({
      description:
        'Unique visitors of each UTC day that the range touches, added up. Visitors can’t be recognized on another day. Visitors of the last seconds follow later.',
    }),
    first_scan_at: nullable(timestamp('Of all time, to the quarter of an hour.')),
    last_scan_at: nullable(timestamp('Of all time, to the quarter of an hour.')),
  },
  { $id: 'AnalyticsSummary' },
);

const trend = Type.Object(
  {
    ...range,
    unit: stringEnum([...trendUnits]),
    points: Type.Array(
      Type.Object({
        start: zoned('With the UTC offset of the time zone.'),
        end: zoned('Exclusive.'),
        scans,
      }),
      { description: 'Every hour, day, week or month of the range, also without scans.' },
    ),
  },
  { $id: 'AnalyticsTrend' },
);

const breakdown = Type.Object(
  {
    ...range,
    items: Type.Array(
      Type.Object({
        value: nullable(Type.String({ description: 'Null if unknown.', example: 'PT' })),
        scans,
      }),
      { description: 'Most scans first.' },
    ),
    other_scans: Type.Integer({
      description: 'Scans with other values. Together with the items, exactly the `scans` of the range.',
    }),
  },
  { $id: 'AnalyticsBreakdown' },
);

const hours = Type.Object(
  {
    ...range,
    items: Type.Array(
      Type.Object({
        weekday: stringEnum([...weekdays]),
        hour: Type.Integer({ minimum: 0, maximum: 23 }),
        scans,
      }),
      { description: 'All 168 hours of a week in the time zone.' },
    ),
  },
  { $id: 'AnalyticsHours' },
);

const rules = Type.Object(
  {
    ...range,
    items: Type.Array(
      Type.Object({
        rule: nullable(
          Type.Integer({ description: 'Place of the rule when scanned, from 1; null: no rule matched.' }),
        ),
        scans,
      }),
    ),
  },
  { $id: 'AnalyticsRules' },
);

export const analyticsSchemas: TSchema[] = [summary, trend, breakdown, hours, rules];

export function schemaOfView(view: AnalyticsView): TSchema {
  if (isBreakdown(view)) return Type.Ref('AnalyticsBreakdown#');
  return Type.Ref(`Analytics${view[0]?.toUpperCase()}${view.slice(1)}#`);
}
