import { adviceText } from '#core/print/print-advice.ts';
import type { Design } from '../api/types.ts';
import { Notice } from '../ui/notice.tsx';
import type { Preview } from './use-preview.ts';
import type { VerdictState } from './use-verdict.ts';

const good = 80;

interface DesignPreviewProps {
  preview: Preview;
  design: Design;
  verdict: VerdictState;
}

/** The picture with the result of the scan test. */
export function DesignPreview({ preview, design, verdict }: DesignPreviewProps) {
  const isTransparent = design['bg_transparent'] === true;
  return (
    <div>
      <div
        className={`flex aspect-square items-center justify-center rounded-xl border border-line p-6 ${isTransparent ? 'bg-[repeating-conic-gradient(#e5e5ea_0_25%,#fff_0_50%)] bg-[length:20px_20px]' : 'bg-sunken'}`}
      >
        {preview.picture && (
          <img
            data-testid="preview"
            src={preview.picture}
            alt="Preview of the code"
            className="max-h-full max-w-full rounded-md shadow-sm"
          />
        )}
      </div>
      <div className="mt-4 min-h-20">
        {preview.problem === null ? (
          <GateVerdict verdict={verdict} />
        ) : (
          <Notice tone="bad">{preview.problem}</Notice>
        )}
      </div>
    </div>
  );
}

function GateVerdict({ verdict: { data, problem, isAsking, advice } }: { verdict: VerdictState }) {
  if (data === undefined)
    return problem === null ? (
      <p aria-busy className="text-soft">
        Testing…
      </p>
    ) : (
      <Notice tone="bad">{problem}</Notice>
    );
  if (!data.is_accepted) return <Notice tone="bad">{data.message}</Notice>;
  const isGood = data.score >= good && data.findings.length === 0;
  return (
    <div aria-busy={isAsking} className={isAsking ? 'opacity-60' : ''}>
      <div className="flex items-baseline justify-between">
        <p className="font-medium">Scannability</p>
        <p className="tabular-nums">
          <span className="text-lg font-semibold" data-testid="score">
            {data.score}
          </span>
          <span className="text-soft"> / 100</span>
        </p>
      </div>
      <div className="mt-1.5 h-2 overflow-hidden rounded-full bg-sunken" aria-hidden>
        <div
          className={`h-full rounded-full ${isGood ? 'bg-good' : 'bg-warn'}`}
          style={{ width: `${data.score}%` }}
        />
      </div>
      {data.findings.length === 0 ? (
        <p className="mt-2 text-[13px] text-soft">
          Passed our scan tests: small, tilted, blurred, noisy and photographed. {data.width_px} ×{' '}
          {data.height_px} pixels.
        </p>
      ) : (
        <ul className="mt-2 space-y-1.5">
          {data.findings.map((finding) => (
            <li key={finding}>
              <Notice tone="warn">{finding}</Notice>
            </li>
          ))}
        </ul>
      )}
      {advice && (
        <p className="mt-2 text-[13px] text-soft" data-testid="print-advice">
          {adviceText(advice, null)}
        </p>
      )}
    </div>
  );
}
