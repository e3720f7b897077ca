import { useState } from 'react';
import { labelCodesMax, labelSheetIds, labelSheets } from '#core/print/label-sheets.ts';
import { fetchResponse, saveFile } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { Choice, Switch, TextField } from '../ui/field.tsx';
import { fieldProblems } from '../ui/field-problems.ts';
import { plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';

const labels = { skip: 'Labels that are already used', sheet: 'Sheet' };

/** Labels or table tents of the chosen codes, as a PDF. */
export function LabelsDialog({ qrIds, onClose }: { qrIds: string[]; onClose: () => void }) {
  const [sheet, setSheet] = useState<string>('a4-12');
  const [hasNames, setHasNames] = useState(true);
  const [skip, setSkip] = useState('0');
  const save = useAction({
    run: async () => {
      const body = { qr_ids: qrIds, sheet, names: hasNames, skip: Number(skip) };
      return (await fetchResponse('/label-sheets', { method: 'POST', body })).blob();
    },
    onDone: (file) => {
      saveFile([file], 'labels.pdf');
      onClose();
    },
    isQuiet: true,
  });
  const problems = fieldProblems(save.error, labels);
  const isTooMany = qrIds.length > labelCodesMax;
  return (
    <Modal
      title={`Labels of ${plural(qrIds.length, 'code')}`}
      hint="As a PDF. Print it at 100%."
      isOpen
      onClose={onClose}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {isTooMany && <Notice tone="warn">Choose at most {labelCodesMax} codes.</Notice>}
        {problems.rest !== null && <Notice tone="bad">{problems.rest}</Notice>}
        <Choice
          label={labels.sheet}
          error={problems.of('sheet')}
          value={sheet}
          onChange={setSheet}
          options={labelSheetIds.map((id) => ({ value: id, label: labelSheets[id].name }))}
        />
        {!sheet.startsWith('tent') && (
          <TextField
            label={labels.skip}
            type="number"
            min={0}
            required
            error={problems.of('skip')}
            value={skip}
            onChange={(event) => setSkip(event.target.value)}
            hint="They stay free on the first sheet."
          />
        )}
        <Switch label="Names of the codes" checked={hasNames} onChange={setHasNames} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isPending} disabled={isTooMany}>
            Download
          </Button>
        </div>
      </form>
    </Modal>
  );
}
