import { Alphanumeric, Byte, Charset, Encoder, Numeric } from '@nuintun/qrcode';

export const errorLevels = ['L', 'M', 'Q', 'H'] as const;
export type ErrorLevel = (typeof errorLevels)[number];

/** The modules of a symbol, without its quiet zone. */
export interface QrMatrix {
  size: number;
  version: number;
  level: ErrorLevel;
  isDark(x: number, y: number): boolean;
}

const alphanumeric = /^[0-9A-Z $%*+\-./:]*$/;

/** The smallest symbol for the text, with the highest error correction that fits into that size. Null if the text is too long. */
export function makeQrMatrix(text: string, levelMin: ErrorLevel): QrMatrix | null {
  const smallest = tryEncode(text, levelMin, 'Auto');
  if (smallest === null) return null;
  const higher = errorLevels.slice(errorLevels.indexOf(levelMin) + 1).toReversed();
  for (const level of higher) {
    const raised = tryEncode(text, level, smallest.version);
    if (raised !== null) return raised;
  }
  return smallest;
}

function tryEncode(text: string, level: ErrorLevel, version: number | 'Auto'): QrMatrix | null {
  try {
    return encode(text, level, version);
  } catch {
    return null;
  }
}

function encode(text: string, level: ErrorLevel, version: number | 'Auto'): QrMatrix {
  const symbol = new Encoder({ level, version }).encode(segmentOf(text));
  return {
    size: symbol.size,
    version: symbol.version,
    level,
    isDark: (x, y) => x >= 0 && y >= 0 && x < symbol.size && y < symbol.size && symbol.get(x, y) === 1,
  };
}

/** The most compact mode. The character set is declared (ECI) only if readers would guess wrong. */
function segmentOf(text: string) {
  if (/^[0-9]+$/.test(text)) return new Numeric(text);
  if (alphanumeric.test(text)) return new Alphanumeric(text);
  const isAscii = Array.from(text).every((letter) => (letter.codePointAt(0) ?? 0) < 128);
  return isAscii ? new Byte(text, Charset.ASCII) : new Byte(text, Charset.UTF_8);
}
