import { dotStyles } from '#core/qr-image/dots.ts';
import { eyeBallStyles, eyeStyles } from '#core/qr-image/eyes.ts';
import { borderStyles, hasCaption } from '#core/qr-image/frames/frame.ts';

/** Styles, colors and frames in all combinations; each of them in colors that pass. */
export function anyDesign(random: () => number): Record<string, unknown> {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const border = pick(borderStyles);
  return {
    dot_style: pick(dotStyles),
    eye_style: pick(eyeStyles),
    eye_ball_style: pick(eyeBallStyles),
    border_style: border,
    foreground_color: pick(['#000000', '#14213d', '#7209b7', '#9d0208', '#0b6e4f']),
    background_color: pick(['#ffffff', '#ffffff', '#fff8ec']),
    ...(hasCaption(border) && { caption: pick(['SCAN ME', 'Speisekarte', 'Меню']) }),
    ...(random() < 0.3 && { eye_color: '#1d3557' }),
    ...(random() < 0.3 && { eye_ball_color: '#9d0208' }),
    ...(random() < 0.3 && { frame_color: '#d1495b' }),
    ...(random() < 0.2 && { gradient: { type: 'linear', from: '#7209b7', to: '#1d3f99', angle: 45 } }),
  };
}
