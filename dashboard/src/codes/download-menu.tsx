import { Menu } from '@base-ui/react/menu';
import { Download } from 'lucide-react';
import { isDrawing } from '../api/queries.ts';
import { accountQuery } from '../api/request.ts';
import type { QrCode } from '../api/types.ts';
import { buttonClass } from '../ui/button.tsx';

const formats = [
  { format: 'svg', label: 'SVG', hint: 'sharp at any size' },
  { format: 'png', label: 'PNG', hint: 'for screens and documents' },
  { format: 'pdf', label: 'PDF', hint: 'for the printer' },
] as const;

export function DownloadMenu({ code }: { code: QrCode }) {
  // The old image no longer matches the request.
  const isReady = code.file_url_svg !== null && !isDrawing(code);
  return (
    <Menu.Root>
      <Menu.Trigger disabled={!isReady} className={buttonClass('plain')}>
        <Download className="size-4" aria-hidden /> Download
      </Menu.Trigger>
      {/* Inside a landmark, where screen readers look for it. */}
      <Menu.Portal container={document.getElementById('content')}>
        <Menu.Positioner positionMethod="fixed" align="end" sideOffset={6} className="z-50">
          <Menu.Popup className="w-60 rounded-xl border border-line bg-raised p-1 shadow-lg outline-none">
            {formats
              .filter(({ format }) => format !== 'png' || code.file_url_png !== null)
              .map(({ format, label, hint }) => (
                <Menu.Item
                  key={format}
                  render={
                    <a
                      href={`/dashboard/api/qr-codes/${code.qr_id}/image/${format}${accountQuery()}`}
                      download
                      aria-label={`Download ${label}`}
                    />
                  }
                  className="flex h-10 items-center gap-2 rounded-lg px-2.5 outline-none data-[highlighted]:bg-sunken"
                >
                  <span className="font-medium">{label}</span>
                  <span className="ml-auto text-[13px] text-soft">{hint}</span>
                </Menu.Item>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
