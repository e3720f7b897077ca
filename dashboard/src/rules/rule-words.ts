import { type DeviceClass, weekdays } from '#core/redirect-rule.ts';
import { countryName } from '../ui/format.ts';
import type { RuleDraft } from './rule-draft.ts';

export const deviceNames: Record<DeviceClass, string> = {
  ios: 'iPhone and iPad',
  android: 'Android',
  desktop: 'Everything else',
};

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A rule in a few words. */
export function ruleWords(rule: RuleDraft): string {
  if (rule.kind === 'schedule') {
    const days =
      rule.days.length === 7
        ? 'every day'
        : rule.days.map((day) => dayNames[weekdays.indexOf(day)]).join(', ');
    return `${days}, ${rule.start}–${rule.end}`;
  }
  const parts = [
    rule.device === '' ? '' : deviceNames[rule.device],
    rule.country === '' ? '' : countryName(rule.country),
  ];
  return parts.filter((part) => part !== '').join(' in ') || 'nobody yet';
}

/** `09:30`. */
export function clockTime(minuteOfDay: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}
