import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { defaultStyle } from '#core/qr-image/default-style.ts';
import { dotStyles } from '#core/qr-image/dots.ts';
import { eyeBallStyles, eyeStyles } from '#core/qr-image/eyes.ts';
import { type BorderStyle, borderStyles, hasCaption } from '#core/qr-image/frames/frame.ts';
import { errorLevels } from '#core/qr-image/qr-matrix.ts';
import { templatesQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Design } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Choice, ColourField, Switch, TextField } from '../ui/field.tsx';
import { textOf } from '../ui/text-of.ts';
import { useAction } from '../ui/use-action.ts';
import { CaptionField } from './caption-field.tsx';
import { LogoField } from './logo-field.tsx';
import { type SetKey, SizeFields } from './size-fields.tsx';
import { Swatches } from './swatches.tsx';

interface DesignEditorProps {
  design: Design;
  onChange: (design: Design) => void;
}

/** All design options. Only values that differ from the default are stored. */
export function DesignEditor({ design, onChange }: DesignEditorProps) {
  const defaults: Record<string, unknown> = defaultStyle;
  const value = (key: string) => design[key] ?? defaults[key];
  const set: SetKey = (key, next) => {
    const { [key]: _, ...rest } = design;
    const isDefault = next === undefined || next === null || next === defaults[key];
    const changed = isDefault ? rest : { ...rest, [key]: next };
    if (key === 'border_style' && !hasCaption(next as BorderStyle)) delete changed['caption'];
    onChange(changed);
  };
  const border = value('border_style') as BorderStyle;
  const foreground = textOf(value('foreground_color'));
  const eyes = textOf(design['eye_color'], foreground);
  const eyeStyle = textOf(value('eye_style'));
  const eyeBase = useMemo(() => ({ eye_style: eyeStyle }), [eyeStyle]);
  return (
    <div className="space-y-6">
      <Templates design={design} onChange={onChange} />
      <Section title="Shape" isOpen>
        <Swatches
          label="Dots"
          designKey="dot_style"
          isCorner
          values={dotStyles}
          value={textOf(value('dot_style'))}
          onChange={(next) => set('dot_style', next)}
        />
        <Swatches
          label="Eyes"
          designKey="eye_style"
          isCorner
          values={eyeStyles}
          value={textOf(value('eye_style'))}
          onChange={(next) => set('eye_style', next)}
        />
        <Swatches
          label="Eye centers"
          designKey="eye_ball_style"
          isCorner
          values={eyeBallStyles}
          base={eyeBase}
          value={textOf(design['eye_ball_style'], textOf(value('eye_style')))}
          onChange={(next) => set('eye_ball_style', next === value('eye_style') ? undefined : next)}
        />
        <Swatches
          label="Frame"
          designKey="border_style"
          values={borderStyles}
          value={border}
          onChange={(next) => set('border_style', next)}
        />
        {hasCaption(border) && (
          <CaptionField value={textOf(design['caption'])} onChange={(next) => set('caption', next)} />
        )}
      </Section>
      <Section title="Color" isOpen>
        <div className="grid grid-cols-2 gap-4">
          <ColourField label="Code" value={foreground} onChange={(next) => set('foreground_color', next)} />
          <ColourField
            label="Background"
            value={textOf(value('background_color'))}
            onChange={(next) => set('background_color', next)}
          />
          <ColourField
            label="Eyes"
            value={textOf(design['eye_color'], foreground)}
            onChange={(next) => set('eye_color', next === foreground ? undefined : next)}
          />
          <ColourField
            label="Eye centers"
            value={textOf(design['eye_ball_color'], eyes)}
            onChange={(next) => set('eye_ball_color', next === eyes ? undefined : next)}
          />
          {border !== 'none' && (
            <ColourField
              label="Frame"
              value={textOf(design['frame_color'], foreground)}
              onChange={(next) => set('frame_color', next === foreground ? undefined : next)}
            />
          )}
        </div>
        <Switch
          label="Transparent background"
          hint="Tested on white. Place it on a light color."
          checked={value('bg_transparent') === true}
          onChange={(next) => set('bg_transparent', next)}
        />
        <GradientFields
          gradient={design['gradient'] as GradientSource | undefined}
          foreground={foreground}
          onChange={(next) => set('gradient', next)}
        />
      </Section>
      <Section title="Logo">
        <LogoField design={design} onChange={onChange} />
      </Section>
      <Section title="Size and print">
        <SizeFields design={design} set={set} />
        <div className="grid grid-cols-2 gap-4">
          <Choice
            label="Error correction"
            value={textOf(value('error_correction'))}
            onChange={(next) => set('error_correction', next)}
            options={errorLevels.map((level) => ({ value: level, label: correction[level] }))}
          />
          <TextField
            label="Quiet zone"
            type="number"
            min={1}
            max={10}
            value={textOf(value('quiet_zone'))}
            onChange={(event) => set('quiet_zone', Number(event.target.value))}
            hint="In modules. The standard is four."
          />
        </div>
        <Switch
          label="Also create a PNG"
          checked={value('export_png') === true}
          onChange={(next) => set('export_png', next)}
        />
      </Section>
    </div>
  );
}

