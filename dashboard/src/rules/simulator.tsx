import { useState } from 'react';
import { parseLanguageTag } from '#core/language-tag.ts';
import { plainTarget } from '#core/plain-target.ts';
import { resolveNumbered } from '#core/resolve-scan.ts';
import type { ScanFacts, ScanVisitor } from '#core/rules/condition.ts';
import { explainCondition, holdsFor } from '#core/rules/conditions.ts';
import { type DeviceClass, deviceClasses, deviceNames } from '#core/rules/device-class.ts';
import { hasStickySplit, needsNumbers } from '#core/rules/place-splits.ts';
import type { RedirectRule } from '#core/rules/redirect-rule.ts';
import { factsOf } from '#core/rules/winning-rule.ts';
import type { QrCode } from '../api/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { instantOf, localTextOf } from '../ui/zoned-time.ts';
import { CountryChoice } from './country-choice.tsx';

interface SimulatorProps {
  code: QrCode;
  rules: RedirectRule[];
  /** The number of each rule for people, from 0. */
  places: readonly number[];
  /** The edited rule is not complete yet. */
  isIncomplete: boolean;
  timeZone: string;
}

/** Shows the destination of a simulated visitor, decided by the same code as real scans. */
export function Simulator({ code, rules, places, isIncomplete, timeZone }: SimulatorProps) {
  const numberOf = (index: number) => (places[index] ?? index) + 1;
  const [device, setDevice] = useState<DeviceClass>('ios');
  const [country, setCountry] = useState('');
  const [language, setLanguage] = useState('');
  const [nowMs] = useState(Date.now);
  const [at, setAt] = useState(() => localTextOf(nowMs, timeZone));
  const [typedNumber, setTypedNumber] = useState<number | null>(code.scan_count + 1);
  const [share, setShare] = useState(0);
  const [query, setQuery] = useState('');
  const number = typedNumber ?? code.scan_count + 1;
  const instantMs = at === '' ? nowMs : Date.parse(instantOf(at, timeZone));
  const visitor: ScanVisitor = {
    device,
    country: country === '' ? null : country,
    language: parseLanguageTag(language.trim()),
    share,
  };
  const facts = factsOf(visitor, timeZone, instantMs, number);
  const outcome = simulate(code, rules, timeZone, { visitor, instantMs, number, query });
  return (
    <Card title="Simulator" hint="See where a scan would go. Uses the same rules engine as live scans.">
      <div className="space-y-4">
        <Choice
          label="Device"
          value={device}
          onChange={(next) => setDevice(next as DeviceClass)}
          options={deviceClasses.map((value) => ({ value, label: deviceNames[value] }))}
        />
        <CountryChoice label="Country" value={country} none="Unknown country" onChange={setCountry} />
        <TextField
          label="Language"
          placeholder="de, pt-BR"
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
        />
        <TextField
          label="Time"
          type="datetime-local"
          value={at}
          onChange={(event) => setAt(event.target.value)}
          hint={`Time zone: ${timeZone.replaceAll('_', ' ')}.`}
        />
        {needsNumbers(rules) && (
          <TextField
            label="Scan number"
            type="number"
            min={1}
            value={typedNumber ?? ''}
            onChange={(event) =>
              setTypedNumber(event.target.value === '' ? null : event.target.valueAsNumber)
            }
            hint="The next scan, if you don’t change it."
          />
        )}
        {hasStickySplit(rules) && (
          <TextField
            label="Visitor, from 0 to 99"
            type="number"
            min={0}
            max={99}
            value={share}
            onChange={(event) => setShare(event.target.value === '' ? 0 : event.target.valueAsNumber)}
            hint="Every visitor gets one of 100 places for a day."
          />
        )}
        {code.forwarded_params.length > 0 && (
          <TextField
            label="Parameters of the scanned link"
            placeholder="table=7"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        )}
        {isIncomplete && (
          <Notice tone="warn">One rule is incomplete. This result uses the last complete rules.</Notice>
        )}
        <Result outcome={outcome} numberOf={numberOf} />
        {rules.length > 0 && outcome.kind === 'redirect' && (
          <ol className="space-y-1.5 text-[13px]">
            {rules.map((rule, index) => (
              // Rules are identified by their position.
              <li key={index} className="flex gap-2">
                <Badge tone={outcome.rule === index + 1 ? 'good' : 'plain'}>{numberOf(index)}</Badge>
                <span className={outcome.rule === index + 1 ? 'font-medium' : 'text-soft'}>
                  {outcome.rule === index + 1 ? 'Matches: ' : ''}
                  {whyOf(rule, facts, index + 1, outcome.rule)}
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Card>
  );
}

interface ResultProps {
  outcome: ReturnType<typeof resolveNumbered>;
  numberOf: (index: number) => number;
}

function Result({ outcome, numberOf }: ResultProps) {
  if (outcome.kind === 'redirect')
    return (
      <Notice tone="good">
        {outcome.rule === null
          ? 'No rule matches: default destination.'
          : `Rule ${numberOf(outcome.rule - 1)} matches.`}
        <span className="mt-1 block font-medium break-all" data-testid="simulated">
          {outcome.url}
        </span>
      </Notice>
    );
  const words: Record<Exclude<typeof outcome.kind, 'redirect'>, string> = {
    preview: 'A small page: link previews don’t use up the scan limit.',
    text: 'The text of the code is shown.',
    not_found: 'Error page: the code or its project is archived, or its first image is not ready.',
    blocked: 'A warning: the code is blocked.',
    expired: 'Error page: the code has expired by then.',
    scan_limit_reached: 'Error page: the scan limit is reached.',
  };
  return <Notice tone="warn">{words[outcome.kind]}</Notice>;
}

function simulate(
  code: QrCode,
  rules: RedirectRule[],
  timeZone: string,
  scan: { visitor: ScanVisitor; instantMs: number; number: number; query: string },
): ReturnType<typeof resolveNumbered> {
  return resolveNumbered(
    {
      ...plainTarget,
      isPublic: code.short_link !== null,
      status: code.status,
      isProjectArchived: code.is_project_archived,
      expiresAtMs: code.expires_at === null ? null : Date.parse(code.expires_at),
      scanLimit: code.scan_limit,
      redirectUrl: code.redirect_url === '' ? null : code.redirect_url,
      rules,
      forwardedParams: code.forwarded_params,
      timeZone,
    },
    scan.visitor,
    scan.instantMs,
    scan.query.replace(/^\?/, ''),
    scan.number,
  );
}

/** Why a rule matches or not. */
function whyOf(rule: RedirectRule, facts: ScanFacts, place: number, winner: number | null): string {
  if (winner !== null && place > winner) return 'Not checked, because an earlier rule matches.';
  const failing = rule.conditions.find((condition) => !holdsFor(condition, facts));
  return explainCondition(failing ?? rule.conditions[0], facts);
}
