import { PlanNotice } from '../account/plan-notice.tsx';
import { TextField } from '../ui/field.tsx';
import type { FieldProblems } from '../ui/field-problems.ts';
import { InstantField } from '../ui/instant-field.tsx';

export interface Limits {
  expires_at: string | null;
  scan_limit: number | null;
}

interface LimitsFormProps {
  limits: Limits;
  timeZone: string;
  /** Whether the plan includes them. */
  isIncluded: boolean;
  problems?: FieldProblems | undefined;
  onChange: (limits: Limits) => void;
}

export function LimitsForm({ limits, timeZone, isIncluded, problems, onChange }: LimitsFormProps) {
  return (
    <div className="space-y-4">
      {!isIncluded && (
        <PlanNotice>
          Your plan doesn’t include expiry dates or scan limits. You can always clear existing values.
        </PlanNotice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <InstantField
          label="Expires"
          error={problems?.of('expires_at')}
          timeZone={timeZone}
          disabled={!isIncluded && limits.expires_at === null}
          value={limits.expires_at ?? ''}
          onChange={(value) => onChange({ ...limits, expires_at: value === '' ? null : value })}
          hint={`Time zone: ${timeZone.replaceAll('_', ' ')}. Leave empty for no expiry.`}
        />
        <TextField
          label="Scan limit"
          error={problems?.of('scan_limit')}
          type="number"
          min={1}
          max={2_147_483_647}
          disabled={!isIncluded && limits.scan_limit === null}
          value={limits.scan_limit ?? ''}
          onChange={(event) =>
            onChange({ ...limits, scan_limit: event.target.value === '' ? null : Number(event.target.value) })
          }
          hint="The code stops working after this many scans. Leave empty for no limit."
        />
      </div>
    </div>
  );
}