const correction = { L: 'Low (7 %)', M: 'Medium (15 %)', Q: 'High (25 %)', H: 'Highest (30 %)' };

function Section({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="group rounded-xl border border-line bg-surface shadow-xs">
      <summary className="flex items-center justify-between rounded-xl px-5 py-4 text-[15px] font-semibold select-none">
        {title}
        <ChevronDown className="size-4 text-soft transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      <div className="space-y-5 px-5 pb-5">{children}</div>
    </details>
  );
}

interface GradientSource {
  type: string;
  from: string;
  to: string;
  angle: number;
}

interface GradientFieldsProps {
  gradient: GradientSource | undefined;
  foreground: string;
  onChange: (gradient: GradientSource | undefined) => void;
}

function GradientFields({ gradient, foreground, onChange }: GradientFieldsProps) {
  return (
    <div className="space-y-4">
      <Switch
        label="Gradient"
        checked={gradient !== undefined}
        onChange={(isOn) =>
          onChange(isOn ? { type: 'linear', from: foreground, to: '#6d28d9', angle: 45 } : undefined)
        }
      />
      {gradient && (
        <div className="grid grid-cols-2 gap-4">
          <ColourField
            label="From"
            value={gradient.from}
            onChange={(from) => onChange({ ...gradient, from })}
          />
          <ColourField label="To" value={gradient.to} onChange={(to) => onChange({ ...gradient, to })} />
          <Choice
            label="Kind"
            value={gradient.type}
            onChange={(type) => onChange({ ...gradient, type })}
            options={[
              { value: 'linear', label: 'Linear' },
              { value: 'radial', label: 'Radial' },
            ]}
          />
          {gradient.type === 'linear' && (
            <TextField
              label="Angle"
              type="number"
              min={0}
              max={360}
              value={gradient.angle}
              onChange={(event) => onChange({ ...gradient, angle: Number(event.target.value) })}
            />
          )}
        </div>
      )}
    </div>
  );
}

function Templates({ design, onChange }: DesignEditorProps) {
  const templates = useQuery(templatesQuery);
  const [chosen, setChosen] = useState('');
  const [before, setBefore] = useState<Design | null>(null);
  const apply = () => {
    setBefore(design);
    onChange(templates.data?.find(({ template_id }) => template_id === chosen)?.design ?? {});
  };
  const [name, setName] = useState('');
  const save = useAction({
    run: () => request('/designs/templates', { method: 'POST', body: { name, design } }),
    stale: [['templates']],
    done: 'Template saved.',
    onDone: () => setName(''),
  });
  return (
    <div className="flex flex-wrap items-end gap-3 rounded-xl border border-line bg-surface p-5 shadow-xs">
      <Choice
        label="Start from"
        className="min-w-48 grow"
        value={chosen}
        onChange={setChosen}
        options={[
          { value: '', label: 'Black on white' },
          ...(templates.data ?? []).map((template) => ({
            value: template.template_id,
            label: template.name,
          })),
        ]}
      />
      <Button onClick={apply}>Apply</Button>
      {before !== null && (
        <Button
          look="quiet"
          onClick={() => {
            onChange(before);
            setBefore(null);
          }}
        >
          Undo
        </Button>
      )}
      <TextField
        label="Save as template"
        className="min-w-40 grow"
        placeholder="Template name"
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button disabled={name.trim() === ''} isBusy={save.isPending} onClick={() => save.mutate()}>
        Keep
      </Button>
    </div>
  );
}
