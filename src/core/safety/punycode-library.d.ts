declare module 'punycode/punycode.es6.js' {
  /** Throws a RangeError for invalid Punycode. */
  export function decode(text: string): string;
}
