import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dotStyles } from '#core/qr-image/dots.ts';
import { eyeBallStyles, eyeStyles } from '#core/qr-image/eyes.ts';
import { borderStyles } from '#core/qr-image/frames/frame.ts';
import { drawDesign } from '#features/rendering/draw-design.ts';
import { readLogo } from '#features/rendering/read-logo.ts';
import { captions } from '../test/support/data/captions.ts';
import { sampleLogos } from '../test/support/data/sample-logos.ts';

interface Tile {
  label: string;
  metadata: Record<string, unknown>;
}

const link = 'HTTPS://GO.EXAMPLE.COM/QR-8KX2MP4TZ6WN';
const ink = '#16202e';
const pin =
  'M12 2C8 2 5 5 5 9c0 5 7 13 7 13s7-8 7-13c0-4-3-7-7-7zm0 9.6a2.6 2.6 0 1 1 0-5.2 2.6 2.6 0 0 1 0 5.2z';
const cup =
  'M4 4h13v2h1.5a3.5 3.5 0 0 1 0 7H17v1a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM17 8v3h1.5a1.5 1.5 0 0 0 0-3zM3 20h15v1.6H3z';

const styles: Tile[] = dotStyles.flatMap((dot) =>
  eyeStyles.map((eye) => ({
    label: `${dot} · ${eye}`,
    metadata: { dot_style: dot, eye_style: eye, foreground_color: ink },
  })),
);

const eyes: Tile[] = eyeStyles.flatMap((eye) =>
  eyeBallStyles.map((ball) => ({
    label: `${eye} · ${ball}`,
    metadata: { eye_style: eye, eye_ball_style: ball, eye_ball_color: '#9d0208', foreground_color: ink },
  })),
);

const frames: Tile[] = borderStyles
  .filter((border) => border !== 'none')
  .map((border) => ({ label: border, metadata: { border_style: border, frame_color: '#1d3f99' } }));

const scriptNames = new Intl.DisplayNames('en', { type: 'script' });
const captionFrames = ['caption', 'bubble', 'pill', 'text', 'ribbon'];
const scripts: Tile[] = Object.entries(captions).map(([script, caption], index) => ({
  label: scriptNames.of(script) ?? script,
  metadata: { border_style: captionFrames[index % captionFrames.length], caption, foreground_color: ink },
}));

const logo = (d: string, fill: string) => ({ view_box: [0, 0, 24, 24], paths: [{ d, fill }], share: 0.25 });

const designs: Tile[] = [
  { label: 'rounded', metadata: { border_style: 'rounded', dot_style: 'rounded', eye_style: 'rounded' } },
  {
    label: 'brackets',
    metadata: { border_style: 'brackets', dot_style: 'dots', eye_style: 'rounded', frame_color: '#d1495b' },
  },
  {
    label: 'caption',
    metadata: {
      border_style: 'caption',
      dot_style: 'extra-rounded',
      eye_style: 'leaf',
      frame_color: '#0b6e4f',
    },
  },
  {
    label: 'caption-top',
    metadata: {
      border_style: 'caption-top',
      caption: 'Speisekarte',
      dot_style: 'classy',
      eye_style: 'teardrop',
      foreground_color: '#5b2333',
    },
  },
  {
    label: 'bubble',
    metadata: {
      border_style: 'bubble',
      caption: 'Приходите в гости',
      dot_style: 'fluid',
      eye_style: 'rounded',
      foreground_color: '#1d3557',
    },
  },
  {
    label: 'linear gradient',
    metadata: {
      gradient: { from: '#7209b7', to: '#1d3f99', angle: 45 },
      dot_style: 'extra-rounded',
      eye_style: 'rounded',
    },
  },
  {
    label: 'radial gradient',
    metadata: { gradient: { type: 'radial', from: '#9d0208', to: '#370617' }, dot_style: 'diamond' },
  },
  {
    label: 'logo',
    metadata: {
      logo: logo(pin, '#d1495b'),
      error_correction: 'H',
      dot_style: 'rounded',
      eye_style: 'rounded',
      eye_color: '#8d0801',
    },
  },
  {
    label: 'all together',
    metadata: {
      logo: logo(cup, '#6f4518'),
      error_correction: 'H',
      border_style: 'caption',
      caption: 'Free coffee',
      dot_style: 'fluid',
      eye_style: 'leaf',
      foreground_color: '#3a2312',
      background_color: '#fff8ec',
      frame_color: '#6f4518',
    },
  },
  {
    label: 'bars',
    metadata: { dot_style: 'bars-vertical', eye_style: 'circle', foreground_color: '#004e64' },
  },
  {
    label: 'for print, 4:5',
    metadata: { format_ratio: '4:5', border_style: 'bubble', dot_style: 'classy', frame_color: '#e76f51' },
  },
];

/** A sheet of codes with their names, as one SVG. */
async function sheet(tiles: Tile[], columns: number, side: number): Promise<string> {
  const [gap, labelHeight] = [20, 26];
  const height = side + labelHeight + gap;
  const rows = Math.ceil(tiles.length / columns);
  const [widthPx, heightPx] = [columns * (side + gap) + gap, rows * height + gap];
  const drawn = tiles.map((tile, index) => {
    const x = gap + (index % columns) * (side + gap);
    const y = gap + Math.floor(index / columns) * height;
    return drawTile(tile, x, y, side);
  });
  const placed = await Promise.all(drawn);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" font-family="sans-serif" font-size="13" text-anchor="middle" fill="#52606d"><path fill="#eef1f4" d="M0 0H${widthPx}V${heightPx}H0z"/>${placed.join('')}</svg>\n`;
}

async function drawTile({ label, metadata }: Tile, x: number, y: number, side: number): Promise<string> {
  const drawn = await drawDesign(link, { foreground_color: ink, width: 480, height: 480, ...metadata });
  if (!drawn.ok) throw new Error(`${label}: ${drawn.message}`);
  const image = drawn.value.image.svg
    .trim()
    .replace(/ width="\d+" height="\d+"/, ` x="${x}" y="${y}" width="${side}" height="${side}"`);
  return `${image}<text x="${x + side / 2}" y="${y + side + 18}">${label}</text>`;
}

/** Uploaded logos, as the dashboard reads them. */
async function logoTiles(): Promise<Tile[]> {
  const tiles: Tile[] = [];
  for (const { name, file, look } of await sampleLogos()) {
    const read = await readLogo(file);
    if (!read.ok) throw new Error(`${name}: ${read.message}`);
    tiles.push({ label: name, metadata: { error_correction: 'H', logo: { ...read.value, ...look } } });
  }
  return tiles;
}

export async function makeGallery(): Promise<Record<string, string>> {
  const logos = await logoTiles();
  return {
    'logos.svg': await sheet(logos, 4, 280),
    'styles.svg': await sheet(styles, eyeStyles.length, 120),
    'eyes.svg': await sheet(eyes, eyeBallStyles.length, 120),
    'frames.svg': await sheet(frames, 6, 200),
    'captions.svg': await sheet(scripts, 5, 200),
    'designs.svg': await sheet(designs, 4, 280),
  };
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../docs/gallery');
  mkdirSync(folder, { recursive: true });
  for (const [name, svg] of Object.entries(await makeGallery())) {
    writeFileSync(join(folder, name), svg);
    process.stdout.write(`docs/gallery/${name}: ${Math.round(svg.length / 1024)} kB\n`);
  }
}
