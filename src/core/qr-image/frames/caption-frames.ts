import { pathNumber } from '../path-number.ts';
import {
  around,
  band,
  box,
  card,
  type Frame,
  type FrameInput,
  frameShape,
  gap,
  line,
  roundRing,
  words,
} from './frame-canvas.ts';
import { bracketLine, brackets } from './plain-frames.ts';

type Side = 'above' | 'below';

const pillGap = 0.02;
const pillBand = 0.14;
const textBand = 0.15;
const tail = 0.055;

/** A band with words on one side of the code. */
export const captionFrames = {
  caption: cardFrame('below'),
  'caption-top': cardFrame('above'),
  bubble: bubbleFrame('below'),
  'bubble-top': bubbleFrame('above'),
  pill: pillFrame('below'),
  'pill-top': pillFrame('above'),
  text: textFrame('below'),
  'text-top': textFrame('above'),
  ribbon: ribbonFrame('below'),
  'ribbon-top': ribbonFrame('above'),
  'brackets-caption': {
    shares: around(bracketLine, { bottom: bracketLine + textBand }),
    hasCaption: true,
    draw: (input) => [
      frameShape(input, brackets(input), bracketLine * input.zone),
      ...words(input, (1 + bracketLine) * input.zone, textBand * input.zone, input.colour),
    ],
  },
} satisfies Record<string, Frame>;

/** The frame has `near` around the zone and `far` on the side of the words. */
function sharesOf(side: Side, near: number, far: number) {
  return around(near, side === 'above' ? { top: far } : { bottom: far });
}

/** Where a band of this height begins, at this distance from the zone. */
function bandTop(side: Side, zone: number, distance: number, height: number): number {
  return side === 'above' ? -(distance + height) * zone : (1 + distance) * zone;
}

function cardFrame(side: Side): Frame {
  return {
    shares: sharesOf(side, line, band),
    hasCaption: true,
    draw: (input) => {
      const { zone } = input;
      const [top, bottom] =
        side === 'above' ? [-band * zone, zone + line * zone] : [-line * zone, zone + band * zone];
      return [
        frameShape(input, card(input, top, bottom)),
        ...words(input, bandTop(side, zone, 0, band), band * zone),
      ];
    },
  };
}

function bubbleFrame(side: Side): Frame {
  return {
    shares: sharesOf(side, line, line + gap + band),
    hasCaption: true,
    draw: (input) => {
      const { zone } = input;
      const top = bandTop(side, zone, line + gap, band);
      return [
        frameShape(input, roundRing(input)),
        frameShape(input, speechBubble(input, side, top)),
        ...words(input, top, band * zone),
      ];
    },
  };
}

/** As wide as the frame of the code, with a point that touches it. */
function speechBubble({ zone }: FrameInput, side: Side, top: number): string {
  const n = pathNumber;
  const r = 0.06 * zone;
  const [w, height, point] = [line * zone, band * zone, gap * zone];
  const [left, right, middle] = [-w, zone + w, zone / 2];
  const arc = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
  const above =
    side === 'below'
      ? `H${n(middle - point)}L${n(middle)} ${n(top - point)}L${n(middle + point)} ${n(top)}`
      : '';
  const under =
    side === 'above'
      ? `H${n(middle + point)}L${n(middle)} ${n(top + height + point)}L${n(middle - point)} ${n(top + height)}`
      : '';
  return (
    `M${n(left + r)} ${n(top)}${above}` +
    `H${n(right - r)}${arc(r, r)}V${n(top + height - r)}${arc(-r, r)}${under}H${n(left + r)}${arc(-r, -r)}V${n(top + r)}${arc(r, -r)}z`
  );
}

function pillFrame(side: Side): Frame {
  return {
    shares: sharesOf(side, 0, pillGap + pillBand),
    hasCaption: true,
    draw: (input) => {
      const { zone } = input;
      const top = bandTop(side, zone, pillGap, pillBand);
      return [
        frameShape(input, box(0, top, zone, pillBand * zone, (pillBand * zone) / 2)),
        ...words(input, top, pillBand * zone),
      ];
    },
  };
}

/** Words on the background, in the color of the frame. */
function textFrame(side: Side): Frame {
  return {
    shares: sharesOf(side, 0, textBand),
    hasCaption: true,
    draw: (input) =>
      words(input, bandTop(side, input.zone, 0, textBand), textBand * input.zone, input.colour),
  };
}

function ribbonFrame(side: Side): Frame {
  return {
    shares: sharesOf(side, tail, pillGap + band),
    hasCaption: true,
    draw: (input) => {
      const { zone } = input;
      const top = bandTop(side, zone, pillGap, band);
      return [frameShape(input, ribbon(zone, top, band * zone)), ...words(input, top, band * zone)];
    },
  };
}

function ribbon(zone: number, top: number, height: number): string {
  const n = pathNumber;
  const [left, right, middle] = [-tail * zone, (1 + tail) * zone, top + height / 2];
  return `M${n(left)} ${n(top)}H${n(right)}L${n(right - tail * zone)} ${n(middle)}L${n(right)} ${n(top + height)}H${n(left)}L${n(left + tail * zone)} ${n(middle)}z`;
}
