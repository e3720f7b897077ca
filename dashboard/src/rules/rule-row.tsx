import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { deviceClasses, weekdays } from '#core/redirect-rule.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Choice, TextField } from '../ui/field.tsx';
import { CountryChoice } from './country-choice.tsx';
import type { RuleDraft } from './rule-draft.ts';
import { dayNames, deviceNames, ruleWords } from './rule-words.ts';

interface RuleRowProps {
  rule: RuleDraft;
  place: number;
  count: number;
  isUnreachable: boolean;
  onChange: (rule: RuleDraft) => void;
  onMove: (to: number) => void;
  onDropped: (from: number) => void;
  onRemove: () => void;
}

/** Only rules are moved by dragging; text that is dragged into a field is text. */
const ruleType = 'application/x-waypost-rule';
const isRule = (event: DragEvent) => event.dataTransfer.types.includes(ruleType);

/** One rule. Its place is changed by dragging, or with the arrows. */
export function RuleRow({
  rule,
  place,
  count,
  isUnreachable,
  onChange,
  onMove,
  onDropped,
  onRemove,
}: RuleRowProps) {
  const [isOver, setOver] = useState(false);
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
          title="Drag to another place"
          className="cursor-grab text-soft"
        >
          <GripVertical className="size-4" aria-hidden />
        </span>
        <Badge tone="accent">{place + 1}</Badge>
        <p className="grow truncate font-medium">{ruleWords(rule)}</p>
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
        {rule.kind === 'visitor' ? (
          <>
            <Choice
              label="Device"
              value={rule.device}
              onChange={(device) => set({ device: device as RuleDraft['device'] })}
              options={[
                { value: '', label: 'Any device' },
                ...deviceClasses.map((device) => ({ value: device, label: deviceNames[device] })),
              ]}
            />
            <CountryChoice
              label="Country"
              value={rule.country}
              none="Any country"
              onChange={(country) => set({ country })}
            />
          </>
        ) : (
          <>
            <fieldset>
              <legend className="mb-1.5 text-[13px] font-medium">Days</legend>
              <div className="flex gap-1">
                {weekdays.map((day, index) => {
                  const isOn = rule.days.includes(day);
                  return (
                    <button
                      key={day}
                      type="button"
                      aria-pressed={isOn}
                      onClick={() =>
                        set({
                          days: weekdays.filter((other) =>
                            other === day ? !isOn : rule.days.includes(other),
                          ),
                        })
                      }
                      className={classNames(
                        'h-9 grow rounded-lg border text-xs font-medium',
                        isOn
                          ? 'border-transparent bg-accent text-on-accent'
                          : 'border-line-strong/60 text-soft hover:bg-sunken',
                      )}
                    >
                      {dayNames[index]}
                    </button>
                  );
                })}
              </div>
            </fieldset>
            <div className="grid grid-cols-2 gap-3">
              <TextField
                label="From"
                type="time"
                value={rule.start}
                onChange={(event) => set({ start: event.target.value })}
                required
              />
              <TextField
                label="Until"
                type="time"
                value={rule.end}
                onChange={(event) => set({ end: event.target.value })}
                required
              />
            </div>
          </>
        )}
        <TextField
          className="sm:col-span-2"
          label="Leads to"
          inputMode="url"
          placeholder="https://"
          value={rule.url}
          onChange={(event) => set({ url: event.target.value })}
          required
        />
      </div>
    </li>
  );
}
