import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';

/** A new secret, which can't be read again. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="space-y-4">
      <Notice tone="warn">
        You can see this secret only once. Your program needs it to verify signatures.
      </Notice>
      <div className="flex items-center gap-2 rounded-lg bg-sunken p-3">
        <code data-testid="webhook-secret" className="min-w-0 grow text-[13px] break-all">
          {secret}
        </code>
        <CopyButton text={secret} />
      </div>
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          I have saved it
        </Button>
      </div>
    </div>
  );
}
