import { Share2, X } from 'lucide-react';
import type { QrCode } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { CodePicture } from './code-picture.tsx';
import { DownloadMenu } from './download-menu.tsx';

/** After a code was created: what to do with it. */
export function CreatedPanel({ code, onClose }: { code: QrCode; onClose: () => void }) {
  const link = code.short_link;
  const canShare = link !== null && typeof navigator.share === 'function';
  return (
    <section
      aria-label="Your new code"
      className="relative mb-6 flex flex-col items-center gap-6 rounded-xl border border-accent bg-surface p-6 shadow-xs sm:flex-row"
    >
      <CodePicture code={code} className="size-44" />
      <div className="min-w-0 grow text-center sm:text-left">
        <h2 className="text-base font-semibold">
          {code.file_url_svg === null ? 'Your code is being prepared' : 'Your code is ready'}
        </h2>
        <ol className="mt-2 list-inside list-decimal space-y-1 text-soft">
          <li>Scan it from this screen with your phone.{!code.is_static && ' The count below rises.'}</li>
          <li>Download it. For print, use SVG or PDF.</li>
          {!code.is_static && <li>Change its destination whenever you want, also after printing.</li>}
        </ol>
        <div className="mt-4 flex flex-wrap justify-center gap-2 sm:justify-start">
          <DownloadMenu code={code} />
          {link !== null && <CopyButton text={link} label="Copy link" />}
          {canShare && (
            <Button
              icon={<Share2 className="size-4" aria-hidden />}
              onClick={() => void navigator.share({ title: code.label, url: link }).catch(() => {})}
            >
              Share
            </Button>
          )}
        </div>
      </div>
      <Button
        look="quiet"
        size="icon"
        className="absolute top-2 right-2"
        aria-label="Close"
        icon={<X className="size-4" aria-hidden />}
        onClick={onClose}
      />
    </section>
  );
}
