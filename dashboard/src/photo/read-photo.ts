import type { PhotoCheck, PhotoCode } from '#core/photo/check-photo.ts';
import { photoBytesMax } from '#core/photo/photo-limits.ts';
import { type PhotoOwner, photoOwner } from '#core/photo/photo-owner.ts';
import { findSlug } from '#core/slug.ts';
import { fetchCode } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { QrCode, QrPage } from '../api/types.ts';
import type { PhotoAnswer } from './photo-worker.ts';

const patienceMs = 60_000;

/** In this browser: the picture is sent to nobody. */
export async function readPhoto(file: Blob, signal: AbortSignal): Promise<PhotoCheck> {
  if (file.size > photoBytesMax) throw new Error('The file is too large. The maximum is 50 MB.');
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<PhotoAnswer>();
  const fail = (message: string) => () => reject(new Error(message));
  const timer = setTimeout(fail('Reading took too long. Crop the photo to the code.'), patienceMs);
  worker.addEventListener('message', ({ data }: MessageEvent<PhotoAnswer>) => resolve(data));
  worker.addEventListener(
    'error',
    fail('The reader could not be started. Check your connection, then try again.'),
  );
  signal.addEventListener('abort', fail('Reading was stopped.'));
  worker.postMessage(file);
  try {
    const answer = await promise;
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.check;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

export interface IdentifiedCode extends PhotoCode {
  own: QrCode | null;
  owner: PhotoOwner;
}

/** The account's code that has this link. What the photo shows is worth knowing even if the question fails. */
export async function identify(code: PhotoCode, expected: string | null): Promise<IdentifiedCode> {
  const slug = findSlug(code.text);
  try {
    const own = slug === null ? null : await findOwn(slug);
    const mine = own && { qrId: own.qr_id, hosts: [...own.link_hosts, own.image_host] };
    return { ...code, own, owner: photoOwner(code.text, mine, expected) };
  } catch {
    return { ...code, own: null, owner: 'unknown' };
  }
}

async function findOwn(slug: string): Promise<QrCode | null> {
  const query = new URLSearchParams({ q: slug, page_size: '1' });
  for (const status of ['active', 'archived', 'blocked']) query.append('status', status);
  const { items } = await request<QrPage>(`/qr-codes?${query}`);
  const [item] = items;
  return item === undefined ? null : fetchCode(item.qr_id);
}
