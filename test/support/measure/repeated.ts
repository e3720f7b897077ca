import type { TestContext } from 'node:test';
import { proofScale } from './proof-scale.ts';

const triesMax = proofScale >= 1 ? 1 : 3;

/**
 * Other work may disturb a measurement, but hardly three times in a row. Below full size it is repeated before it fails, and every figure is
 * printed. At full size it runs once.
 */
export function repeated(measure: (t: TestContext) => Promise<void>): (t: TestContext) => Promise<void> {
  return async (t) => {
    for (let tried = 1; tried < triesMax; tried++) {
      try {
        return await measure(t);
      } catch (error) {
        t.diagnostic(`measured again after: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    await measure(t);
  };
}
