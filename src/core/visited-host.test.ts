import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nobodysHost, visitedHost } from './visited-host.ts';

const own = new Set(['go.example.com', 'localhost', '[::1]']);

test('a host is our own, a name in one form, or unknown', () => {
  const hosts: [string | undefined, string | null][] = [
    [undefined, null],
    ['go.example.com', null],
    ['GO.Example.com:443', null],
    ['go.example.com.', null],
    ['[::1]:3001', null],
    ['Links.Shop.example', 'links.shop.example'],
    ['links.shop.example.:8080', 'links.shop.example'],
    ['a-b.example', 'a-b.example'],
    ['', nobodysHost],
    ['-a.example', nobodysHost],
    ['a-.example', nobodysHost],
    ['a..example', nobodysHost],
    ['a_b.example', nobodysHost],
    ['bücher.example', nobodysHost],
    ['[::2]', nobodysHost],
    ['x.example:123456', nobodysHost],
    [`${'a'.repeat(250)}.de`, `${'a'.repeat(250)}.de`],
    [`${'a'.repeat(251)}.de`, nobodysHost],
  ];
  for (const [header, host] of hosts) assert.equal(visitedHost(header, own), host, String(header));
});
