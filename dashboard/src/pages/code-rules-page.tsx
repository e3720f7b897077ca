import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Plus, Split } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type ConditionKind, conditionKinds, conditions } from '#core/rules/conditions.ts';
import { parseRedirectRules, type RedirectRule, redirectRulesMax } from '#core/rules/redirect-rule.ts';
import { reachableRules } from '#core/rules/rule-coverage.ts';
import { PlanNotice } from '../account/plan-notice.tsx';
import { meQuery, usageQuery } from '../api/queries.ts';
import { useChangeCode, useCode } from '../codes/use-code.ts';
import { LaterButton } from '../planned/later-button.tsx';
import { PlannedList } from '../planned/planned-list.tsx';
import { RehearseButton } from '../planned/rehearse-button.tsx';
import { draftOf, newRule, type RuleDraft, ruleLabels, sourceOf, storedRules } from '../rules/rule-draft.ts';
import { RuleRow } from '../rules/rule-row.tsx';
import { Simulator } from '../rules/simulator.tsx';
import { WeekTimeline } from '../rules/week-timeline.tsx';
import { ZoneNotice } from '../rules/zone-notice.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { fieldProblems, inLabels } from '../ui/field-problems.ts';
import { Notice } from '../ui/notice.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { useDraft } from '../ui/use-draft.ts';

/** Whether the time zone of the account matters. */
function hasTime(kind: ConditionKind | undefined): boolean {
  return kind === 'schedule' || kind === 'date';
}

