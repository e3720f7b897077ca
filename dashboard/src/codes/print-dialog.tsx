import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adviceText, type PrintAdvice, printedWidthMm } from '#core/print/print-advice.ts';
import type { Unit } from '#core/qr-image/render-style.ts';
import { download, request } from '../api/request.ts';
import type { QrCode } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Choice, Switch, TextField } from '../ui/field.tsx';
import { fieldProblems } from '../ui/field-problems.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';

const formats = [
  { value: 'pdf', label: 'PDF: for print shops' },
  { value: 'eps', label: 'EPS: for older layout programs' },
  { value: 'svg', label: 'SVG: for layout programs and plotters' },
  { value: 'png', label: 'PNG: pixels in a chosen resolution' },
  { value: 'dxf', label: 'DXF: outlines for engraving and cutting' },
];
const units = [
  { value: 'mm', label: 'Millimetres' },
  { value: 'cm', label: 'Centimetres' },
  { value: 'in', label: 'Inches' },
  { value: 'px', label: 'Pixels' },
];
const inks = [
  { value: 'rgb', label: 'Colors of the design (RGB)' },
  { value: 'cmyk', label: 'CMYK, the code in black alone' },
  { value: 'spot', label: 'CMYK, the code in a spot color' },
];

const labels = {
  width: 'Width',
  dpi: 'Resolution (dpi)',
  spot_color: 'Name of the spot color',
  bleed: 'Bleed (mm)',
};

/** The image in the size, inks and format that a printer asks for. */
export function PrintDialog({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const [format, setFormat] = useState('pdf');
  const [width, setWidth] = useState('50');
  const [unit, setUnit] = useState('mm');
  const [dpi, setDpi] = useState('300');
  const [ink, setInk] = useState('cmyk');
  const [spot, setSpot] = useState('');
  const [bleed, setBleed] = useState('0');
  const [hasMarks, setHasMarks] = useState(false);
  const [isTransparent, setIsTransparent] = useState(code.design?.['bg_transparent'] === true);
  const hasInk = format === 'pdf' || format === 'eps';
  const query = new URLSearchParams({
    ...(width !== '' && { width, unit }),
    ...(format === 'png' && { dpi }),
    ...(format !== 'dxf' && { transparent: String(isTransparent) }),
    ...(hasInk && ink !== 'rgb' && { color_mode: 'cmyk' }),
    ...(hasInk && ink === 'spot' && { spot_color: spot }),
    ...(format === 'pdf' && { bleed, marks: String(hasMarks) }),
  });
  const save = useAction({
    run: () => download(`/qr-codes/${code.qr_id}/image/${format}?${query}`, `${code.label}.${format}`),
    onDone: onClose,
    isQuiet: true,
  });
  const problems = fieldProblems(save.error, labels);
  const advice = useQuery({
    queryKey: ['code', code.qr_id, 'print-advice'],
    queryFn: () => request<{ advice: PrintAdvice }>(`/qr-codes/${code.qr_id}/print-advice`),
    retry: false,
  }).data?.advice;
  const widthMm = printedWidthMm(width === '' ? undefined : Number(width), unit as Unit);
  return (
    <Modal
      title="Download for print"
      hint="Read back in this size before you get it."
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
        {problems.rest !== null && <Notice tone="bad">{problems.rest}</Notice>}
        <Choice label="Format" value={format} onChange={setFormat} options={formats} />
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label="Width"
            type="number"
            step="any"
            min={0}
            required
            error={problems.of('width')}
            value={width}
            onChange={(event) => setWidth(event.target.value)}
          />
          <Choice label="Unit" value={unit} onChange={setUnit} options={units} />
        </div>
        {advice && (
          <p className="text-[13px] text-soft" data-testid="print-advice">
            {adviceText(advice, widthMm)}
          </p>
        )}
        {format === 'png' && (
          <TextField
            label="Resolution (dpi)"
            type="number"
            min={72}
            max={1200}
            required
            error={problems.of('dpi')}
            value={dpi}
            onChange={(event) => setDpi(event.target.value)}
          />
        )}
        {hasInk && <Choice label="Inks" value={ink} onChange={setInk} options={inks} />}
        {hasInk && ink === 'spot' && (
          <TextField
            label="Name of the spot color"
            placeholder="PANTONE 185 C"
            required
            maxLength={40}
            error={problems.of('spot_color')}
            value={spot}
            onChange={(event) => setSpot(event.target.value)}
            hint="As your print shop calls it."
          />
        )}
        {format === 'pdf' && (
          <>
            <TextField
              label="Bleed (mm)"
              type="number"
              step="any"
              min={0}
              max={10}
              required
              error={problems.of('bleed')}
              value={bleed}
              onChange={(event) => setBleed(event.target.value)}
              hint="How far the background goes beyond the cut. Print shops often ask for 3."
            />
            <Switch label="Cut marks" checked={hasMarks} onChange={setHasMarks} />
          </>
        )}
        {format !== 'dxf' && (
          <Switch
            label="Without a background"
            hint="Place it on a light color."
            checked={isTransparent}
            onChange={setIsTransparent}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            Download
          </Button>
        </div>
      </form>
    </Modal>
  );
}
