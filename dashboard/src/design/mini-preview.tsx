import type { ReactNode } from 'react';
import type { Preview } from './use-preview.ts';
import type { VerdictState } from './use-verdict.ts';

/** On a phone, the preview stays in view while the design is changed. */
export function MiniPreview({
  preview,
  verdict,
  children,
}: {
  preview: Preview;
  verdict: VerdictState;
  children?: ReactNode;
}) {
  const score = verdict.data?.is_accepted === true ? verdict.data.score : null;
  return (
    <div
      data-testid="mini-preview"
      className="sticky top-14 z-20 -mx-4 flex items-center gap-3 border-b border-line bg-surface px-4 py-2 shadow-sm sm:-mx-8 sm:px-8 lg:hidden"
    >
      {preview.picture && (
        <img src={preview.picture} alt="" className="size-16 shrink-0 rounded-md bg-white object-contain" />
      )}
      <p className="min-w-0 grow text-[13px]">
        {preview.problem !== null || verdict.data?.is_accepted === false ? (
          <span className="line-clamp-3 font-medium text-bad">
            {preview.problem ?? (verdict.data?.is_accepted === false ? verdict.data.message : '')}
          </span>
        ) : (
          <span className="text-soft">{score === null ? 'Testing…' : `Scannability ${score} of 100`}</span>
        )}
      </p>
      {children}
    </div>
  );
}
