import { countryCodes } from './country-codes.ts';
import { parseDestination } from './destination.ts';
import { isRecord } from './is-record.ts';
import { type Parsed, refuse } from './parsed.ts';

export const deviceClasses = ['ios', 'android', 'desktop'] as const;
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type DeviceClass = (typeof deviceClasses)[number];
export type Weekday = (typeof weekdays)[number];

/** A condition on who scans. */
export type VisitorCondition = { kind: 'device'; device: DeviceClass } | { kind: 'country'; country: string };

/** Rules are evaluated in order; the first that matches wins (specification, Redirect rule). */
export type RedirectRule =
  | { kind: 'visitor'; conditions: [VisitorCondition] | [VisitorCondition, VisitorCondition]; url: string }
  | { kind: 'schedule'; days: Weekday[]; start: string; end: string; url: string };

export const redirectRulesMax = 20;
const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/;
const visitorFields = ['value', 'condition2', 'value2'];
const scheduleFields = ['schedule_days', 'schedule_start', 'schedule_end'];

/** Reads the rules of a request; a message names the rule by its index and the field. */
export function parseRedirectRules(source: unknown): Parsed<RedirectRule[]> {
  if (!Array.isArray(source)) return refuse('redirect_rules must be an array.');
  if (source.length > redirectRulesMax) {
    return refuse(`redirect_rules must have at most ${redirectRulesMax} entries; it has ${source.length}.`);
  }
  const rules: RedirectRule[] = [];
  for (const [index, entry] of source.entries()) {
    const rule = parseRule(`redirect_rules[${index}]`, entry);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  return { ok: true, value: rules };
}

function parseRule(path: string, entry: unknown): Parsed<RedirectRule> {
  if (!isRecord(entry)) return refuse(`${path} must be an object.`);
  const condition = entry['condition'];
  switch (condition) {
    case 'device':
    case 'country':
      return parseVisitorRule(path, entry, condition);
    case 'schedule':
      return parseScheduleRule(path, entry);
    default:
      return refuse(`${path}.condition must be one of device, country, schedule.`);
  }
}

function parseVisitorRule(
  path: string,
  entry: Record<string, unknown>,
  kind: VisitorCondition['kind'],
): Parsed<RedirectRule> {
  const stray = scheduleFields.find((field) => field in entry);
  if (stray !== undefined)
    return refuse(`${path}.${stray} belongs to schedule rules; this is a ${kind} rule.`);
  const first = parseCondition(`${path}.value`, kind, entry['value']);
  if (!first.ok) return first;
  const url = parseDestination(`${path}.url`, entry['url']);
  if (!url.ok) return url;
  if (!('condition2' in entry) && !('value2' in entry)) {
    return { ok: true, value: { kind: 'visitor', conditions: [first.value], url: url.value.url } };
  }
  const otherKind = kind === 'device' ? 'country' : 'device';
  if (!('condition2' in entry)) return refuse(`${path}.condition2 is required with value2.`);
  if (!('value2' in entry)) return refuse(`${path}.value2 is required with condition2.`);
  if (entry['condition2'] !== otherKind) {
    return refuse(`${path}.condition2 must be ${otherKind} beside the condition ${kind}.`);
  }
  const second = parseCondition(`${path}.value2`, otherKind, entry['value2']);
  if (!second.ok) return second;
  return {
    ok: true,
    value: { kind: 'visitor', conditions: [first.value, second.value], url: url.value.url },
  };
}

function parseCondition(
  field: string,
  kind: VisitorCondition['kind'],
  value: unknown,
): Parsed<VisitorCondition> {
  if (kind === 'device') {
    const device = deviceClasses.find((name) => name === value);
    if (device === undefined) return refuse(`${field} must be one of ${deviceClasses.join(', ')}.`);
    return { ok: true, value: { kind, device } };
  }
  // Case-insensitive in, upper case out (D21). ASCII only: "ı" must not become a country.
  const country = typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : '';
  if (!countryCodes.has(country)) return refuse(`${field} must be an ISO 3166-1 alpha-2 country code.`);
  return { ok: true, value: { kind, country } };
}

function parseScheduleRule(path: string, entry: Record<string, unknown>): Parsed<RedirectRule> {
  const stray = visitorFields.find((field) => field in entry);
  if (stray !== undefined) return refuse(`${path}.${stray} can't be combined with a schedule.`);
  const days = parseDays(`${path}.schedule_days`, entry['schedule_days']);
  if (!days.ok) return days;
  for (const field of ['schedule_start', 'schedule_end']) {
    const value = entry[field];
    if (typeof value !== 'string' || !timeOfDay.test(value)) {
      return refuse(`${path}.${field} must be a time of day as HH:mm, from 00:00 to 23:59.`);
    }
  }
  const [start, end] = [entry['schedule_start'] as string, entry['schedule_end'] as string];
  // "HH:mm" sorts as it is.
  if (end <= start) return refuse(`${path}.schedule_end must be later than schedule_start.`);
  const url = parseDestination(`${path}.url`, entry['url']);
  if (!url.ok) return url;
  return { ok: true, value: { kind: 'schedule', days: days.value, start, end, url: url.value.url } };
}

function parseDays(field: string, source: unknown): Parsed<Weekday[]> {
  const allowed = weekdays.join(', ');
  if (!Array.isArray(source) || source.length === 0 || source.length > weekdays.length) {
    return refuse(`${field} must be an array of one to seven of ${allowed}.`);
  }
  const days: Weekday[] = [];
  for (const entry of source) {
    const day = weekdays.find((name) => name === entry);
    if (day === undefined) return refuse(`${field} must contain only ${allowed}.`);
    days.push(day);
  }
  return { ok: true, value: days };
}

/** The rule as the interface shows it; what is stored is this form. */
export function formatRedirectRule(rule: RedirectRule): Record<string, unknown> {
  if (rule.kind === 'schedule') {
    return {
      condition: 'schedule',
      schedule_days: rule.days,
      schedule_start: rule.start,
      schedule_end: rule.end,
      url: rule.url,
    };
  }
  const [first, second] = rule.conditions;
  return {
    condition: first.kind,
    value: conditionValue(first),
    ...(second && { condition2: second.kind, value2: conditionValue(second) }),
    url: rule.url,
  };
}

function conditionValue(condition: VisitorCondition): string {
  switch (condition.kind) {
    case 'device':
      return condition.device;
    case 'country':
      return condition.country;
  }
}
