import { useState } from 'react';
import { printedText } from '#core/qr-content/printed-text.ts';
import { sampleSlug } from '#core/slug.ts';
import type { Design } from '../api/types.ts';
import { useChangeCode, useCode } from '../codes/use-code.ts';
import { DesignEditor } from '../design/design-editor.tsx';
import { DesignPreview } from '../design/design-preview.tsx';
import { usePreview } from '../design/use-preview.ts';
import { useVerdict } from '../design/use-verdict.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { isSame } from '../ui/is-same.ts';
import { Notice } from '../ui/notice.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';

const sampleLink = `${window.location.origin}/${sampleSlug}`;

export function CodeDesignPage() {
  const code = useCode();
  const [design, setDesign] = useState<Design>(code.design ?? {});
  const preview = usePreview(
    printedText(code.type, code.qr_data ?? {}, code.short_link ?? sampleLink),
    design,
  );
  const save = useChangeCode(code, 'Design saved. Preparing the new image…');
  const isChanged = !isSame(design, code.design ?? {});
  const { verdict, isRefused } = useVerdict(design, code.type, code.qr_data);
  useUnsaved(isChanged && !save.isPending);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <DesignEditor design={design} onChange={setDesign} />
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
            disabled={!isChanged || preview.problem !== null || isRefused}
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
