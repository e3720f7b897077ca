import type { RedirectRule } from '#core/rules/redirect-rule.ts';
import { scheduleOf } from '#core/rules/rule-coverage.ts';
import { clockTime, minutesOfDay } from '#core/rules/schedule-condition.ts';
import { dayNames } from '#core/weekdays.ts';
import { Card } from '../ui/card.tsx';

const hues = [235, 160, 30, 330, 195, 280, 95, 0];

interface WeekTimelineProps {
  rules: RedirectRule[];
  /** The number of each rule for people, from 0. */
  places: readonly number[];
  timeZone: string;
}

/** The schedule rules in a week: which rule matches when, gaps, and overlaps. */
export function WeekTimeline({ rules, places, timeZone }: WeekTimelineProps) {
  if (!rules.some(({ conditions: [first] }) => first.kind === 'schedule')) return null;
  return (
    <Card
      title="Week"
      hint={`Time zone: ${timeZone.replaceAll('_', ' ')}. Empty: no time rule matches. Striped: an earlier rule overrides a later one.`}
    >
      <div className="grid grid-cols-[2.5rem_1fr] gap-y-1.5 text-xs">
        {dayNames.map((name, day) => (
          <DayBar key={name} name={name} rules={rules} places={places} day={day} />
        ))}
        <span />
        <div className="flex justify-between text-soft" aria-hidden>
          {['00', '06', '12', '18', '24'].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
      </div>
    </Card>
  );
}

interface DayBarProps extends Pick<WeekTimelineProps, 'rules' | 'places'> {
  name: string;
  day: number;
}

function DayBar({ name, rules, places, day }: DayBarProps) {
  const stretches = scheduleOf(rules, day);
  return (
    <>
      <span className="self-center font-medium text-soft">{name}</span>
      <div className="relative h-7 overflow-hidden rounded-md bg-sunken">
        {stretches
          .filter((stretch) => stretch.rules.length > 0)
          .map(({ startMinute, endMinute, rules: held }) => {
            const numbers = held.map((index) => (places[index] ?? index) + 1);
            const [winner = 1, ...hidden] = numbers;
            const hue = hues[(winner - 1) % hues.length];
            const time = `${clockTime(startMinute)}–${clockTime(endMinute)}`;
            const words = `${name} ${time}: rule ${winner}${hidden.length > 0 ? `, hides ${hidden.join(', ')}` : ''}`;
            return (
              <div
                key={startMinute}
                role="img"
                aria-label={words}
                title={words}
                className="absolute inset-y-0 flex items-center justify-center font-semibold text-white"
                style={{
                  left: `${(startMinute / minutesOfDay) * 100}%`,
                  width: `${((endMinute - startMinute) / minutesOfDay) * 100}%`,
                  backgroundColor: `oklch(0.48 0.14 ${hue})`,
                  ...(hidden.length > 0 && {
                    backgroundImage:
                      'repeating-linear-gradient(135deg, transparent 0 6px, rgb(0 0 0 / 0.25) 6px 12px)',
                  }),
                }}
              >
                {winner}
              </div>
            );
          })}
      </div>
    </>
  );
}
