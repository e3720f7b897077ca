import type { Cmyk, Ink, Inks } from '#core/print/inks.ts';
import { type Gradient, gradientAxis } from '#core/qr-image/gradient.ts';
import type { ColouredShape, Placement, Scene } from '#core/qr-image/scene.ts';

type Paint = PDFKit.Mixins.ColorValue;

/** What the types of the library leave out. */
export interface SpotDocument {
  spotColors: Record<string, unknown>;
  addSpotColor(name: string, c: number, m: number, y: number, k: number): void;
}

/** Inks as the document knows them. A spot color is defined where it is first used. */
export class Paints {
  readonly #document: PDFKit.PDFDocument;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
  }

  of(ink: Ink): Paint {
    if (ink.kind === 'rgb') return ink.hex;
    const [c, m, y, k] = ink.parts.map((part) => part * 100) as Cmyk;
    if (ink.kind === 'cmyk') return [c, m, y, k];
    const document = this.#document as unknown as SpotDocument;
    const { spotColors } = document;
    // The library takes names such as "gold" for colors of the web, so the ink is kept under another name.
    const key = `spot ${ink.name}`;
    if (spotColors[key] === undefined) {
      document.addSpotColor(ink.name, c, m, y, k);
      spotColors[key] = spotColors[ink.name];
      delete spotColors[ink.name];
    }
    return key;
  }
}

/** The frame, the symbol and the logo, in pixels of the scene. @param picture what `pictureForPrint` made of the logo */
export function drawScene(
  document: PDFKit.PDFDocument,
  scene: Scene,
  inks: Inks,
  paints: Paints,
  picture: Buffer | null,
): void {
  const { frame, symbol } = scene;
  if (frame !== null)
    within(document, frame.place, () => {
      for (const shape of frame.shapes) drawShape(document, shape, paints.of(inks.of(shape.colour)));
    });
  within(document, symbol.place, () => {
    const { colour, eyes, gradient } = symbol;
    const own = (hex: string) => paints.of(inks.symbol ?? inks.of(hex));
    const paint =
      gradient === null || inks.symbol !== null
        ? own(colour)
        : gradientPaint(document, gradient, symbol.size);
    for (const d of symbol.dots) document.path(d).fill(paint);
    for (const eye of eyes)
      document.path(eye.d).fill(eye.colour === null ? paint : own(eye.colour), 'even-odd');
    if (symbol.logo?.plate)
      document.path(symbol.logo.plate.d).fill(paints.of(inks.of(symbol.logo.plate.colour)));
    drawLogo(document, scene, inks, paints, picture);
  });
}

function within(document: PDFKit.PDFDocument, place: Placement | null, draw: () => void): void {
  document.save();
  if (place !== null) document.translate(place.x, place.y).scale(place.scale);
  draw();
  document.restore();
}

function drawShape(
  document: PDFKit.PDFDocument,
  { role, d, stroke, place }: ColouredShape,
  paint: Paint,
): void {
  within(document, place, () => {
    document.path(d);
    if (stroke !== null) document.lineWidth(stroke).lineCap('round').stroke(paint);
    else document.fill(paint, role === 'frame' ? 'even-odd' : 'non-zero');
  });
}

function gradientPaint(document: PDFKit.PDFDocument, gradient: Gradient, size: number): Paint {
  const { x1, y1, x2, y2, radius } = gradientAxis(gradient, size);
  const paint =
    gradient.type === 'linear'
      ? document.linearGradient(x1, y1, x2, y2)
      : document.radialGradient(x1, y1, 0, x1, y1, radius);
  paint.stop(0, gradient.from).stop(1, gradient.to);
  return paint as unknown as Paint;
}

function drawLogo(
  document: PDFKit.PDFDocument,
  { symbol }: Scene,
  inks: Inks,
  paints: Paints,
  picture: Buffer | null,
): void {
  const drawing = symbol.logo?.drawing;
  if (drawing === undefined) return;
  const { box } = drawing;
  document.save();
  if (drawing.kind === 'shapes') {
    document.rect(box.x, box.y, box.width, box.height).clip();
    const [x, y, width, height] = drawing.viewBox;
    const scale = Math.min(box.width / width, box.height / height);
    document
      .translate(box.x + (box.width - width * scale) / 2, box.y + (box.height - height * scale) / 2)
      .scale(scale)
      .translate(-x, -y);
    for (const { d, fill } of drawing.paths) document.path(d).fill(paints.of(inks.of(fill)));
  } else if (picture !== null) {
    document.path(drawing.clip).clip();
    // Fills the box; what is beyond it was cut off by its shape.
    document.image(picture, box.x, box.y, {
      cover: [box.width, box.height],
      align: 'center',
      valign: 'center',
    });
  }
  document.restore();
}
