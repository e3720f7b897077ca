import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkBase } from './link-base.ts';

test('a link begins with the domain of its project, with the scheme of our own address', () => {
  assert.equal(linkBase('https://go.example.com', null), 'https://go.example.com');
  assert.equal(linkBase('https://go.example.com', 'qr.example.org'), 'https://qr.example.org');
  assert.equal(linkBase('http://localhost:3001', 'qr.example.org'), 'http://qr.example.org');
});
