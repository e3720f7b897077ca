import { useId, useMemo } from 'react';
import type { Design } from '../api/types.ts';
import { classNames } from '../ui/class-names.ts';
import { drawSample } from './use-preview.ts';

interface SwatchesProps {
  label: string;
  designKey: string;
  values: readonly string[];
  value: string;
  /** What each picture shows besides its own style. */
  base?: Design;
  /** Only a corner, so that single dots are visible. */
  isCorner?: boolean;
  onChange: (value: string) => void;
}

const styleNames: Record<string, string> = {
  square: 'Square',
  soft: 'Soft',
  rounded: 'Round',
  'extra-rounded': 'Rounder',
  fluid: 'Fluid',
  classy: 'Classy',
  dots: 'Dots',
  diamond: 'Diamond',
  'bars-vertical': 'Columns',
  'bars-horizontal': 'Rows',
  leaf: 'Leaf',
  teardrop: 'Drop',
  circle: 'Circle',
  petal: 'Petal',
  octagon: 'Octagon',
  notched: 'Notched',
  clover: 'Clover',
  none: 'None',
  solid: 'Solid',
  brackets: 'Corners',
  double: 'Double',
  dotted: 'Dotted',
  caption: 'Card',
  'caption-top': 'Card, top',
  bubble: 'Bubble',
  'bubble-top': 'Bubble, top',
  pill: 'Pill',
  'pill-top': 'Pill, top',
  text: 'Text',
  'text-top': 'Text, top',
  ribbon: 'Ribbon',
  'ribbon-top': 'Ribbon, top',
  'brackets-caption': 'Corner text',
  ticket: 'Ticket',
  receipt: 'Receipt',
  tag: 'Tag',
  phone: 'Phone',
  polaroid: 'Photo',
  bag: 'Bag',
  stamp: 'Stamp',
};

/** Styles to choose from, each with a picture. */
export function Swatches({ label, designKey, values, value, base, isCorner, onChange }: SwatchesProps) {
  const name = useId();
  const pictures = useMemo(
    () =>
      values.map((style) =>
        drawSample({ width: 256, quiet_zone: 1, error_correction: 'L', ...base, [designKey]: style }),
      ),
    [values, base, designKey],
  );
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-2">
        {values.map((style, index) => (
          <label
            key={style}
            className={classNames(
              'cursor-pointer rounded-lg border p-1.5 text-center has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              style === value
                ? 'border-accent bg-accent-soft ring-1 ring-accent'
                : 'border-line hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name={name}
              value={style}
              checked={style === value}
              onChange={() => onChange(style)}
              className="sr-only"
            />
            <span className="mx-auto block size-12 overflow-hidden rounded bg-white">
              <img
                src={pictures[index]}
                alt=""
                className={isCorner ? 'size-24 max-w-none' : 'size-12 object-contain'}
              />
            </span>
            <span className="mt-1 block truncate text-[11px]">{styleNames[style] ?? style}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
