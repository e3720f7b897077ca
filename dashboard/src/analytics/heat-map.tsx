import { dayNames } from '#core/rules/schedule-condition.ts';
import { formatNumber } from '../ui/format.ts';

/** Busiest times: hours of the week in the owner's time zone. */
export function HeatMap({ heat }: { heat: number[][] }) {
  const most = Math.max(1, ...heat.flat());
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Scans by weekday and hour">
      <table className="w-full min-w-[34rem] table-fixed border-separate border-spacing-0.5 text-[11px]">
        <caption className="sr-only">Scans by weekday and hour</caption>
        <thead>
          <tr>
            <td className="w-10" />
            {Array.from({ length: 24 }, (_, hour) => (
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
                  title={`${dayNames[day]} ${hour}:00: ${formatNumber(scans)} scans`}
                  className="relative h-6 overflow-hidden rounded bg-sunken"
                  style={
                    scans === 0
                      ? undefined
                      : {
                          background: `color-mix(in oklab, var(--chart-1) ${Math.round(12 + 88 * (scans / most))}%, var(--surface))`,
                        }
                  }
                >
                  <span className="sr-only">{scans}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
