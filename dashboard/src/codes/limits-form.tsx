import { TextField } from '../ui/field.tsx';
import { InstantField } from '../ui/instant-field.tsx';
import { Notice } from '../ui/notice.tsx';

export interface Limits {
  expires_at: string | null;
  scan_limit: number | null;
}

interface LimitsFormProps {
  limits: Limits;
  timeZone: string;
  /** Whether the plan has them. */
  isIncluded: boolean;
  onChange: (limits: Limits) => void;
}

export function LimitsForm({ limits, timeZone, isIncluded, onChange }: LimitsFormProps) {
  return (
    <div className="space-y-4">
      {!isIncluded && (
        <Notice>Expiry and scan limits are not in your plan. What is set can always be cleared.</Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <InstantField
          label="Expires"
          timeZone={timeZone}
          disabled={!isIncluded && limits.expires_at === null}
          value={limits.expires_at ?? ''}
          onChange={(value) => onChange({ ...limits, expires_at: value === '' ? null : value })}
          hint={`On the clock of ${timeZone.replaceAll('_', ' ')}. Empty: never.`}
        />
        <TextField
          label="Scan limit"
          type="number"
          min={1}
          max={2_147_483_647}
          disabled={!isIncluded && limits.scan_limit === null}
          value={limits.scan_limit ?? ''}
          onChange={(event) =>
            onChange({ ...limits, scan_limit: event.target.value === '' ? null : Number(event.target.value) })
          }
          hint="Exactly so many scans are let through. Empty: no limit."
        />
      </div>
    </div>
  );
}
