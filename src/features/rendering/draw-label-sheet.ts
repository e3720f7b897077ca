import PDFDocument from 'pdfkit';
import type { Parsed } from '#core/parsed.ts';
import { inksFor } from '#core/print/inks.ts';
import { type LabelSheet, type LabelSheetId, labelSheets } from '#core/print/label-sheets.ts';
import { plainPdf } from '#core/print/print-options.ts';
import { styleForPrint } from '#core/print/style-for-print.ts';
import type { Box, Scene } from '#core/qr-image/scene.ts';
import { collectPdf } from './collect-pdf.ts';
import { drawDesign } from './draw-design.ts';
import { drawScene, Paints } from './draw-scene.ts';
import { outlineCaption } from './outline-caption.ts';
import { pictureForPrint } from './picture-for-print.ts';

export interface LabelTask {
  sheet: LabelSheetId;
  /** Labels that stay free at the beginning. */
  skip: number;
  codes: { text: string; design: Record<string, unknown>; name: string | null }[];
}

const pointsPerMm = 72 / 25.4;
/** Around what is on a label. */
const marginMm = 2;
/** Height of capital letters, relative to a label; a long name gets smaller before it is cut. */
const nameShare = { ofHeight: 0.05, least: 2.2, smallest: 0.7 };
const gapMm = 2;
const lineWidth = 0.25;
const ink = '#000000';

/** Pages of labels, one per code, each with its image and its name. */
export async function drawLabelSheet({ sheet: id, skip, codes }: LabelTask): Promise<Parsed<Uint8Array>> {
  const sheet: LabelSheet = labelSheets[id];
  const { columns, rows, page } = sheet;
  const document = new PDFDocument({
    size: [page.width * pointsPerMm, page.height * pointsPerMm],
    margin: 0,
    autoFirstPage: false,
  });
  const finished = collectPdf(document);
  const perPage = sheet.isTent === true ? 1 : columns * rows;
  for (const [index, code] of codes.entries()) {
    const place = index + (sheet.isTent === true ? 0 : skip);
    if (index === 0 || place % perPage === 0) startPage(document, sheet);
    const drawn = await drawCode(code, codeBox(sheet, code.name !== null));
    if (!drawn.ok) return drawn;
    const cells = sheet.isTent === true ? [0, 1] : [place % perPage];
    for (const cell of cells) await drawLabel(document, sheet, cell, drawn.value, code.name);
  }
  document.end();
  return { ok: true, value: await finished };
}

/** In millimetres, scaled to points. */
function startPage(document: PDFKit.PDFDocument, sheet: LabelSheet): void {
  document.addPage();
  document.scale(pointsPerMm);
  if (sheet.hasLines !== true) return;
  document.lineWidth(lineWidth / pointsPerMm).strokeColor('#999999');
  for (let column = 1; column < sheet.columns; column++)
    document.moveTo(column * sheet.stepX, 0).lineTo(column * sheet.stepX, sheet.page.height);
  for (let row = 1; row < sheet.rows; row++)
    document.moveTo(0, row * sheet.stepY).lineTo(sheet.page.width, row * sheet.stepY);
  document.stroke();
}

interface DrawnCode {
  scene: Scene;
  picture: Buffer | null;
  foreground: string;
  /** Of the image on the label, in millimetres. */
  width: number;
  height: number;
}

/** The space for the image. A name is beside it on a wide label, and below it on others. */
function codeBox(
  { label }: LabelSheet,
  hasName: boolean,
): { width: number; height: number; isBeside: boolean } {
  const [width, height] = [label.width - 2 * marginMm, label.height - 2 * marginMm];
  const isBeside = width > 1.5 * height;
  if (!hasName) return { width, height, isBeside };
  return isBeside
    ? { width: 0.6 * width, height, isBeside }
    : { width, height: height - nameHeight(label) - gapMm, isBeside };
}

async function drawCode(
  { text, design }: LabelTask['codes'][number],
  box: { width: number; height: number },
): Promise<Parsed<DrawnCode>> {
  const drawn = await drawDesign(text, design, (style) => {
    const width = Math.min(box.width, (box.height * style.width) / style.height);
    return styleForPrint(style, { ...plainPdf, size: { width, unit: 'mm' } });
  });
  if (!drawn.ok) return drawn;
  const { style, image } = drawn.value;
  const picture = await pictureForPrint(image.scene, 'rgb');
  const { foregroundColor: foreground, width, height } = style;
  return { ok: true, value: { scene: image.scene, picture, foreground, width, height } };
}

async function drawLabel(
  document: PDFKit.PDFDocument,
  sheet: LabelSheet,
  cell: number,
  code: DrawnCode,
  name: string | null,
): Promise<void> {
  const { label, columns, left, top, stepX, stepY } = sheet;
  const x = left + (cell % columns) * stepX;
  const y = top + Math.floor(cell / columns) * stepY;
  document.save();
  document.rect(x, y, label.width, label.height).clip();
  document.translate(x, y);
  // The side of a tent that stands on its head before it is folded.
  if (sheet.isTent === true && cell === 0)
    document.rotate(180, { origin: [label.width / 2, label.height / 2] });
  const box = codeBox(sheet, name !== null);
  const above =
    (label.height - code.height - (name !== null && !box.isBeside ? nameHeight(label) + gapMm : 0)) / 2;
  const at = { x: box.isBeside ? marginMm : (label.width - code.width) / 2, y: above };
  drawImage(document, code, at);
  if (name !== null)
    await drawName(
      document,
      name,
      box.isBeside
        ? {
            x: at.x + code.width + gapMm,
            y: 0,
            width: label.width - at.x - code.width - gapMm - marginMm,
            height: label.height,
          }
        : {
            x: marginMm,
            y: at.y + code.height + gapMm,
            width: label.width - 2 * marginMm,
            height: nameHeight(label),
          },
      nameHeight(label),
      box.isBeside,
    );
  document.restore();
}

function drawImage(
  document: PDFKit.PDFDocument,
  { scene, picture, foreground, width }: DrawnCode,
  at: { x: number; y: number },
): void {
  document.save();
  document.translate(at.x, at.y).scale(width / scene.widthPx);
  if (scene.ground !== null) document.rect(0, 0, scene.widthPx, scene.heightPx).fill(scene.ground);
  const inks = inksFor({ colorMode: 'rgb', spotColor: null }, foreground);
  drawScene(document, scene, inks, new Paints(document), picture);
  document.restore();
}

function nameHeight({ height }: LabelSheet['label']): number {
  return Math.max(nameShare.least, nameShare.ofHeight * height);
}

/** Letters that our fonts don't have can't be printed, so such a name is left out. */
async function drawName(
  document: PDFKit.PDFDocument,
  name: string,
  box: Box,
  capMm: number,
  isLeft: boolean,
): Promise<void> {
  const whole = await outlineCaption(name);
  if (!whole.ok) return;
  const least = (nameShare.smallest * capMm) / whole.value.capHeight;
  const share = box.width / (whole.value.width * least);
  const letters = Array.from(name);
  const shown =
    share >= 1
      ? whole
      : await outlineCaption(`${letters.slice(0, Math.floor(letters.length * share) - 1).join('')}…`);
  if (!shown.ok) return;
  const { path, width, capHeight } = shown.value;
  const scale = Math.min(capMm / capHeight, box.width / width);
  document.save();
  document
    .translate(
      isLeft ? box.x : box.x + (box.width - width * scale) / 2,
      box.y + (box.height + capHeight * scale) / 2,
    )
    .scale(scale);
  document.path(path).fill(ink);
  document.restore();
}
