import { useEffect, useState } from 'react';
import { fieldName, isOpaque, valueWords } from '../history/change-words.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { type Decision, type FieldConflict, setConflictPrompt } from './conflict.ts';

interface Question {
  conflicts: FieldConflict[];
  resolve: (kept: Decision) => void;
}

/** Shown when two people changed the same fields: each field is chosen. */
export function ConflictDialog() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    setConflictPrompt(
      (conflicts) =>
        new Promise((resolve) => {
          setMine(new Set(conflicts.map(({ field }) => field)));
          setQuestion({ conflicts, resolve });
        }),
    );
    return () => setConflictPrompt(null);
  }, []);
  const finish = (kept: Decision) => {
    question?.resolve(kept);
    setQuestion(null);
  };
  return (
    <Modal
      title="Somebody else changed this code"
      hint="You both changed the same settings. Choose what applies from now on."
      isOpen={question !== null}
      onClose={() => finish('later')}
      isWide
      isSticky
    >
      <div className="space-y-4">
        {question?.conflicts.map((conflict) => (
          <fieldset key={conflict.field} className="space-y-2">
            <legend className="text-[13px] font-medium first-letter:uppercase">
              {fieldName(conflict.field)}
            </legend>
            {(['theirs', 'mine'] as const).map((side) => {
              const isMine = side === 'mine';
              return (
                <label
                  key={side}
                  className="flex cursor-pointer items-start gap-3 rounded-lg border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
                >
                  <input
                    type="radio"
                    name={conflict.field}
                    className="mt-0.5 accent-accent"
                    checked={mine.has(conflict.field) === isMine}
                    onChange={() => {
                      const next = new Set(mine);
                      if (isMine) next.add(conflict.field);
                      else next.delete(conflict.field);
                      setMine(next);
                    }}
                  />
                  <span className="min-w-0">
                    <span className="block font-medium">{isMine ? 'Your change' : 'Their change'}</span>
                    <span className="block text-[13px] break-all text-soft">
                      {isOpaque(conflict.field) && conflict.field !== 'redirect_rules'
                        ? `the ${fieldName(conflict.field)} as ${isMine ? 'you' : 'they'} saved it`
                        : valueWords(conflict, conflict[side])}
                    </span>
                  </span>
                </label>
              );
            })}
          </fieldset>
        ))}
        <div className="flex justify-end gap-2">
          <Button onClick={() => finish(null)}>Keep all of theirs</Button>
          <Button look="primary" onClick={() => finish([...mine])}>
            Save
          </Button>
        </div>
      </div>
    </Modal>
  );
}
