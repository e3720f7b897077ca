import { Menu } from '@base-ui/react/menu';
import { ImageUp, Shapes, Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { type LogoShape, logoShapes } from '#core/qr-image/picture-logo.ts';
import { request } from '../api/request.ts';
import type { Design } from '../api/types.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Choice, ColourField, Switch } from '../ui/field.tsx';
import { textOf } from '../ui/text-of.ts';
import { useAction } from '../ui/use-action.ts';
import { iconLogo, type StockIconName, stockIconNames, stockIcons } from './stock-icons.ts';

/** An icon, or a logo of an earlier design: flat shapes. */
interface ShapesSource {
  view_box: number[];
  paths: { d: string; fill: string }[];
  share: number;
}

interface PictureSource {
  image?: string;
  svg?: string;
  share: number;
  padding?: number;
  shape?: LogoShape;
  background?: string;
}

type LogoSource = ShapesSource | PictureSource;

const bytesMax = 2 * 1024 * 1024;
/** In percent of the width of the code. */
const sizes = { shapes: { least: 8, most: 25 }, picture: { least: 8, most: 40 } };
const shareOfUpload = 0.25;
/** A logo covers modules, so the code needs enough error correction. */
const correctionFor = (share: number) => (share <= 0.15 ? 'M' : share <= 0.2 ? 'Q' : 'H');
const levels = ['L', 'M', 'Q', 'H'];
const shapeNames: Record<LogoShape, string> = {
  none: 'As it is',
  rounded: 'Rounded corners',
  circle: 'Circle',
};
const paddings = [
  { value: '0', label: 'None' },
  { value: '0.5', label: 'Narrow' },
  { value: '1', label: 'Medium' },
  { value: '2', label: 'Wide' },
];

/** A logo for the middle: an uploaded picture, as it is, or an icon. */
export function LogoField({ design, onChange }: { design: Design; onChange: (design: Design) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const logo = design['logo'] as LogoSource | undefined;
  const setLogo = (next: LogoSource) => {
    const needed = correctionFor(next.share);
    const present = textOf(design['error_correction'], 'M');
    const level = levels.indexOf(present) < levels.indexOf(needed) ? needed : present;
    onChange({ ...design, logo: next, error_correction: level });
  };
  const upload = useAction({
    run: async (file: File) => {
      if (file.size > bytesMax) throw new Error('The file is too large. The maximum is 2 MB.');
      return request<{ logo: { image: string } | { svg: string } }>('/designs/logo', {
        method: 'POST',
        file,
      });
    },
    // Another picture keeps the size and shape that were chosen.
    onDone: (answer) => {
      const { image: _image, svg: _svg, ...look } = isPicture(logo) ? logo : { share: shareOfUpload };
      setLogo({ ...look, ...answer.logo });
    },
  });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) upload.mutate(file);
    event.target.value = '';
  };
  return (
    <div className="space-y-4">
      <input
        ref={input}
        type="file"
        aria-label="Logo file"
        accept=".svg,.png,.jpg,.jpeg"
        className="sr-only"
        tabIndex={-1}
        onChange={choose}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<ImageUp className="size-4" aria-hidden />}
          isBusy={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {logo ? 'Choose another' : 'Upload a logo'}
        </Button>
        <IconMenu
          onChoose={(icon) =>
            setLogo(
              iconLogo(
                icon,
                textOf(design['eye_color'] ?? design['foreground_color'], '#000000'),
                textOf(design['background_color'], '#ffffff'),
              ),
            )
          }
        />
        {logo && (
          <Button
            look="quiet"
            icon={<Trash2 className="size-4" aria-hidden />}
            onClick={() => {
              const { logo: _, ...rest } = design;
              onChange(rest);
            }}
          >
            Remove
          </Button>
        )}
      </div>
      <p className="text-[13px] text-soft">
        SVG, PNG or JPEG up to 2 MB. Photographs and fine lines stay as they are.
      </p>
      {logo && (
        <SizeRange
          share={logo.share}
          {...(isPicture(logo) ? sizes.picture : sizes.shapes)}
          onChange={(share) => setLogo({ ...logo, share })}
        />
      )}
      {isPicture(logo) && <PictureLook logo={logo} onChange={setLogo} />}
    </div>
  );
}

function isPicture(logo: LogoSource | undefined): logo is PictureSource {
  return logo !== undefined && !('paths' in logo);
}

interface SizeRangeProps {
  share: number;
  least: number;
  most: number;
  onChange: (share: number) => void;
}

function SizeRange({ share, least, most, onChange }: SizeRangeProps) {
  const percent = Math.round(share * 100);
  return (
    <label className="block text-[13px] font-medium">
      Size: {percent} % of the code
      <input
        type="range"
        min={least}
        max={most}
        value={percent}
        onChange={(event) => onChange(Number(event.target.value) / 100)}
        className="mt-2 w-full accent-accent"
      />
    </label>
  );
}

/** Shape, space and background of a picture. */
function PictureLook({ logo, onChange }: { logo: PictureSource; onChange: (logo: PictureSource) => void }) {
  const { background, ...bare } = logo;
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Choice
          label="Shape"
          value={logo.shape ?? 'none'}
          onChange={(shape) => onChange({ ...logo, shape: shape as LogoShape })}
          options={logoShapes.map((shape) => ({ value: shape, label: shapeNames[shape] }))}
        />
        <Choice
          label="Space around it"
          value={String(logo.padding ?? 0.5)}
          onChange={(padding) => onChange({ ...logo, padding: Number(padding) })}
          options={paddings}
        />
      </div>
      <Switch
        label="Plate behind the logo"
        hint="For pictures that are transparent."
        checked={background !== undefined}
        onChange={(isOn) => onChange(isOn ? { ...logo, background: '#ffffff' } : bare)}
      />
      {background !== undefined && (
        <ColourField
          label="Color of the plate"
          value={background}
          onChange={(next) => onChange({ ...logo, background: next })}
        />
      )}
    </>
  );
}

/** Icons that need no file, in the color of the code. */
function IconMenu({ onChoose }: { onChoose: (icon: StockIconName) => void }) {
  return (
    <Menu.Root>
      <Menu.Trigger className={buttonClass()}>
        <Shapes className="size-4" aria-hidden /> Choose an icon
      </Menu.Trigger>
      <Menu.Portal container={document.getElementById('content')}>
        <Menu.Positioner positionMethod="fixed" align="start" sideOffset={4} className="z-50">
          <Menu.Popup className="grid w-72 grid-cols-2 rounded-xl border border-line bg-raised p-1 shadow-lg outline-none">
            {stockIconNames.map((icon) => (
              <Menu.Item
                key={icon}
                className="flex h-10 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 outline-none data-[highlighted]:bg-sunken"
                onClick={() => onChoose(icon)}
              >
                <svg viewBox="0 0 24 24" className="size-5 fill-current" aria-hidden>
                  <path d={stockIcons[icon].paths[0]} />
                </svg>
                {stockIcons[icon].name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
