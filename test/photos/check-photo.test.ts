import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { checkPhotoFile } from '#features/rendering/check-photo-file.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { type AnyPhoto, anyPhoto, photoKinds } from './any-photo.ts';

const perKind = scaled(25, 2);
const { PHOTO_FOLDER: folder, PHOTO_SEED: seed = '7' } = process.env;

test('a photograph of a print shows its code, or why it can not be read, and never another code', {
  timeout: 900_000,
}, async (t) => {
  const random = seededRandom(Number(seed));
  let right = 0;
  const wrong: string[] = [];
  for (let number = 0; number < perKind; number++) {
    for (const kind of photoKinds) {
      const photo = await anyPhoto(kind, random);
      const answer = await answerTo(photo);
      if (answer.isRight) right += 1;
      else wrong.push(`${kind} ${number}: ${answer.text}`);
      if (folder !== undefined) await keep(folder, `${kind} ${number} ${answer.text}`, photo.jpeg);
    }
  }
  const all = perKind * photoKinds.length;
  t.diagnostic(`${right} of ${all} right${wrong.map((line) => `\n  ${line}`).join('')}`);
  assert(right >= all * 0.95, `only ${right} of ${all} answers were right`);
});

const isStraight = new Set(['straight', 'close up']);

/** A code that was read must be one that is there. */
async function answerTo({ jpeg, text, stranger, faults, kind }: AnyPhoto) {
  const checked = await checkPhotoFile(jpeg);
  assert(checked.ok);
  const { codes, fault } = checked.value;
  const there = stranger === null ? [text] : [stranger];
  for (const code of codes) assert(there.includes(code.text), `read ${code.text}, but it shows ${there}`);
  if (fault === null) {
    // Nothing is wrong with a straight photo, so nothing may be said.
    const isCalm = !isStraight.has(kind) || codes.every((code) => code.faults.length === 0);
    return { isRight: isCalm, text: `read ${codes[0]?.faults.join()}` };
  }
  return { isRight: faults.includes(fault), text: fault };
}

async function keep(folder: string, name: string, jpeg: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/${name.replaceAll(' ', '-')}.jpg`, jpeg);
}
