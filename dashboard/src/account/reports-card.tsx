import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { Card } from '../ui/card.tsx';
import { Switch } from '../ui/field.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useAction } from '../ui/use-action.ts';

interface Reports {
  weekly: boolean;
  monthly: boolean;
}

const reportsQuery = queryOptions({ queryKey: ['reports'], queryFn: () => request<Reports>('/reports') });

/** Summaries that the signed-in user receives by mail. */
export function ReportsCard({ email }: { email: string }) {
  const reports = useQuery(reportsQuery);
  const save = useAction({
    run: (change: Partial<Reports>) => request('/reports', { method: 'PATCH', body: change }),
    stale: [['reports']],
    done: 'Saved.',
  });
  return (
    <Card
      title="Reports by email"
      hint={`Scans of the projects that you can see, with a chart, to ${email}.`}
    >
      <QueryState query={reports} height="h-20">
        {({ weekly, monthly }) => (
          <div className="space-y-4">
            <Switch
              label="Every week"
              hint="On Monday morning, about the week before."
              checked={weekly}
              onChange={(next) => save.mutate({ weekly: next })}
            />
            <Switch
              label="Every month"
              hint="On the morning of the first, about the month before."
              checked={monthly}
              onChange={(next) => save.mutate({ monthly: next })}
            />
          </div>
        )}
      </QueryState>
    </Card>
  );
}
