import PDFDocument from 'pdfkit';

interface Fill {
  paint: string;
  rule: 'evenodd' | 'nonzero';
}

const pointsPerInch = 72;
const tagPattern = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*\/?>/g;

/** A page in the size of the image, with shapes that print sharp at any scale. Reads only the output of `write-svg.ts`. */
export function writePdf(svg: string, dpi: number): Promise<Buffer> {
  const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).map(Number);
  const scale = pointsPerInch / dpi;
  const document = new PDFDocument({ size: [width * scale, height * scale], margin: 0 });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  document.scale(scale);
  drawElements(document, svg);
  document.end();
  return finished;
}

function drawElements(document: PDFKit.PDFDocument, svg: string): void {
  const gradients = readGradients(document, svg);
  const fills: Fill[] = [{ paint: '#000000', rule: 'nonzero' }];
  let depth = 0;
  for (const [, closing, name, source = ''] of svg.matchAll(tagPattern)) {
    const inherited = fills.at(-1) ?? { paint: '#000000', rule: 'nonzero' };
    const attribute = (key: string) => new RegExp(`\\s${key}="([^"]*)"`).exec(source)?.[1];
    const fill: Fill = {
      paint: attribute('fill') ?? inherited.paint,
      rule: attribute('fill-rule') === 'evenodd' ? 'evenodd' : 'nonzero',
    };
    if (closing === '/' && (name === 'g' || name === 'svg')) {
      document.restore();
      fills.pop();
      depth -= 1;
    } else if (name === 'g' || name === 'svg') {
      document.save();
      fills.push(fill);
      if (name === 'g') place(document, attribute('transform'));
      else if (depth > 0) placeBox(document, attribute);
      depth += 1;
    } else if (name === 'path') {
      document.save();
      place(document, attribute('transform'));
      document.path(attribute('d') ?? '');
      const stroke = attribute('stroke');
      if (stroke !== undefined)
        document
          .lineWidth(Number(attribute('stroke-width')))
          .lineCap('round')
          .stroke(stroke);
      else
        document.fill(
          gradients.get(fill.paint) ?? fill.paint,
          fill.rule === 'evenodd' ? 'even-odd' : 'non-zero',
        );
      document.restore();
    }
  }
}

function place(document: PDFKit.PDFDocument, transform: string | undefined): void {
  const match = /translate\(([-\d.]+) ([-\d.]+)\) scale\(([-\d.]+)\)/.exec(transform ?? '');
  if (match === null) return;
  document.translate(Number(match[1]), Number(match[2])).scale(Number(match[3]));
}

/** A nested box: clipped, its content in the middle. */
function placeBox(document: PDFKit.PDFDocument, attribute: (key: string) => string | undefined): void {
  const number = (key: string) => Number(attribute(key));
  const [x, y, width, height] = [number('x'), number('y'), number('width'), number('height')];
  const [boxX = 0, boxY = 0, boxWidth = 1, boxHeight = 1] = (attribute('viewBox') ?? '')
    .split(' ')
    .map(Number);
  const scale = Math.min(width / boxWidth, height / boxHeight);
  document.rect(x, y, width, height).clip();
  document
    .translate(x + (width - boxWidth * scale) / 2, y + (height - boxHeight * scale) / 2)
    .scale(scale)
    .translate(-boxX, -boxY);
}

function readGradients(document: PDFKit.PDFDocument, svg: string): Map<string, PDFKit.Mixins.ColorValue> {
  const gradients = new Map<string, PDFKit.Mixins.ColorValue>();
  const pattern =
    /<(linear|radial)Gradient([^<>]*)><stop offset="0" stop-color="([^"<>]+)"\/><stop offset="1" stop-color="([^"<>]+)"\/>/g;
  for (const [, kind, source = '', from = '', to = ''] of svg.matchAll(pattern)) {
    const value = (key: string) => Number(new RegExp(`\\s${key}="([^"]*)"`).exec(source)?.[1] ?? 0);
    const gradient =
      kind === 'linear'
        ? document.linearGradient(value('x1'), value('y1'), value('x2'), value('y2'))
        : document.radialGradient(value('cx'), value('cy'), 0, value('cx'), value('cy'), value('r'));
    gradient.stop(0, from).stop(1, to);
    const id = /\sid="([^"]+)"/.exec(source)?.[1] ?? '';
    gradients.set(`url(#${id})`, gradient as unknown as PDFKit.Mixins.ColorValue);
  }
  return gradients;
}
