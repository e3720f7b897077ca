import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutPage } from './page.ts';
import type { PageCursor } from './page-token.ts';

test('one extra row means that there is a next page', () => {
  const cursorOf = (row: number) => ({ row }) as unknown as PageCursor;
  assert.deepEqual(cutPage([1, 2, 3], 2, cursorOf), { rows: [1, 2], next: { row: 2 } });
  assert.deepEqual(cutPage([1, 2], 2, cursorOf), { rows: [1, 2], next: null });
  assert.deepEqual(cutPage([1], 2, cursorOf), { rows: [1], next: null });
  assert.deepEqual(cutPage([], 2, cursorOf), { rows: [], next: null });
});
