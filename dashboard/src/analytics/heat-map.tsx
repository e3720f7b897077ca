import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { dayNames } from '#core/weekdays.ts';
import { classNames } from '../ui/class-names.ts';
import { plural } from '../ui/format.ts';
import { ShadeLegend, shadeOf } from './shade.tsx';

const hoursOfDay = 24;

interface Place {
  day: number;
  hour: number;
}

/** Busiest times: hours of the week in the owner's time zone. A pointer, a finger or the arrow keys read an hour. */
export function HeatMap({ heat }: { heat: number[][] }) {
  const [at, setAt] = useState<Place | null>(null);
  const most = Math.max(1, ...heat.flat());
  const scansAt = ({ day, hour }: Place) => heat[day]?.[hour] ?? 0;
  const point = (event: PointerEvent) => {
    const { day, hour } = (event.target as HTMLElement).dataset;
    if (day !== undefined && hour !== undefined) setAt({ day: Number(day), hour: Number(hour) });
  };
  const walk = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    // The first key shows the first hour.
    setAt(
      at === null
        ? { day: 0, hour: 0 }
        : { day: wrap(at.day + move.day, heat.length), hour: wrap(at.hour + move.hour, hoursOfDay) },
    );
  };
  return (
    <div>
      <div
        className="overflow-x-auto rounded-lg"
        tabIndex={0}
        role="group"
        aria-label="Scans by weekday and hour. Use the arrow keys to read each hour."
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={walk}
      >
        <table className="w-full min-w-[34rem] table-fixed border-separate border-spacing-0.5 text-[11px]">
          <caption className="sr-only">Scans by weekday and hour</caption>
          <thead>
            <tr>
              <td className="w-10" />
              {Array.from({ length: hoursOfDay }, (_, hour) => (
                <th key={hour} scope="col" className="relative font-normal text-soft">
                  {hour % 3 === 0 ? hour : <span className="sr-only">{hour}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {heat.map((hours, day) => (
              <tr key={dayNames[day]}>
                <th scope="row" className="pr-2 text-right font-normal text-soft">
                  {dayNames[day]}
                </th>
                {hours.map((scans, hour) => (
                  <td
                    // Hours are identified by their position.
                    key={hour}
                    data-day={day}
                    data-hour={hour}
                    className={classNames(
                      'relative h-6 overflow-hidden rounded bg-sunken',
                      at?.day === day && at.hour === hour && 'outline-2 -outline-offset-2 outline-text',
                    )}
                    style={{ background: shadeOf(scans / most) ?? undefined }}
                  >
                    <span className="sr-only">{scans}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ShadeLegend
        most={most}
        reading={
          at && `${dayNames[at.day]} ${String(at.hour).padStart(2, '0')}:00: ${plural(scansAt(at), 'scan')}`
        }
      />
    </div>
  );
}

const moves: Readonly<Record<string, Place>> = {
  ArrowRight: { day: 0, hour: 1 },
  ArrowLeft: { day: 0, hour: -1 },
  ArrowDown: { day: 1, hour: 0 },
  ArrowUp: { day: -1, hour: 0 },
};

function wrap(value: number, count: number): number {
  return (value + count) % count;
}
