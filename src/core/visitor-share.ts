import { splitPeriod } from './rules/split-sequence.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** So many letters are a number that is far larger than the shares, and still exact. */
const lettersTaken = 8;

/** The share of a visitor among 100, from the hash of the day, for rules that keep a visitor on the same page. */
export function visitorShare(visitor: string): number {
  let number = 0;
  for (const letter of visitor.slice(0, lettersTaken))
    number = number * letters.length + letters.indexOf(letter);
  return number % splitPeriod;
}
