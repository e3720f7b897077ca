import { Link, useSearch } from '@tanstack/react-router';
import { Camera } from 'lucide-react';
import { type DragEvent, useEffect, useMemo, useState } from 'react';
import { faultTexts, type PhotoFault } from '#core/photo/photo-fault.ts';
import { photoCodesMax } from '#core/photo/photo-limits.ts';
import { isWrongCode, ownerTexts } from '#core/photo/photo-owner.ts';
import { photoReadings } from '#core/photo/photo-words.ts';
import { messageOf } from '../api/request.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useAction } from '../ui/use-action.ts';
import { type IdentifiedCode, identify, readPhoto } from './read-photo.ts';

interface Checked {
  file: File;
  fault: PhotoFault | null;
  codes: IdentifiedCode[];
}

/** What a photo of the printed poster shows: before a thousand more are printed, or when nobody scans it. */
export function CheckPhotoPage() {
  const { code: expected = null } = useSearch({ from: '/app/check-photo' });
  const [stop] = useState(() => new AbortController());
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = useAction({
    run: async (file: File) => {
      const { codes, fault } = await readPhoto(file, stop.signal);
      return { file, fault, codes: await Promise.all(codes.map((code) => identify(code, expected))) };
    },
    onDone: setChecked,
    isQuiet: true,
  });
  useEffect(() => () => stop.abort(), [stop]);
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file === undefined || check.isPending) return;
    setChecked(null);
    check.mutate(file);
  };
  useDroppedFiles(choose);
  return (
    <Page
      title="Check a photo of a print"
      hint="Which code it is, how well phones read it, and what to improve. The photo stays in your browser."
    >
      <div className="space-y-4">
        <Source isBusy={check.isPending} onFiles={choose} />
        <p role="status" className="sr-only">
          {check.isPending ? 'Reading…' : checked === null ? '' : summaryOf(checked)}
        </p>
        {check.error && <Notice tone="bad">{messageOf(check.error)}</Notice>}
        {checked !== null && (
          <div className="grid gap-4 lg:grid-cols-[20rem_1fr]">
            <Picture file={checked.file} />
            <div className="min-w-0 space-y-4">
              {checked.fault !== null && <Notice tone="bad">{faultTexts[checked.fault]}</Notice>}
              {checked.codes.map((code, index) => (
                <Code key={`${index} ${code.text}`} code={code} />
              ))}
              {checked.codes.length === photoCodesMax && (
                <p className="text-soft">These are the {photoCodesMax} largest codes in the photo.</p>
              )}
            </div>
          </div>
        )}
      </div>
    </Page>
  );
}

function summaryOf({ fault, codes }: Checked): string {
  return fault !== null ? faultTexts[fault] : codes.map(({ owner }) => ownerTexts[owner]).join(' ');
}

/** Anywhere on the page: a file that is dropped beside a field would replace the page. */
function useDroppedFiles(onFiles: (files: FileList | null) => void): void {
  useEffect(() => {
    const allow = (event: Event) => event.preventDefault();
    const drop = (event: Event) => {
      event.preventDefault();
      onFiles((event as unknown as DragEvent).dataTransfer.files);
    };
    addEventListener('dragover', allow);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', allow);
      removeEventListener('drop', drop);
    };
  });
}

function Picture({ file }: { file: File }) {
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <img
      src={address}
      alt="What you chose"
      className="max-h-96 rounded-xl border border-line object-contain"
    />
  );
}

function Source({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: FileList | null) => void }) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">
          Drop a photo here, or take one with your phone. It must show the whole code.
        </p>
        <label
          aria-disabled={isBusy}
          className={classNames(
            buttonClass('primary'),
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          )}
        >
          <Camera className="size-4" aria-hidden /> {isBusy ? 'Reading…' : 'Choose a photo'}
          <input
            type="file"
            accept="image/*"
            aria-label="Choose a photo"
            className="sr-only"
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

function Code({ code }: { code: IdentifiedCode }) {
  const { own, owner, faults } = code;
  const isNamed = own !== null && owner !== 'other_host';
  return (
    <Card
      title={
        isNamed ? (
          <Link to="/codes/$id" params={{ id: own.qr_id }} className="hover:underline">
            {own.label}
          </Link>
        ) : (
          'A code'
        )
      }
      hint={<bdi className="break-all">{code.text}</bdi>}
    >
      <div className="space-y-3">
        <Notice tone={owner === 'own' ? 'good' : isWrongCode(owner) ? 'warn' : 'info'}>
          {ownerTexts[owner]}
        </Notice>
        {faults.length === 0 && <Notice tone="good">Nothing to improve in this photo.</Notice>}
        {faults.map((fault) => (
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
