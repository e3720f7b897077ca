import { useState } from 'react';
import { anyUtm, parseForwardedParams } from '#core/forward-query.ts';
import type { QrCode } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { isSame } from '../ui/is-same.ts';
import { Notice } from '../ui/notice.tsx';
import { useChangeCode } from './use-code.ts';

const kinds = [
  { value: 'none', label: 'None' },
  { value: 'utm', label: 'Campaign parameters (utm_…)' },
  { value: 'list', label: 'Those that I name' },
] as const;
type Kind = (typeof kinds)[number]['value'];

/** Which query parameters of a scanned link reach the destination. */
export function ForwardingCard({ code }: { code: QrCode }) {
  const stored = code.forwarded_params;
  const [kind, setKind] = useState<Kind>(kindOf(stored));
  const [text, setText] = useState(stored.join(', '));
  const save = useChangeCode(code, 'Saved. This applies to the next scan.');
  const isName = (name: string) => parseForwardedParams('', [name]).ok;
  const names = kind === 'none' ? [] : kind === 'utm' ? [anyUtm] : text.split(/[\s,]+/).filter(Boolean);
  const wrong = names.find((name) => !isName(name));
  return (
    <Card
      title="Parameters of the link"
      hint="If somebody adds parameters to the link of the code, such as ?table=7, these reach the destination. Its own parameters win."
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ forwarded_params: names });
        }}
      >
        <Choice
          label="Pass on"
          value={kind}
          onChange={(next) => setKind(next as Kind)}
          options={[...kinds]}
        />
        {kind === 'list' && (
          <TextField
            label="Names"
            placeholder="table, ref, utm_*"
            hint="Up to 20, separated by commas."
            value={text}
            error={
              wrong === undefined ? undefined : `“${wrong}” can’t be a name. Use letters, digits and . _ ~ -`
            }
            onChange={(event) => setText(event.target.value)}
            required
          />
        )}
        {save.error && <Notice tone="bad">{save.error.message}</Notice>}
        <Button
          type="submit"
          look="primary"
          isBusy={save.isPending}
          disabled={isSame(names, stored) || wrong !== undefined}
        >
          Save
        </Button>
      </form>
    </Card>
  );
}

function kindOf(names: readonly string[]): Kind {
  if (names.length === 0) return 'none';
  return names.length === 1 && names[0] === anyUtm ? 'utm' : 'list';
}
