import { useSuspenseQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { download, request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { formatDate } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';

/** Export or erase the whole account. */
export function DataPage() {
  const { data: me } = useSuspenseQuery(meQuery);
  const [isAsking, setAsking] = useState(false);
  const save = useAction({
    run: () => download('/account/export', `${me.account.account_id}.tar.gz`),
    done: 'Your data is in your downloads folder.',
  });
  const erase = useAction({
    run: () => request('/account/erasure', { method: 'POST' }),
    stale: [['me']],
    onDone: () => setAsking(false),
  });
  const keep = useAction({
    run: () => request('/account/erasure', { method: 'DELETE' }),
    stale: [['me']],
    done: 'Your account will not be erased.',
  });
  const eraseAt = me.account.erase_at;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card
        title="Download your data"
        hint="Account, projects, codes with their images, statistics and individual scans, in one archive."
      >
        <Button
          isBusy={save.isPending}
          icon={<Download className="size-4" aria-hidden />}
          onClick={() => save.mutate()}
        >
          Download everything
        </Button>
      </Card>
      <Card
        title="Erase this account"
        hint="Permanently removes your codes, images, statistics and sign-in, 30 days after your request."
      >
        {eraseAt === null ? (
          <Button look="danger" onClick={() => setAsking(true)}>
            Erase this account
          </Button>
        ) : (
          <div className="space-y-4">
            <Notice tone="warn">
              This account is erased on {formatDate(eraseAt)}. Until then everything works, and you can change
              your mind.
            </Notice>
            <Button look="primary" isBusy={keep.isPending} onClick={() => keep.mutate()}>
              Keep this account
            </Button>
          </div>
        )}
      </Card>
      <Confirm
        title="Erase this account?"
        action="Erase in 30 days"
        isOpen={isAsking}
        isBusy={erase.isPending}
        onConfirm={() => erase.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>For 30 days nothing changes: your printed codes keep working, and you can cancel here.</p>
        <p>
          After that, every code shows “not found”, and nobody can restore anything. The links of your codes
          are never given to anybody else.
        </p>
      </Confirm>
    </div>
  );
}
