import { QrCode as QrIcon } from 'lucide-react';
import type { QrCode } from '../api/types.ts';
import { classNames } from '../ui/class-names.ts';

/** The image of a code, or a sign that it is being drawn. */
export function CodePicture({ code, className }: { code: QrCode; className: string }) {
  const frame = classNames('shrink-0 rounded-lg border border-line bg-white', className);
  if (code.file_url_svg === null)
    return (
      <span className={classNames(frame, 'flex items-center justify-center')}>
        <QrIcon className="size-1/2 animate-pulse text-zinc-400" aria-label="Preparing the image" />
      </span>
    );
  return (
    <img
      src={code.file_url_svg}
      alt={`The code ${code.label}`}
      data-testid="code-image"
      className={classNames(frame, 'object-contain p-1')}
    />
  );
}
