import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { forgetProbes, type GateDepth } from '#features/rendering/judge-image.ts';
import { readLogo } from '#features/rendering/read-logo.ts';
import { renderImage } from '#features/rendering/render-image.ts';
import { FolderFileStore } from '#platform/folder-file-store.ts';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { repeated } from '../test/support/measure/repeated.ts';

const rounds = scaled(20, 4);
const perRound = 25;
const memoryRenders = scaled(5_000, 300);
const folder = mkdtempSync('/tmp/waypost-bench-render-');
const store = new FolderFileStore(folder);
after(() => rmSync(folder, { recursive: true }));
// One core, like a thread of the worker.
sharp.concurrency(1);

let serial = 0;
const nextLink = () => `HTTPS://GO.EXAMPLE.COM/QR-${String(serial++).padStart(12, '0')}`;

/** From the text to stored files, like the job. */
async function renderAndStore(metadata: Record<string, unknown>, depth: GateDepth): Promise<string> {
  const rendered = await renderImage(nextLink(), metadata, depth);
  assert.ok(rendered.ok);
  for (const [content, ending] of [
    [Buffer.from(rendered.value.svg), 'svg'],
    [rendered.value.png, 'png'],
  ] as const) {
    await store.put(`${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${ending}`, content);
  }
  return rendered.value.svg;
}

async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Round shapes and letters have blends along every edge: one byte per pixel instead of one bit. */
const designs = [
  { name: 'the default', metadata: {}, warmMin: 0.4, coldMin: 0.2 },
  {
    name: 'dots with a caption',
    metadata: { dot_style: 'dots', eye_style: 'rounded', border_style: 'caption' },
    warmMin: 0.3,
    coldMin: 0.2,
  },
];
/** Next to other tests, and in few rounds, the figures vary. */
const tolerance = proofScale >= 1 ? 1 : 0.75;

for (const { name, metadata, warmMin, coldMin } of designs) {
  test(
    `full renders per core compared with bare sharp on the same SVGs, ${name}: at least ${warmMin} with cached probes, ${coldMin} without`,
    repeated(async (t) => {
      const ratios: Record<string, number[]> = { warm: [], cold: [], 'cold, every probe': [] };
      await renderAndStore(metadata, 'quick');
      for (let round = 0; round < rounds; round++) {
        const svgs: string[] = [];
        const warm = await cpuMs(async () => {
          for (let index = 0; index < perRound; index++) svgs.push(await renderAndStore(metadata, 'quick'));
        });
        const bare = await cpuMs(async () => {
          for (const svg of svgs) await sharp(Buffer.from(svg)).png().toBuffer();
        });
        const cold = (depth: GateDepth) =>
          cpuMs(async () => {
            for (let index = 0; index < perRound; index++) {
              forgetProbes();
              await renderAndStore(metadata, depth);
            }
          });
        ratios['warm']?.push(bare / warm);
        ratios['cold']?.push(bare / (await cold('quick')));
        if (round % 4 === 0) ratios['cold, every probe']?.push(bare / (await cold('full')));
      }
      for (const [kind, values] of Object.entries(ratios))
        t.diagnostic(`${kind}: ${median(values).toFixed(2)}`);
      assert.ok(median(ratios['warm'] ?? []) >= warmMin * tolerance);
      assert.ok(median(ratios['cold'] ?? []) >= coldMin * tolerance);
    }),
  );
}

const photoMsMax = 150;

test(
  `a code with a photograph as its logo takes at most ${photoMsMax} ms with cached probes`,
  repeated(async (t) => {
    const read = await readLogo(readFileSync('test/support/data/logos/coffee.jpg'));
    assert.ok(read.ok);
    const design = { error_correction: 'H', logo: { ...read.value, share: 0.25 } };
    const [photo, plain]: [number[], number[]] = [[], []];
    await renderAndStore(design, 'full');
    await renderAndStore({ error_correction: 'H' }, 'full');
    for (let round = 0; round < rounds * 2; round++)
      for (const [metadata, times] of [
        [design, photo],
        [{ error_correction: 'H' }, plain],
      ] as const) {
        const beganMs = performance.now();
        await renderAndStore(metadata, 'full');
        times.push(performance.now() - beganMs);
      }
    t.diagnostic(`${median(photo).toFixed(0)} ms, ${median(plain).toFixed(0)} ms without a logo`);
    // Next to other tests, a render can have half a core.
    assert.ok(median(photo) <= photoMsMax / tolerance ** 3);
  }),
);

test(`memory stays flat over ${memoryRenders} renders`, async (t) => {
  const residentMb = () => process.memoryUsage().rss / 2 ** 20;
  for (let index = 0; index < memoryRenders * 0.2; index++) await renderAndStore({}, 'quick');
  const warm = residentMb();
  for (let index = 0; index < memoryRenders; index++) await renderAndStore({}, 'quick');
  const end = residentMb();
  t.diagnostic(`${warm.toFixed(0)} MB after warm-up, ${end.toFixed(0)} MB at the end`);
  // A few renders tell little, because the garbage collector has hardly run.
  assert.ok(end <= warm * (proofScale >= 1 ? 1.1 : 1.3), `${warm} → ${end} MB`);
});
