import { useQuery } from '@tanstack/react-query';
import { Check, Minus } from 'lucide-react';
import { featureNames, type LimitName, limitNames, planFeatures, planLimits } from '#core/plan-limits.ts';
import { usageQuery } from '../api/queries.ts';
import type { Usage } from '../api/types.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatNumber } from '../ui/format.ts';
import { Meter } from '../ui/meter.tsx';
import { QueryState } from '../ui/query-state.tsx';

/** Limits whose usage is already shown above. */
const metered: (LimitName & keyof Usage['usage'])[] = ['qr_codes', 'api_keys'];

export function PlanPage() {
  const usage = useQuery(usageQuery);
  return (
    <QueryState query={usage}>
      {(data) => (
        <div className="grid gap-6 lg:grid-cols-2">
          <Card
            title={
              <>
                Your plan: <span className="capitalize">{data.plan}</span>
              </>
            }
            hint="Archived codes and revoked keys don’t count."
            action={
              data.upgrade_url === null ? undefined : (
                <a href={data.upgrade_url} className={buttonClass('primary', 'small')} rel="noreferrer">
                  Get a larger plan
                </a>
              )
            }
          >
            <div className="space-y-5">
              {metered.map((name) => (
                <Meter
                  key={name}
                  label={planLimits[name].label}
                  used={data.usage[name].used}
                  limit={data.usage[name].limit}
                />
              ))}
            </div>
          </Card>
          <Card title="Included">
            <ul className="space-y-3">
              {featureNames.map((name) => {
                const isIncluded = data.features[name];
                return (
                  <li key={name} className="flex items-center gap-3">
                    {isIncluded ? (
                      <Check className="size-4 text-good" aria-hidden />
                    ) : (
                      <Minus className="size-4 text-soft" aria-hidden />
                    )}
                    <span className={isIncluded ? '' : 'text-soft'}>
                      {planFeatures[name].label}
                      {!isIncluded && <span className="sr-only"> (not included)</span>}
                    </span>
                  </li>
                );
              })}
            </ul>
            <h3 className="mt-6 mb-3 text-[13px] font-medium">Limits</h3>
            <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {limitNames
                .filter((name) => !(metered as LimitName[]).includes(name))
                .map((name) => (
                  <div key={name} className="rounded-lg bg-sunken p-3">
                    <dt className="text-xs text-soft">{planLimits[name].label}</dt>
                    <dd className="mt-0.5 font-semibold tabular-nums">{inWords(data.limits?.[name])}</dd>
                  </div>
                ))}
            </dl>
          </Card>
        </div>
      )}
    </QueryState>
  );
}

function inWords(limit: number | null | undefined): string {
  if (limit === undefined) return '–';
  return limit === null ? 'unlimited' : formatNumber(limit);
}
