import type { PhotoCheck, PhotoCode } from '#core/photo/check-photo.ts';
import { type PhotoOwner, photoOwner } from '#core/photo/photo-words.ts';
import { findSlug } from '#core/slug.ts';
import { fetchCode } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { QrCode, QrPage } from '../api/types.ts';
import type { PhotoAnswer } from './photo-worker.ts';

const patienceMs = 60_000;
const bytesMax = 50 * 1024 * 1024;

/** In this browser: the picture is sent to nobody. */
export async function readPhoto(file: Blob): Promise<PhotoCheck> {
  if (file.size > bytesMax) throw new Error('The file is too large. The maximum is 50 MB.');
  const worker = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = await new Promise<PhotoAnswer>((resolve, reject) => {
      const fail = () =>
        reject(new Error('The reader could not be started. Check your connection, then try again.'));
      worker.addEventListener('message', ({ data }: MessageEvent<PhotoAnswer>) => resolve(data));
      worker.addEventListener('error', fail);
      setTimeout(fail, patienceMs);
      worker.postMessage(file);
    });
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.check;
  } finally {
    worker.terminate();
  }
}

export interface IdentifiedCode extends PhotoCode {
  own: QrCode | null;
  owner: PhotoOwner;
}

/** The account's code that has this link. */
export async function identify(code: PhotoCode): Promise<IdentifiedCode> {
  const slug = findSlug(code.text);
  const own = slug === null ? null : await findOwn(slug);
  return { ...code, own, owner: photoOwner(code.text, own?.short_link ?? null) };
}

async function findOwn(slug: string): Promise<QrCode | null> {
  const query = new URLSearchParams({ q: slug, page_size: '1' });
  for (const status of ['active', 'archived', 'blocked']) query.append('status', status);
  const { items } = await request<QrPage>(`/qr-codes?${query}`);
  const [item] = items;
  return item === undefined ? null : fetchCode(item.qr_id);
}
