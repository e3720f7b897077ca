import type { TestEvent } from 'node:test/reporters';

export interface FileTally {
  passed: number;
  failed: number;
  seconds: number;
}

/** The results of each file as one line of JSON. Only tests are counted, not suites. */
export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: Record<string, FileTally> = {};
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { file = '', details, nesting, skip } = event.data;
    files[file] ??= { passed: 0, failed: 0, seconds: 0 };
    const counted = files[file];
    if (nesting === 0) counted.seconds += details.duration_ms / 1_000;
    if (details.type === 'suite') continue;
    if (event.type === 'test:fail') counted.failed += 1;
    else if (!skip) counted.passed += 1;
  }
  yield JSON.stringify(files);
}
