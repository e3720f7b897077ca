import { deflateSync } from 'node:zlib';
import { pathSteps } from '#core/print/flat-path.ts';
import { type Ink, type Inks, rgbOf } from '#core/print/inks.ts';
import { type Gradient, gradientAxis } from '#core/qr-image/gradient.ts';
import type { ColouredShape, LogoDrawing, Placement, Scene } from '#core/qr-image/scene.ts';
import { type PictureInk, pixelsForPrint } from './picture-for-print.ts';

const pointsPerInch = 72;

/** For programs that place PostScript: shapes in their own inks, level 3, nothing to install. */
export async function writeEps(scene: Scene, { dpi, inks }: { dpi: number; inks: Inks }): Promise<string> {
  const { widthPx, heightPx, ground, frame, symbol } = scene;
  const scale = pointsPerInch / dpi;
  const [width, height] = [widthPx * scale, heightPx * scale];
  const pictureInk = inks.symbol === null ? 'rgb' : 'cmyk';
  const pixels = await pixelsForPrint(scene, pictureInk);
  const lines = [
    '%!PS-Adobe-3.0 EPSF-3.0',
    `%%BoundingBox: 0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
    `%%HiResBoundingBox: 0 0 ${number(width)} ${number(height)}`,
    '%%LanguageLevel: 3',
    ...(inks.symbol?.kind === 'spot' ? [`%%DocumentCustomColors: (${inks.symbol.name})`] : []),
    '%%EndComments',
    'gsave',
    // From the top, like the scene.
    `0 ${number(height)} translate ${number(scale)} ${number(-scale)} scale`,
  ];
  if (ground !== null) lines.push(setInk(inks.of(ground)), `0 0 ${widthPx} ${heightPx} rectfill`);
  if (frame !== null)
    lines.push(
      ...within(
        frame.place,
        frame.shapes.flatMap((shape) => drawShape(shape, inks)),
      ),
    );
  const own = (hex: string) => setInk(inks.symbol ?? inks.of(hex));
  const { colour, eyes, gradient, logo } = symbol;
  const fill = (d: string, rule: 'fill' | 'eofill') =>
    gradient === null || inks.symbol !== null
      ? [own(colour), path(d), rule]
      : shade(d, gradient, symbol.size, rule === 'fill' ? 'clip' : 'eoclip');
  lines.push(
    ...within(symbol.place, [
      ...symbol.dots.flatMap((d) => fill(d, 'fill')),
      ...eyes.flatMap((eye) =>
        eye.colour === null ? fill(eye.d, 'eofill') : [own(eye.colour), path(eye.d), 'eofill'],
      ),
      ...(logo?.plate ? [setInk(inks.of(logo.plate.colour)), path(logo.plate.d), 'fill'] : []),
      ...(logo === null ? [] : drawLogo(logo.drawing, inks, pixels && { ...pixels, ink: pictureInk })),
    ]),
    'grestore',
    'showpage',
    '%%EOF',
  );
  return `${lines.join('\n')}\n`;
}

/** Scales can be small. */
const number = (value: number) => String(Number(value.toPrecision(9)));
const numbers = (values: number[]) => values.map(number).join(' ');

function within(place: Placement | null, drawn: string[]): string[] {
  if (place === null) return ['gsave', ...drawn, 'grestore'];
  const { x, y, scale } = place;
  return ['gsave', `${numbers([x, y])} translate ${number(scale)} dup scale`, ...drawn, 'grestore'];
}

function setInk(ink: Ink): string {
  if (ink.kind === 'rgb') return `${numbers(rgbOf(ink.hex))} setrgbcolor`;
  if (ink.kind === 'cmyk') return `${numbers(ink.parts)} setcmykcolor`;
  // A share of the ink is the same share of the process colors that replace it.
  const parts = ink.parts.map(
    (part, index) => `${index === 3 ? '' : 'dup '}${number(part)} mul ${index === 3 ? '' : 'exch '}`,
  );
  return `[/Separation (${ink.name}) /DeviceCMYK {${parts.join('').trim()}}] setcolorspace 1 setcolor`;
}

function path(d: string): string {
  const steps = pathSteps(d).map((step) => {
    if (step.kind === 'close') return 'closepath';
    if (step.kind === 'curve')
      return `${numbers([step.x1, step.y1, step.x2, step.y2, step.x, step.y])} curveto`;
    return `${numbers([step.x, step.y])} ${step.kind}to`;
  });
  return ['newpath', ...steps].join('\n');
}

function drawShape({ role, d, colour, stroke, place }: ColouredShape, inks: Inks): string[] {
  const how =
    stroke === null
      ? [role === 'frame' ? 'eofill' : 'fill']
      : [`${number(stroke)} setlinewidth 1 setlinecap stroke`];
  return within(place, [setInk(inks.of(colour)), path(d), ...how]);
}

function shade(d: string, gradient: Gradient, size: number, clip: string): string[] {
  const { x1, y1, x2, y2, radius } = gradientAxis(gradient, size);
  const [type, coords] =
    gradient.type === 'linear' ? [2, [x1, y1, x2, y2]] : [3, [x1, y1, 0, x1, y1, radius]];
  const colours = `/C0 [${numbers(rgbOf(gradient.from))}] /C1 [${numbers(rgbOf(gradient.to))}]`;
  return within(null, [
    path(d),
    clip,
    `<< /ShadingType ${type} /ColorSpace /DeviceRGB /Coords [${numbers(coords)}] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /N 1 ${colours} >> >> shfill`,
  ]);
}

interface Pixels {
  ink: PictureInk;
  data: Buffer;
  width: number;
  height: number;
}

function drawLogo(drawing: LogoDrawing, inks: Inks, pixels: Pixels | null): string[] {
  const { box } = drawing;
  if (drawing.kind === 'shapes') {
    const [x, y, width, height] = drawing.viewBox;
    const scale = Math.min(box.width / width, box.height / height);
    const place = {
      x: box.x + (box.width - width * scale) / 2 - x * scale,
      y: box.y + (box.height - height * scale) / 2 - y * scale,
      scale,
    };
    return [
      'gsave',
      `${numbers([box.x, box.y, box.width, box.height])} rectclip`,
      ...within(
        place,
        drawing.paths.flatMap(({ d, fill }) => [setInk(inks.of(fill)), path(d), 'fill']),
      ),
      'grestore',
    ];
  }
  if (pixels === null) return [];
  const { data, width, height, ink } = pixels;
  const [space, decode] = ink === 'rgb' ? ['DeviceRGB', '0 1 0 1 0 1'] : ['DeviceCMYK', '0 1 0 1 0 1 0 1'];
  // Fills the box; what is beyond it was cut off by its shape.
  const scale = Math.max(box.width / width, box.height / height);
  const [x, y] = [box.x + (box.width - width * scale) / 2, box.y + (box.height - height * scale) / 2];
  return within(null, [
    path(drawing.clip),
    'clip',
    `${numbers([x, y])} translate ${numbers([width * scale, height * scale])} scale`,
    `/${space} setcolorspace`,
    `<< /ImageType 1 /Width ${width} /Height ${height} /BitsPerComponent 8 /Decode [${decode}] /ImageMatrix [${width} 0 0 ${height} 0 0] /DataSource currentfile /ASCIIHexDecode filter /FlateDecode filter >> image`,
    `${deflateSync(data)
      .toString('hex')
      .replace(/.{1,128}/g, '$&\n')}>`,
  ]);
}
