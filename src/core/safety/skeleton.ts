import { confusables } from './confusables.ts';

/**
 * The UTS 39 skeleton of a host label, without accents. Two labels look alike if their skeletons are equal. A skeleton is for comparison only:
 * ASCII letters change too (m becomes rn, 0 becomes o, 1 becomes l).
 */
export function skeleton(label: string): string {
  // Characters before marks: some marks, such as U+0C02, look like letters.
  return Array.from(label.normalize('NFD'), (char) => confusables.get(char) ?? char)
    .join('')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
}
