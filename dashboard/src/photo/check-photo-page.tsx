import { Link } from '@tanstack/react-router';
import { Camera } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';
import type { PhotoFault } from '#core/photo/photo-fault.ts';
import { faultTexts } from '#core/photo/photo-fault.ts';
import { ownerTexts, photoReadings } from '#core/photo/photo-words.ts';
import { messageOf } from '../api/request.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useAction } from '../ui/use-action.ts';
import { type IdentifiedCode, identify, readPhoto } from './read-photo.ts';

interface Checked {
  picture: string;
  fault: PhotoFault | null;
  codes: IdentifiedCode[];
}

/** What a photo of the printed poster shows: before a thousand more are printed, or when nobody scans it. */
export function CheckPhotoPage() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = useAction({
    run: async (file: File) => {
      const { codes, fault } = await readPhoto(file);
      return { picture: URL.createObjectURL(file), fault, codes: await Promise.all(codes.map(identify)) };
    },
    onDone: setChecked,
    isQuiet: true,
  });
  const picture = checked?.picture;
  useEffect(() => (picture === undefined ? undefined : () => URL.revokeObjectURL(picture)), [picture]);
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file !== undefined && !check.isPending) check.mutate(file);
  };
  return (
    <Page
      title="Check a photo of a print"
      hint="Which code it is, how well phones read it, and what to improve. The photo stays in your browser."
    >
      <div className="space-y-4">
        <Source isBusy={check.isPending} onFiles={choose} />
        {check.error && <Notice tone="bad">{messageOf(check.error)}</Notice>}
        {checked !== null && (
          <div className="grid gap-4 lg:grid-cols-[20rem_1fr]" role="status">
            <img src={checked.picture} alt="Your choice" className="max-h-96 rounded-xl border border-line" />
            <div className="min-w-0 space-y-4">
              {checked.fault !== null && <Notice tone="bad">{faultTexts[checked.fault]}</Notice>}
              {checked.codes.map((code) => (
                <Code key={code.text} code={code} />
              ))}
            </div>
          </div>
        )}
      </div>
    </Page>
  );
}

function Source({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: FileList | null) => void }) {
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onFiles(event.dataTransfer.files);
  };
  return (
    <Card>
      <div
        className="flex flex-wrap items-center justify-between gap-3"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <p className="text-soft">
          Drop a photo here, or take one with your phone. It must show the whole code.
        </p>
        <label className={buttonClass('primary')} aria-busy={isBusy}>
          <Camera className="size-4" aria-hidden /> {isBusy ? 'Reading…' : 'Choose a photo'}
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            disabled={isBusy}
            onChange={(event) => {
              onFiles(event.target.files);
              event.target.value = '';
            }}
          />
        </label>
      </div>
    </Card>
  );
}

const ownerTones = { own: 'good', other_host: 'warn', foreign: 'warn' } as const;

function Code({ code }: { code: IdentifiedCode }) {
  return (
    <Card
      title={
        code.own === null ? (
          'Another code'
        ) : (
          <Link to="/codes/$id" params={{ id: code.own.qr_id }} className="hover:underline">
            {code.own.label}
          </Link>
        )
      }
      hint={<span className="break-all">{code.text}</span>}
    >
      <div className="space-y-3">
        <Notice tone={ownerTones[code.owner]}>{ownerTexts[code.owner]}</Notice>
        {code.faults.length === 0 && <Notice tone="good">Phones read this print well.</Notice>}
        {code.faults.map((fault) => (
          <Notice key={fault} tone="warn">
            {faultTexts[fault]}
          </Notice>
        ))}
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
          {photoReadings(code).map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
