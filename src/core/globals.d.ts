/** Globals of every JavaScript runtime that are missing in the language's own library. */
declare class URL {
  static parse(url: string): URL | null;
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly port: string;
}

declare class URLSearchParams {
  constructor(query: string);
  keys(): Iterable<string>;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(encoding: string, options: { fatal: boolean; ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}
