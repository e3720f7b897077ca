import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { type ConditionKind, companionsOf, conditions } from '#core/rules/conditions.ts';
import { splitOvernight } from '#core/rules/overnight.ts';
import { describeRule, parseRedirectRules } from '#core/rules/redirect-rule.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Choice, TextField } from '../ui/field.tsx';
import { textOf } from '../ui/text-of.ts';
import { ConditionFields } from './condition-fields.tsx';
import { newCondition, type RuleDraft, sourceOf } from './rule-draft.ts';

interface RuleRowProps {
  rule: RuleDraft;
  place: number;
  count: number;
  isUnreachable: boolean;
  /** What the server refused about a field. */
  problemOf: (field: string) => string | undefined;
  onChange: (rule: RuleDraft) => void;
  onMove: (to: number) => void;
  onDropped: (from: number) => void;
  onRemove: () => void;
}

/** Only rules can be dragged; text that is dragged into a field stays text. */
const ruleType = 'application/x-waypost-rule';
const isRule = (event: DragEvent) => event.dataTransfer.types.includes(ruleType);

/** One rule. It is moved by dragging or with the arrows. */
export function RuleRow({
  rule,
  place,
  count,
  isUnreachable,
  problemOf,
  onChange,
  onMove,
  onDropped,
  onRemove,
}: RuleRowProps) {
  const [isOver, setOver] = useState(false);
  const companions = companionsOf(rule.first.kind);
  const set = (change: Partial<RuleDraft>) => onChange({ ...rule, ...change });
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!isRule(event)) return;
    event.preventDefault();
    onDropped(Number(event.dataTransfer.getData(ruleType)));
  };
  return (
    <li
      onDragOver={(event) => {
        if (!isRule(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'rounded-xl border bg-surface p-4 shadow-xs',
        isOver ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <div className="flex items-center gap-2">
        <span
          draggable
          onDragStart={(event) => event.dataTransfer.setData(ruleType, String(place))}
          title="Drag to reorder"
          className="cursor-grab text-soft"
        >
          <GripVertical className="size-4" aria-hidden />
        </span>
        <Badge tone="accent">{place + 1}</Badge>
        <p className="grow truncate font-medium">{wordsOf(rule)}</p>
        {isUnreachable && <Badge tone="warn">never matches</Badge>}
        <Button
          id={`rule-${rule.key}-up`}
          look="quiet"
          size="icon"
          aria-label={`Move rule ${place + 1} up`}
          disabled={place === 0}
          icon={<ArrowUp className="size-4" aria-hidden />}
          onClick={() => onMove(place - 1)}
        />
        <Button
          id={`rule-${rule.key}-down`}
          look="quiet"
          size="icon"
          aria-label={`Move rule ${place + 1} down`}
          disabled={place === count - 1}
          icon={<ArrowDown className="size-4" aria-hidden />}
          onClick={() => onMove(place + 1)}
        />
        <Button
          look="quiet"
          size="icon"
          aria-label={`Remove rule ${place + 1}`}
          icon={<Trash2 className="size-4" aria-hidden />}
          onClick={onRemove}
        />
      </div>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <ConditionFields condition={rule.first} problemOf={problemOf} onChange={(first) => set({ first })} />
        {splitOvernight(sourceOf(rule)).length > 1 && (
          <p className="text-[13px] text-soft sm:col-span-2">
            It goes on after midnight, so it is saved as two rules.
          </p>
        )}
        {companions.length > 0 && (
          <Choice
            label="And"
            value={rule.second?.kind ?? ''}
            onChange={(kind) => set({ second: kind === '' ? null : newCondition(kind as ConditionKind) })}
            options={[{ value: '', label: 'No second condition' }, ...companions.map(optionOf)]}
          />
        )}
        {rule.second && (
          <ConditionFields
            condition={rule.second}
            problemOf={(field) => problemOf(`${field}2`)}
            onChange={(second) => set({ second })}
          />
        )}
        <TextField
          className="sm:col-span-2"
          label="Destination"
          inputMode="url"
          placeholder="https://"
          value={rule.url}
          error={problemOf('url')}
          onChange={(event) => set({ url: event.target.value })}
          required
        />
      </div>
    </li>
  );
}

function optionOf(kind: ConditionKind): { value: string; label: string } {
  return { value: kind, label: conditions[kind].label };
}

/** A short description of a rule, also without a destination. */
function wordsOf(rule: RuleDraft): string {
  const parts = splitOvernight({ ...sourceOf(rule), url: 'https://example.com/' });
  const parsed = parseRedirectRules(parts);
  const [first, second] = parsed.ok ? parsed.value.map(describeRule) : ['not finished yet'];
  const { schedule_end: end } = rule.first.fields;
  return second === undefined
    ? (first ?? '')
    : `${first?.replace(/–[\d:]+$/, '')}–${textOf(end)} of the next day`;
}
