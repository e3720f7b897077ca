import { ImageUp, Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { request } from '../api/request.ts';
import type { Design } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { textOf } from '../ui/text-of.ts';
import { useAction } from '../ui/use-action.ts';

interface LogoSource {
  view_box: number[];
  paths: { d: string; fill: string }[];
  share: number;
}

const bytesMax = 2 * 1024 * 1024;
/** A logo covers modules, so the code needs enough error correction. */
const correctionFor = (share: number) => (share <= 0.15 ? 'M' : share <= 0.2 ? 'Q' : 'H');
const levels = ['L', 'M', 'Q', 'H'];

/** An uploaded logo for the middle. The server converts it to shapes. */
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
      return request<{ logo: LogoSource }>('/designs/logo', { method: 'POST', file });
    },
    onDone: (answer) => setLogo(answer.logo),
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
        SVG, PNG or JPEG up to 2 MB. Waypost converts it to plain shapes in a few colors, so simple logos look
        best.
      </p>
      {logo && (
        <label className="block text-[13px] font-medium">
          Size: {Math.round(logo.share * 100)} % of the code
          <input
            type="range"
            min={8}
            max={25}
            value={Math.round(logo.share * 100)}
            onChange={(event) => setLogo({ ...logo, share: Number(event.target.value) / 100 })}
            className="mt-2 w-full accent-accent"
          />
        </label>
      )}
    </div>
  );
}
