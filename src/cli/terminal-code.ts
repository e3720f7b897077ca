import { makeQrMatrix } from '#core/qr-image/qr-matrix.ts';

const quiet = 4;
const escape = String.fromCharCode(27);

/** A code that a phone can read from the screen: two modules per character, with fixed colors, whatever the terminal's are. */
export function terminalCode(text: string): string {
  const matrix = makeQrMatrix(text, 'L');
  if (matrix === null) return '';
  const isDark = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < matrix.size && y < matrix.size && matrix.isDark(x, y);
  const colour = (dark: boolean, isGround: boolean) => (dark ? (isGround ? 40 : 30) : isGround ? 107 : 97);
  const lines: string[] = [];
  for (let y = -quiet; y < matrix.size + quiet; y += 2) {
    let line = '';
    for (let x = -quiet; x < matrix.size + quiet; x++)
      line += `${escape}[${colour(isDark(x, y), false)};${colour(isDark(x, y + 1), true)}m▀`;
    lines.push(`${line}${escape}[0m`);
  }
  return lines.join('\n');
}
