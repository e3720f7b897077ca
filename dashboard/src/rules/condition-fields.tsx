import { languageName, parseLanguageTag } from '#core/language-tag.ts';
import type { ConditionField } from '#core/rules/condition.ts';
import { conditions } from '#core/rules/conditions.ts';
import type { ConditionSource } from '#core/rules/rule-source.ts';
import { dayNames, weekdays } from '#core/weekdays.ts';
import { classNames } from '../ui/class-names.ts';
import { Choice, Switch, TextField } from '../ui/field.tsx';
import { textOf } from '../ui/text-of.ts';
import { CountryChoice } from './country-choice.tsx';

interface ConditionFieldsProps {
  condition: ConditionSource;
  problemOf: (field: string) => string | undefined;
  onChange: (condition: ConditionSource) => void;
}

/** The form fields of a condition, as its kind describes them. */
export function ConditionFields({ condition, problemOf, onChange }: ConditionFieldsProps) {
  return Object.entries(conditions[condition.kind].fields).map(([name, field]) => (
    <Control
      key={name}
      field={field}
      value={condition.fields[name]}
      error={problemOf(name)}
      onChange={(value) => onChange({ ...condition, fields: { ...condition.fields, [name]: value } })}
    />
  ));
}

interface ControlProps {
  field: ConditionField;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

function Control({ field, value, error, onChange }: ControlProps) {
  const { label, control, options = {} } = field;
  switch (control) {
    case 'choice':
      return (
        <Choice
          label={label}
          error={error}
          value={textOf(value)}
          onChange={onChange}
          options={Object.entries(options).map(([option, name]) => ({ value: option, label: name }))}
        />
      );
    case 'country':
      return (
        <CountryChoice label={label} value={textOf(value)} none="Choose a country" onChange={onChange} />
      );
    case 'language':
      return (
        <TextField
          label={label}
          error={error}
          placeholder="de, pt-BR"
          hint={languageHint(textOf(value))}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
          required
        />
      );
    case 'weekdays':
      return <Weekdays label={label} days={Array.isArray(value) ? value : []} onChange={onChange} />;
    case 'switch':
      return <Switch label={label} checked={value === true} onChange={onChange} />;
    case 'number':
      return (
        <TextField
          label={label}
          error={error}
          type="number"
          value={typeof value === 'number' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
        />
      );
    case 'time':
    case 'date':
    case 'text':
      return (
        <TextField
          label={label}
          error={error}
          type={control}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value)}
          required
        />
      );
  }
}

function languageHint(text: string): string {
  const tag = parseLanguageTag(text.trim());
  return tag === null ? 'A tag, such as de for German.' : `${languageName(tag)}.`;
}

interface WeekdaysProps {
  label: string;
  days: readonly unknown[];
  onChange: (days: string[]) => void;
}

function Weekdays({ label, days, onChange }: WeekdaysProps) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      <div className="flex gap-1">
        {weekdays.map((day, index) => {
          const isOn = days.includes(day);
          return (
            <button
              key={day}
              type="button"
              aria-pressed={isOn}
              onClick={() =>
                onChange(weekdays.filter((other) => (other === day ? !isOn : days.includes(other))))
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
  );
}
