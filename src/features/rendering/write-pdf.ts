import PDFDocument from 'pdfkit';
import type { Inks } from '#core/print/inks.ts';
import type { Box, Scene } from '#core/qr-image/scene.ts';
import { collectPdf } from './collect-pdf.ts';
import { drawScene, Paints, type SpotDocument } from './draw-scene.ts';
import { type PictureInk, pictureForPrint } from './picture-for-print.ts';

export interface PdfOptions {
  dpi: number;
  inks: Inks;
  /** Around the image, filled with its background. */
  bleedMm: number;
  /** Lines that show where to cut. */
  hasMarks: boolean;
}

const pointsPerInch = 72;
const pointsPerMm = pointsPerInch / 25.4;
/** Between the bleed and the marks, and their length and line, in points. */
const mark = { gap: 6, length: 14, line: 0.25 };
/** The paper and the press that most print shops of Europe expect; a shop with others converts. */
const outputCondition = 'FOGRA39';

/** A page in the size of the image, with shapes that print sharp at any scale. */
export async function writePdf(scene: Scene, { dpi, inks, bleedMm, hasMarks }: PdfOptions): Promise<Buffer> {
  const { widthPx, heightPx, ground, symbol } = scene;
  const scale = pointsPerInch / dpi;
  const [width, height] = [widthPx * scale, heightPx * scale];
  const bleed = bleedMm * pointsPerMm;
  const margin = bleed + (hasMarks ? mark.gap + mark.length : 0);
  const pictureInk: PictureInk = inks.symbol === null ? 'rgb' : 'cmyk';
  const picture = symbol.logo === null ? null : await pictureForPrint(scene, pictureInk);
  const document = new PDFDocument({ size: [width + 2 * margin, height + 2 * margin], margin: 0 });
  const finished = collectPdf(document);
  setBoxes(document, { x: margin, y: margin, width, height }, bleed);
  if (inks.symbol !== null) setOutputIntent(document);
  const paints = new Paints(document);
  if (ground !== null) {
    const beyond = 2 * bleed;
    document
      .rect(margin - bleed, margin - bleed, width + beyond, height + beyond)
      .fill(paints.of(inks.of(ground)));
  }
  if (hasMarks) drawMarks(document, { x: margin, y: margin, width, height }, bleed);
  document.translate(margin, margin).scale(scale);
  drawScene(document, scene, inks, paints, picture);
  document.end();
  return finished;
}

interface PageParts {
  data: Record<string, unknown>;
}

/** Where the image is cut, and how far its background goes. The origin of a page is at the bottom. */
function setBoxes(document: PDFKit.PDFDocument, { x, y, width, height }: Box, bleed: number): void {
  const { dictionary } = document.page as unknown as { dictionary: PageParts };
  const grown = (by: number) => [x - by, y - by, x + width + by, y + height + by];
  dictionary.data['TrimBox'] = grown(0);
  dictionary.data['BleedBox'] = grown(bleed);
}

function setOutputIntent(document: PDFKit.PDFDocument): void {
  const { _root: root } = document as unknown as { _root: PageParts };
  // Objects of the class String are written as text, plain strings as names.
  const text = (value: string) => Object(value) as string;
  const intent = document.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFX',
    OutputConditionIdentifier: text(outputCondition),
    RegistryName: text('http://www.color.org'),
    Info: text('Coated FOGRA39 (ISO 12647-2:2004)'),
  });
  intent.end('');
  root.data['OutputIntents'] = [intent];
}

/** On every plate, outside of the bleed. */
function drawMarks(document: PDFKit.PDFDocument, { x, y, width, height }: Box, bleed: number): void {
  const near = bleed + mark.gap;
  const far = near + mark.length;
  // The name that stands for every plate, spot colors included.
  (document as unknown as SpotDocument).addSpotColor('All', 100, 100, 100, 100);
  document.lineWidth(mark.line).strokeColor('All');
  for (const [cornerX, awayX] of [
    [x, -1],
    [x + width, 1],
  ] as const)
    for (const [cornerY, awayY] of [
      [y, -1],
      [y + height, 1],
    ] as const) {
      document.moveTo(cornerX + awayX * near, cornerY).lineTo(cornerX + awayX * far, cornerY);
      document.moveTo(cornerX, cornerY + awayY * near).lineTo(cornerX, cornerY + awayY * far);
    }
  document.stroke();
}
