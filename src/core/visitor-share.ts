import { splitPeriod } from './rules/split-sequence.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The place of a letter, by its code. */
const values = Array.from({ length: 128 }, (_, code) => letters.indexOf(String.fromCharCode(code)));
/** So many letters are a number that is far larger than the shares, and still exact. */
const lettersTaken = 8;

/** The share of a visitor among 100, from the hash of the day, for rules that keep a visitor on the same page. */
export function visitorShare(visitor: string): number {
  let number = 0;
  const length = Math.min(visitor.length, lettersTaken);
  for (let place = 0; place < length; place++)
    number = number * letters.length + (values[visitor.charCodeAt(place)] ?? -1);
  return number % splitPeriod;
}
