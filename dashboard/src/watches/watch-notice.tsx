import { useQuery } from '@tanstack/react-query';
import { Notice } from '../ui/notice.tsx';
import { watchQuery } from './watch-query.ts';
import { scanWords, urlWords } from './watch-words.ts';

/** What people must know about a watched code. Nothing if all is well. */
export function WatchNotice({ qrId }: { qrId: string }) {
  const watch = useQuery(watchQuery(qrId)).data?.watch ?? null;
  if (watch === null) return null;
  const failing = watch.destinations.filter(({ state }) => state === 'failing');
  const scans = scanWords(watch);
  return (
    <>
      {watch.is_standby_used && (
        <Notice tone="warn" className="mb-6">
          {watch.replaced_url} does not work, so scans lead to the stand-by address. They go back by
          themselves.
        </Notice>
      )}
      {failing.map((url) => (
        <Notice key={url.url} tone="bad" className="mb-6">
          {url.url}: {urlWords(url).text}
        </Notice>
      ))}
      {scans !== null && (scans.tone === 'bad' || scans.tone === 'warn') && (
        <Notice tone={scans.tone} className="mb-6">
          {scans.text}
        </Notice>
      )}
    </>
  );
}
