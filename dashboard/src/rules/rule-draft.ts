import { type DeviceClass, deviceClasses, type Weekday, weekdays } from '#core/redirect-rule.ts';
import type { RuleSource } from '../api/types.ts';
import { textOf } from '../ui/text-of.ts';
import { withScheme } from '../ui/with-scheme.ts';

/** A rule while it is edited. */
export interface RuleDraft {
  key: number;
  kind: 'visitor' | 'schedule';
  device: DeviceClass | '';
  country: string;
  days: Weekday[];
  start: string;
  end: string;
  url: string;
}

let lastKey = 0;

export function newRule(kind: RuleDraft['kind']): RuleDraft {
  return {
    key: ++lastKey,
    kind,
    device: kind === 'visitor' ? 'ios' : '',
    country: '',
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    start: '09:00',
    end: '17:00',
    url: '',
  };
}

export function draftOf(source: RuleSource): RuleDraft {
  const rule = newRule(source['condition'] === 'schedule' ? 'schedule' : 'visitor');
  if (rule.kind === 'schedule')
    return {
      ...rule,
      days: weekdays.filter((day) => (source['schedule_days'] as unknown[]).includes(day)),
      start: textOf(source['schedule_start']),
      end: textOf(source['schedule_end']),
      url: textOf(source['url']),
    };
  const value = (kind: string) =>
    source['condition'] === kind ? source['value'] : source['condition2'] === kind ? source['value2'] : '';
  return {
    ...rule,
    device: deviceClasses.find((device) => device === value('device')) ?? '',
    country: textOf(value('country')),
    url: textOf(source['url']),
  };
}

/** As the interface takes it; what is missing is for `core` to name. */
export function sourceOf(rule: RuleDraft): RuleSource {
  const url = withScheme(rule.url);
  if (rule.kind === 'schedule')
    return {
      condition: 'schedule',
      schedule_days: rule.days,
      schedule_start: rule.start,
      schedule_end: rule.end,
      url,
    };
  const country = rule.country === '' ? [] : [['country', rule.country]];
  const device = rule.device === '' ? [] : [['device', rule.device]];
  const [first = ['device', ''], second] = [...device, ...country];
  return {
    condition: first[0],
    value: first[1],
    ...(second && { condition2: second[0], value2: second[1] }),
    url,
  };
}
