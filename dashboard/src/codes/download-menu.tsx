import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { isDrawing } from '../api/queries.ts';
import { accountQuery, messageOf } from '../api/request.ts';
import type { QrCode } from '../api/types.ts';
import { PopupItem, PopupMenu } from '../ui/popup-menu.tsx';
import { notify } from '../ui/toaster.tsx';

const PrintDialog = lazy(() =>
  import('./print-dialog.tsx').then((module) => ({ default: module.PrintDialog })),
);

const formats = [
  { format: 'svg', label: 'SVG', hint: 'sharp at any size' },
  { format: 'png', label: 'PNG', hint: 'for screens and documents' },
  { format: 'pdf', label: 'PDF', hint: 'for the printer' },
] as const;

export function DownloadMenu({ code }: { code: QrCode }) {
  const [isPrinting, setIsPrinting] = useState(false);
  // The old image no longer matches the request.
  const isReady = code.file_url_svg !== null && !isDrawing(code);
  const image = (format: string) => `/dashboard/api/qr-codes/${code.qr_id}/image/${format}${accountQuery()}`;
  return (
    <>
      <PopupMenu
        className="w-72"
        isDisabled={!isReady}
        trigger={
          <>
            <Download className="size-4" aria-hidden /> Download
          </>
        }
      >
        {formats
          .filter(({ format }) => format !== 'png' || code.file_url_png !== null)
          .map(({ format, label, hint }) => (
            <PopupItem
              key={format}
              label={label}
              hint={hint}
              render={<a href={image(format)} download aria-label={`Download ${label}`} />}
            />
          ))}
        {code.file_url_png !== null && (
          <PopupItem label="Copy" hint="to paste it elsewhere" onClick={() => void copyImage(image('png'))} />
        )}
        <PopupItem label="For print…" hint="size, CMYK, EPS, DXF" onClick={() => setIsPrinting(true)} />
        <PopupItem
          label="Check a print"
          hint="with a photo of it"
          render={<Link to="/check-photo" search={{ code: code.qr_id }} />}
        />
      </PopupMenu>
      {isPrinting && (
        <Suspense>
          <PrintDialog code={code} onClose={() => setIsPrinting(false)} />
        </Suspense>
      )}
    </>
  );
}

async function copyImage(address: string): Promise<void> {
  try {
    // As a promise: a browser allows copying only while it handles the click.
    const picture = fetch(address).then((response) => {
      if (!response.ok) throw new Error('The image could not be read. Try again.');
      return response.blob();
    });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    notify('Image copied.');
  } catch (error) {
    notify(messageOf(error), true);
  }
}
