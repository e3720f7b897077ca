// The animation of the README: create, scan, change the destination, scan again. Everything in it happens: npm run animation
import { writeFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import { BrowserService } from '../test/support/scratch/browser-service.ts';

const file = 'docs/images/waypost.gif';
const email = 'demo@harbour-coffee.example';
const password = 'harbour coffee demo';
const website = 'https://harbour.example';
const [width, height] = [1080, 640];
const desk = { left: 24, top: 84, width: 700, height: 532, viewport: { width: 1120, height: 851 } };
const phone = { left: 760, top: 84, width: 296, height: 532, viewport: { width: 360, height: 647 } };
const bytesMax = 1_000_000;

interface Frame {
  image: Buffer;
  ms: number;
}

const frames: Frame[] = [];
let caption = '';
let deskShot: Buffer | null = null;
let phoneShot: Buffer | null = null;

/** Both screens side by side. */
async function show(ms: number): Promise<void> {
  const layer = async (shot: Buffer | null, place: typeof desk) =>
    shot === null
      ? []
      : [
          {
            input: await sharp(shot).resize(place.width, place.height, { fit: 'fill' }).toBuffer(),
            left: place.left,
            top: place.top,
          },
        ];
  const box = ({ left, top, width: w, height: h }: typeof desk, radius: number, ring: number) =>
    `<rect x="${left - ring}" y="${top - ring}" width="${w + 2 * ring}" height="${h + 2 * ring}" rx="${radius}" fill="#18181b"/>`;
  const stage = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#eef0fe"/>
    <text x="24" y="52" font-family="Inter, Helvetica, Arial, sans-serif" font-size="30" font-weight="600" fill="#18181b">${caption}</text>
    ${box(desk, 8, 2)}${box(phone, 26, 9)}<rect x="${phone.left}" y="${phone.top}" width="${phone.width}" height="${phone.height}" rx="18" fill="#27272a"/></svg>`;
  const image = await sharp(Buffer.from(stage))
    .composite([...(await layer(deskShot, desk)), ...(await layer(phoneShot, phone))])
    .removeAlpha()
    .raw()
    .toBuffer();
  frames.push({ image, ms });
}

async function look(page: Page, ms: number): Promise<void> {
  deskShot = await page.screenshot();
  await show(ms);
}

/** Types as people do, some letters per picture. */
async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true }).first();
  await field.fill('');
  for (let end = 6; end < text.length + 6; end += 6) {
    await field.fill(text.slice(0, end));
    await look(page, 140);
  }
}

/** The phone points at the screen, reads the code in the picture, and follows its link. */
async function scan(desktop: Page, context: BrowserContext): Promise<void> {
  const code = desktop.locator('main img').first();
  const picture = await code.screenshot();
  const seen = await sharp(picture).resize(560, 560, { fit: 'contain', background: '#fff' }).png().toBuffer();
  const link = await readQrCode(seen);
  if (link === null) throw new Error('the code in the picture can’t be read');
  const page = await context.newPage();
  const camera = (
    ring: string,
  ) => `<body style="margin:0;background:#27272a;display:grid;place-items:center;height:100vh">
    <div style="border:5px solid ${ring};border-radius:22px;padding:14px;background:#fff"><img width="230" src="data:image/png;base64,${seen.toString('base64')}"></div></body>`;
  for (const ring of ['#71717a', '#facc15']) {
    await page.setContent(camera(ring));
    phoneShot = await page.screenshot();
    await show(700);
  }
  // A browser that follows the redirect itself would look for the website outside of this machine.
  const { headers } = await fetch(link.toLowerCase(), { redirect: 'manual' });
  await page.goto(headers.get('location') ?? '');
  phoneShot = await page.screenshot();
  await show(1_900);
  await page.close();
}

/** The owner's website. */
function menu(path: string): string {
  const isLunch = path.endsWith('/lunch');
  const dishes = isLunch
    ? ['Tomato soup', 'Fish sandwich', 'Lemonade']
    : ['Grilled sea bass', 'Saffron risotto', 'Red wine'];
  return `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin:0;font-family:Inter,Helvetica,Arial,sans-serif;background:${isLunch ? '#fff7ed' : '#1e1b4b'};color:${isLunch ? '#431407' : '#eef2ff'}">
    <p style="margin:0;padding:12px;text-align:center;font-size:15px;background:#0002">harbour.example${path}</p>
    <h1 style="padding:26px 24px 6px;font-size:38px;margin:0">${isLunch ? 'Lunch' : 'Dinner'}</h1>
    <ul style="list-style:none;padding:0 24px;font-size:22px;line-height:2.4">${dishes.map((dish) => `<li>${dish}</li>`).join('')}</ul></body>`;
}

const service = await BrowserService.start();
try {
  const made = await service.command('demo', '--email', email, '--password', password, '--empty');
  if (made.code !== 0) throw new Error(made.stderr);
  const page = await service.signIn(email, password, { viewport: desk.viewport, reducedMotion: 'reduce' });
  const nobody = await service.newPage({ viewport: phone.viewport, deviceScaleFactor: 1.5 });
  const context = nobody.context();
  await context.route(`${website}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: menu(new URL(route.request().url()).pathname) }),
  );

  caption = '1. Create a code';
  await page.goto('/dashboard/codes/new');
  await page.getByTestId('score').waitFor();
  await look(page, 900);
  await type(page, 'Destination', 'harbour.example/lunch');
  await type(page, 'Name', 'Tables');
  await page.getByText('Rounder', { exact: true }).click();
  await page.evaluate('scrollTo(0, 0)');
  await page.getByTestId('score').waitFor();
  await look(page, 900);
  await page.getByRole('button', { name: 'Create code' }).click();
  await page.getByRole('heading', { name: 'Your code is ready' }).waitFor();
  await page.getByText('Preparing its image').waitFor({ state: 'detached' });
  await page.evaluate('scrollTo(0, 0)');
  await look(page, 1_300);

  caption = '2. Print it, and scan it';
  await scan(page, context);

  caption = '3. Change the destination';
  await page.getByRole('navigation', { name: 'Code' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Destination', { exact: true }).waitFor();
  await look(page, 800);
  await type(page, 'Destination', 'harbour.example/dinner');
  const form = page.locator('form').filter({ has: page.getByLabel('Destination', { exact: true }) });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText(/saved/i).waitFor();
  await look(page, 1_500);

  caption = '4. The same print opens the new page';
  await scan(page, context);
  await show(1_500);
} finally {
  await service.close();
}

const raw = { width, height, channels: 3 } as const;
const images = frames.map(({ image }) => image);
const gif = await sharp(Buffer.concat(images), {
  raw: { ...raw, height: height * images.length, pageHeight: height },
})
  .gif({
    delay: frames.map(({ ms }) => ms),
    loop: 0,
    colours: 96,
    dither: 0,
    effort: 8,
    interFrameMaxError: 2,
  })
  .toBuffer();
if (gif.length > bytesMax) throw new Error(`${gif.length} bytes, at most ${bytesMax}`);
writeFileSync(file, gif);
process.stdout.write(`${file}: ${frames.length} pictures, ${Math.round(gif.length / 1_000)} kB\n`);
