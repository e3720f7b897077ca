import { useQuery } from '@tanstack/react-query';
import { Check, Minus } from 'lucide-react';
import { usageQuery } from '../api/queries.ts';
import { Card } from '../ui/card.tsx';
import { formatNumber } from '../ui/format.ts';
import { Meter } from '../ui/meter.tsx';
import { QueryState } from '../ui/query-state.tsx';

const features = {
  qr_creation: 'Creating QR codes',
  api_access: 'The API',
  advanced_redirects: 'Redirect rules, expiry and scan limits',
} as const;

const rates = {
  requests_per_second: 'a second',
  requests_per_minute: 'a minute',
  requests_per_day: 'a day',
} as const;

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
            hint="Archived codes and revoked keys do not count."
          >
            <div className="space-y-5">
              <Meter label="QR codes" used={data.usage.qr_codes.used} limit={data.usage.qr_codes.limit} />
              <Meter label="API keys" used={data.usage.api_keys.used} limit={data.usage.api_keys.limit} />
            </div>
          </Card>
          <Card title="Included">
            <ul className="space-y-3">
              {Object.entries(features).map(([name, label]) => {
                const isIncluded = data.features[name as keyof typeof features];
                return (
                  <li key={name} className="flex items-center gap-3">
                    {isIncluded ? (
                      <Check className="size-4 text-good" aria-hidden />
                    ) : (
                      <Minus className="size-4 text-soft" aria-hidden />
                    )}
                    <span className={isIncluded ? '' : 'text-soft'}>
                      {label}
                      {!isIncluded && <span className="sr-only"> (not included)</span>}
                    </span>
                  </li>
                );
              })}
            </ul>
            <h3 className="mt-6 mb-3 text-[13px] font-medium">Requests to the API</h3>
            <dl className="grid grid-cols-3 gap-3">
              {Object.entries(rates).map(([name, label]) => (
                <div key={name} className="rounded-lg bg-sunken p-3">
                  <dt className="text-xs text-soft">{label}</dt>
                  <dd className="mt-0.5 font-semibold tabular-nums">
                    {formatNumber(data.rates[name as keyof typeof rates])}
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        </div>
      )}
    </QueryState>
  );
}
