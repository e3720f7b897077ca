import type { FormEvent, ReactNode } from 'react';
import { LaterButton } from '../planned/later-button.tsx';
import { canRehearse, RehearseButton } from '../planned/rehearse-button.tsx';
import { Button } from '../ui/button.tsx';
import { type FieldProblems, fieldProblems } from '../ui/field-problems.ts';
import { Notice } from '../ui/notice.tsx';
import { codeLabels, isCodeField } from './field-labels.ts';

interface SaveFormProps {
  save: { isPending: boolean; error: Error | null };
  /** Whether there is something to save. */
  isChanged: boolean;
  onSave: () => void;
  /** The same change for a later time, if it can be planned. */
  later?: { qrId: string; change: Record<string, unknown>; onPlanned: () => void };
  /** The fields, with what the server refused. */
  children: (problems: FieldProblems) => ReactNode;
}

/** The form of some settings of a code, with what the server refused under its field. */
export function SaveForm({ save, isChanged, onSave, later, children }: SaveFormProps) {
  const problems = fieldProblems(save.error, codeLabels, isCodeField);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      {children(problems)}
      {problems.rest !== null && <Notice tone="bad">{problems.rest}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isBusy={save.isPending} disabled={!isChanged}>
          Save
        </Button>
        {later !== undefined && (
          <>
            <LaterButton
              qrIds={[later.qrId]}
              change={later.change}
              isDisabled={!isChanged}
              onPlanned={later.onPlanned}
            />
            {canRehearse(later.change) && (
              <RehearseButton qrIds={[later.qrId]} change={later.change} isDisabled={!isChanged} />
            )}
          </>
        )}
      </div>
    </form>
  );
}
