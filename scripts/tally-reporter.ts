import type { TestEvent } from 'node:test/reporters';

/** Ends a run with one plain line. Suites are counted by their tests alone. */
export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let passed = 0;
  let failed = 0;
  for await (const event of events) {
    if (event.type === 'test:pass' && event.data.details.type !== 'suite' && !event.data.skip) passed += 1;
    if (event.type === 'test:fail' && event.data.details.type !== 'suite') failed += 1;
  }
  yield `${passed} passed, ${failed} failed\n`;
}