export function CodeRulesPage() {
  const code = useCode();
  const { data: me } = useSuspenseQuery(meQuery);
  const usage = useQuery(usageQuery);
  const saved = useMemo(() => code.redirect_rules.map(draftOf).map(sourceOf), [code.redirect_rules]);
  const draft = useDraft(`rules ${code.qr_id}`, saved, code);
  const { value: sources, isChanged } = draft;
  const save = useChangeCode(code, 'Rules saved. They apply to the next scan.', draft);
  // Rules keep their identity while they are edited and moved.
  const [edited, setEdited] = useState(() => ({ sources, rules: sources.map(draftOf) }));
  if (JSON.stringify(edited.sources) !== JSON.stringify(sources))
    setEdited({ sources, rules: sources.map(draftOf) });
  const { rules } = edited;
  const setRules = (next: RuleDraft[]) => {
    const changed = next.map(sourceOf);
    setEdited({ sources: changed, rules: next });
    draft.set(changed);
  };
  // A window over midnight is stored as two rules.
  const stored = useMemo(() => storedRules(sources), [sources]);
  const parsed = useMemo(() => parseRedirectRules(stored.sources), [stored]);
  // While a rule is incomplete, the other rules stay visible.
  const [complete, setComplete] = useState<RedirectRule[]>([]);
  if (parsed.ok && parsed.value !== complete) setComplete(parsed.value);
  const reachable = useMemo(() => (parsed.ok ? reachableRules(parsed.value) : null), [parsed]);
  const problems = fieldProblems(save.error, ruleLabels(rules, stored.places));
  const [spoken, setSpoken] = useState('');
  const timeZone = me.account.timezone;
  const isIncluded = usage.data?.features.advanced_redirects ?? true;
  const move = (from: number, to: number) => {
    const next = [...rules];
    const [taken] = next.splice(from, 1);
    if (taken === undefined) return;
    next.splice(to, 0, taken);
    setRules(next);
    setSpoken(`Rule ${from + 1} is now rule ${to + 1} of ${rules.length}.`);
    // The button disappeared with its rule, and the first and last rules have only one arrow.
    const wanted = to === 0 ? 'down' : to === next.length - 1 ? 'up' : to < from ? 'up' : 'down';
    requestAnimationFrame(() => document.getElementById(`rule-${taken.key}-${wanted}`)?.focus());
  };
  const remove = (place: number) => {
    const left = rules.filter((_, index) => index !== place);
    setRules(left);
    setSpoken(`Rule ${place + 1} removed.`);
    const near = left[Math.min(place, left.length - 1)];
    requestAnimationFrame(() =>
      document
        .getElementById(near === undefined ? 'content' : `rule-${near.key}-${place === 0 ? 'down' : 'up'}`)
        ?.focus(),
    );
  };
  const add = (kind: ConditionKind) => setRules([...rules, newRule(kind)]);
  const isFull = stored.sources.length >= redirectRulesMax;
  const addButtons = conditionKinds.map((kind) => (
    <Button
      key={kind}
      icon={<Plus className="size-4" aria-hidden />}
      disabled={isFull || !isIncluded}
      onClick={() => add(kind)}
    >
      By {conditions[kind].label.toLowerCase()}
    </Button>
  ));
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <div className="min-w-0 space-y-4">
        <p role="status" className="sr-only">
          {spoken}
        </p>
        <RestoredNotice draft={draft} />
        {!isIncluded && (
          <PlanNotice>
            Your plan doesn’t include redirect rules. You can always remove existing rules.
          </PlanNotice>
        )}
        {rules.length === 0 ? (
          <div className="rounded-xl border border-line bg-surface">
            <EmptyState
              icon={<Split className="size-6" aria-hidden />}
              title="One code, many destinations"
              action={addButtons}
            >
              <p>
                Send iPhones and Android phones to different pages, use one page per country, or show the
                lunch menu at noon and the dinner menu at night. Waypost uses the first rule that matches.
              </p>
            </EmptyState>
          </div>
        ) : (
          <>
            <p className="text-soft">
              Waypost tests the rules from top to bottom and uses the first match. If none matches, it uses
              the default destination.
            </p>
            {rules.some(({ first, second }) => [first, second].some((part) => hasTime(part?.kind))) && (
              <ZoneNotice timeZone={timeZone} />
            )}
            <ol className="space-y-3">
              {rules.map((rule, index) => (
                <RuleRow
                  key={rule.key}
                  rule={rule}
                  place={index}
                  count={rules.length}
                  isUnreachable={
                    reachable !== null &&
                    !stored.places.some((place, part) => place === index && reachable[part])
                  }
                  problemOf={(field) =>
                    problems.of(`redirect_rules[${stored.places.indexOf(index)}].${field}`)
                  }
                  onChange={(changed) =>
                    setRules(rules.map((other) => (other.key === rule.key ? changed : other)))
                  }
                  onMove={(to) => move(index, to)}
                  onDropped={(from) => move(from, index)}
                  onRemove={() => remove(index)}
                />
              ))}
            </ol>
            <div className="flex flex-wrap items-center gap-2">{addButtons}</div>
          </>
        )}
        {!parsed.ok && isChanged && (
          <Notice tone="warn">
            {inLabels(parsed.message, ruleLabels(rules, stored.places, 'with place'))}
          </Notice>
        )}
        {save.error && (
          <Notice tone="bad">
            {inLabels(save.error.message, ruleLabels(rules, stored.places, 'with place'))}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            look="primary"
            disabled={!isChanged || !parsed.ok}
            isBusy={save.isPending}
            onClick={() => save.mutate({ redirect_rules: stored.sources })}
          >
            Save rules
          </Button>
          <LaterButton
            qrIds={[code.qr_id]}
            change={{ redirect_rules: stored.sources }}
            isDisabled={!parsed.ok || !isChanged}
            onPlanned={draft.discard}
          />
          <RehearseButton
            qrIds={[code.qr_id]}
            change={{ redirect_rules: stored.sources }}
            isDisabled={!parsed.ok || !isChanged}
          />
          {isChanged && (
            <Button look="quiet" onClick={draft.discard}>
              Undo
            </Button>
          )}
        </div>
        <PlannedList qrId={code.qr_id} />
        <WeekTimeline rules={complete} places={stored.places} timeZone={timeZone} />
      </div>
      <div className="lg:sticky lg:top-6">
        <Simulator
          code={code}
          rules={complete}
          places={stored.places}
          isIncomplete={!parsed.ok}
          timeZone={timeZone}
        />
      </div>
    </div>
  );
}
