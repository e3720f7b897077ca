import { alignments, ratios, type Unit } from '#core/qr-image/render-style.ts';
import type { Design } from '../api/types.ts';
import { Choice, TextField } from '../ui/field.tsx';
import { textOf } from '../ui/text-of.ts';

export type SetKey = (key: string, value: unknown) => void;

const unitNames: Record<Unit, string> = { px: 'Pixels', mm: 'Millimetres', cm: 'Centimetres', in: 'Inches' };
const widths: Record<string, number> = { px: 1_024, mm: 50, cm: 5, in: 2 };

/** Size, unit and position on the page. */
export function SizeFields({ design, set }: { design: Design; set: SetKey }) {
  const unit = textOf(design['unit'], 'px');
  const ratio = textOf(design['format_ratio'], '1:1');
  const number = (key: string) => textOf(design[key]);
  const setNumber = (key: string) => (event: { target: { value: string } }) =>
    set(key, event.target.value === '' ? undefined : Number(event.target.value));
  return (
    <div className="grid grid-cols-2 gap-4">
      <Choice
        label="Unit"
        value={unit}
        onChange={(next) => set('unit', next)}
        options={Object.entries(unitNames).map(([value, label]) => ({ value, label }))}
      />
      <Choice
        label="Format"
        value={ratio}
        onChange={(next) => set('format_ratio', next)}
        options={ratios.map((value) => ({ value, label: value }))}
      />
      <TextField
        label="Width"
        type="number"
        step="any"
        placeholder={String(widths[unit])}
        value={number('width')}
        onChange={setNumber('width')}
      />
      {ratio === 'custom' && (
        <TextField
          label="Height"
          type="number"
          step="any"
          placeholder={String(widths[unit])}
          value={number('height')}
          onChange={setNumber('height')}
        />
      )}
      <TextField
        label="Padding"
        type="number"
        step="any"
        min={0}
        placeholder="0"
        value={number('padding')}
        onChange={setNumber('padding')}
      />
      <TextField
        label="Resolution (dpi)"
        type="number"
        min={72}
        max={1200}
        placeholder="300"
        value={number('dpi')}
        onChange={setNumber('dpi')}
      />
      {ratio !== '1:1' && (
        <Choice
          label="Position on the page"
          value={textOf(design['output_alignment'], 'center')}
          onChange={(next) => set('output_alignment', next)}
          options={alignments.map((value) => ({ value, label: value.replace('-', ' ') }))}
        />
      )}
    </div>
  );
}
