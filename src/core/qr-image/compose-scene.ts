import { colourContrast, contrastMin } from './colour-contrast.ts';
import { dotsPath } from './dots.ts';
import { eyeBallsPath, eyeFramesPath, eyesPath } from './eyes.ts';
import { frameShapes } from './frames/frame.ts';
import type { ImageLayout } from './image-layout.ts';
import type { OutlinedText } from './outlined-text.ts';
import type { PlacedLogo } from './placed-logo.ts';
import type { QrMatrix } from './qr-matrix.ts';
import type { RenderStyle } from './render-style.ts';
import type { Scene } from './scene.ts';
import { type Cell, eyePositions, partOf } from './symbol-parts.ts';

interface SceneParts {
  matrix: QrMatrix;
  style: RenderStyle;
  layout: ImageLayout;
  logo: PlacedLogo | null;
  caption: OutlinedText | null;
}

export function composeScene({ matrix, style, layout, logo, caption }: SceneParts): Scene {
  const { widthPx, heightPx, modulePx: scale, symbolX, symbolY, zoneX, zoneY, zoneModules } = layout;
  const shapes = frameShapes(style.borderStyle, {
    zone: zoneModules,
    quietZone: style.quietZone,
    colour: style.frameColor,
    captionColour: captionColour(style),
    caption,
  });
  return {
    widthPx,
    heightPx,
    ground: style.bgTransparent ? null : style.backgroundColor,
    frame: shapes.length === 0 ? null : { place: { x: zoneX, y: zoneY, scale }, shapes },
    symbol: {
      place: { x: symbolX, y: symbolY, scale },
      size: matrix.size,
      colour: style.foregroundColor,
      gradient: style.gradient,
      dots: symbolPaths(matrix, style, logo),
      eyes: eyeShapes(style, eyePositions(matrix)),
      logo: logo && { plate: logo.plate, drawing: logo.drawing },
    },
  };
}

function eyeShapes(style: RenderStyle, eyes: Cell[]): Scene['symbol']['eyes'] {
  const { eyeStyle: frame, eyeColor: colour } = style;
  const ball = style.eyeBallStyle ?? frame;
  const ballColour = style.eyeBallColor ?? colour;
  if (ballColour === colour) return [{ d: eyesPath(frame, ball, eyes), colour }];
  return [
    { d: eyeFramesPath(frame, eyes), colour },
    { d: eyeBallsPath(ball, eyes), colour: ballColour },
  ];
}

/** Dots in their style, alignment patterns solid; modules behind the logo are left out. */
function symbolPaths(matrix: QrMatrix, style: RenderStyle, logo: PlacedLogo | null): string[] {
  const part = partOf(matrix);
  const dots: Cell[] = [];
  const solid: Cell[] = [];
  for (let y = 0; y < matrix.size; y++) {
    for (let x = 0; x < matrix.size; x++) {
      if (!matrix.isDark(x, y) || logo?.isCovered(x, y) === true) continue;
      const kind = part(x, y);
      if (kind !== 'eye') (kind === 'alignment' ? solid : dots).push({ x, y });
    }
  }
  return [dotsPath(style.dotStyle, dots), dotsPath('square', solid)].filter((path) => path !== '');
}

/** The caption is on the color of the frame: uses the background color if it has enough contrast, otherwise the best of these. */
function captionColour(style: RenderStyle): string {
  const distance = (colour: string) => Math.abs(colourContrast(colour, style.frameColor));
  if (!style.bgTransparent && distance(style.backgroundColor) >= contrastMin) return style.backgroundColor;
  return distance('#ffffff') >= distance('#000000') ? '#ffffff' : '#000000';
}
