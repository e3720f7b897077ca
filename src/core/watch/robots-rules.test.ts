import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayFetch, readRobots } from './robots-rules.ts';

const asks = (robots: string, path: string) => mayFetch(readRobots(robots, 'waypost-watch'), path);

test('without rules, everything may be fetched', () => {
  for (const robots of ['', '# nothing', 'User-agent: *\nDisallow:', '<html>not found</html>'])
    assert.ok(asks(robots, '/menu'), robots);
});

test('rules for our name replace those for everybody', () => {
  const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: Waypost-Watch/2\nDisallow: /private';
  assert.ok(asks(robots, '/menu'));
  assert.ok(!asks(robots, '/private/menu'));
  assert.ok(!mayFetch(readRobots(robots, 'another'), '/menu'));
});

test('several names share the rules that follow, and groups of one name are one', () => {
  const robots =
    'User-agent: a\nUser-agent: waypost-watch\nDisallow: /a\nUser-agent: b\nDisallow: /b\nUser-agent: waypost-watch\nDisallow: /c';
  assert.deepEqual(
    ['/a', '/b', '/c'].map((path) => asks(robots, path)),
    [false, true, false],
  );
});

test('the longest path decides, and permission wins a tie', () => {
  assert.ok(asks('User-agent: *\nDisallow: /shop\nAllow: /shop/menu', '/shop/menu/1'));
  assert.ok(!asks('User-agent: *\nAllow: /shop\nDisallow: /shop/menu', '/shop/menu/1'));
  assert.ok(asks('User-agent: *\nDisallow: /shop\nAllow: /shop', '/shop'));
});

test('stars and the end of a path', () => {
  const robots = 'User-agent: *\nDisallow: /*.pdf$\nDisallow: /*/private*/x';
  assert.ok(!asks(robots, '/menu.pdf'));
  assert.ok(asks(robots, '/menu.pdf?page=2'));
  assert.ok(!asks(robots, '/a/private-2/x/y'));
  assert.ok(asks(robots, '/a/public/x'));
  assert.ok(!asks('User-agent: *\nDisallow: /$', '/'));
  assert.ok(asks('User-agent: *\nDisallow: /$', '/menu'));
});

test('comments, spaces, letters and line ends of all kinds', () => {
  assert.ok(!asks('  USER-AGENT :  * # all\r\n  disallow : /x # no\r', '/x'));
});

test('a byte order mark and letters of any script', () => {
  assert.ok(!asks('\uFEFFUser-agent: *\nDisallow: /', '/menu'));
  assert.ok(!asks('User-agent: *\nDisallow: /menü', '/men%C3%BC/1'));
  assert.ok(asks('User-agent: *\nDisallow: /\uD800', '/menu'));
});

test('a hostile file takes no time', () => {
  const stars = `Disallow: /${'*a'.repeat(200)}b\n`.repeat(1_000);
  const spaces = `a:x${' '.repeat(400_000)}y\n`;
  for (const text of [stars, spaces, ':'.repeat(500_000), '\n'.repeat(500_000)]) {
    const began = performance.now();
    assert.ok(asks(`User-agent: *\n${text}`, `/${'a'.repeat(2_000)}`));
    const ms = performance.now() - began;
    assert.ok(ms < 500, `${ms} ms`);
  }
});
