import { printedText } from '#core/qr-content/printed-text.ts';
import { sampleSlug } from '#core/slug.ts';
import type { Design, QrCode } from '../api/types.ts';
import { useChangeCode, useCode } from '../codes/use-code.ts';
import { DesignEditor } from '../design/design-editor.tsx';
import { DesignPreview } from '../design/design-preview.tsx';
import { MiniPreview } from '../design/mini-preview.tsx';
import { usePreview } from '../design/use-preview.ts';
import { useVerdict } from '../design/use-verdict.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { useDraft } from '../ui/use-draft.ts';

const sampleLink = `${window.location.origin}/${sampleSlug}`;

export function CodeDesignPage() {
  const code = useCode();
  const draft = useDraft<Design, QrCode>(`design ${code.qr_id}`, code.design ?? {}, code);
  const { value: design, isChanged } = draft;
  const save = useChangeCode(code, 'Design saved. Preparing the new image…', draft);
  const preview = usePreview(
    printedText(code.type, code.qr_data ?? {}, code.short_link ?? sampleLink),
    design,
  );
  const { verdict, isRefused } = useVerdict(design, code.type, code.qr_data);
  const isSavable = isChanged && preview.problem === null && !isRefused;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <div className="min-w-0">
        <MiniPreview preview={preview} verdict={verdict}>
          <Button
            look="primary"
            size="small"
            disabled={!isSavable}
            isBusy={save.isPending}
            onClick={() => save.mutate({ design })}
          >
            Save
          </Button>
        </MiniPreview>
        <RestoredNotice draft={draft} />
        <DesignEditor design={design} onChange={draft.set} />
      </div>
      <div className="max-lg:order-first lg:sticky lg:top-6">
        <Card>
          <DesignPreview preview={preview} design={design} verdict={verdict} />
          {save.error && (
            <Notice tone="bad" className="mt-4">
              {save.error.message}
            </Notice>
          )}
          <Button
            look="primary"
            className="mt-4 w-full"
            disabled={!isSavable}
            isBusy={save.isPending}
            onClick={() => save.mutate({ design })}
          >
            Save design
          </Button>
          <p className="mt-3 text-[13px] text-soft">
            Printed codes keep working, because the link stays the same.
          </p>
        </Card>
      </div>
    </div>
  );
}
