import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { countryFile } from '#platform/country-file.ts';
import { runWaypost } from './support/scratch/spawn-waypost.ts';

const folder = mkdtempSync('/tmp/waypost-country-');
after(() => rmSync(folder, { recursive: true }));
const bundled = countryFile({ countryFile: null });
const check = (...args: string[]) => runWaypost(['country', 'check', ...args], {});

describe('waypost country check', () => {
  test('the included file is right about every network whose country is known', async () => {
    const { code, stdout } = await check('--json');
    assert.equal(code, 0);
    const report = JSON.parse(stdout);
    assert.ok(report.ipv4.networks >= 200 && report.ipv6.networks >= 50);
    assert.deepEqual(report.wrong, []);
  });

  test('another file is compared with the one in use', async () => {
    const copy = join(folder, 'copy.mmdb');
    writeFileSync(copy, readFileSync(bundled));
    const { code, stdout } = await check(copy);
    assert.equal(code, 0);
    assert.match(stdout, /100\.0 % of random addresses/);
  });

  test('a file with networks in the wrong country is refused, and they are named', async () => {
    const content = readFileSync(bundled);
    // Strings of two letters in the data: every country becomes ZZ.
    for (let at = content.length - 1_000_000; at < content.length - 2; at++)
      if (content[at] === 0x42 && /^[A-Z]{2}$/.test(content.toString('latin1', at + 1, at + 3)))
        content.write('ZZ', at + 1, 'latin1');
    const wrong = join(folder, 'wrong.mmdb');
    writeFileSync(wrong, content);
    const { code, stdout, stderr } = await check(wrong);
    assert.notEqual(code, 0);
    assert.match(stdout, /is AE, the file says ZZ/);
    assert.match(stderr, /don't use it/);
  });

  test('a file that is wrong only for IPv6 is refused', async () => {
    const content = readFileSync(bundled);
    // An IPv4 address lies under 96 zero bits: every other first branch leads to IPv6. Each record of a node has three bytes.
    const records = content.subarray(0, 6);
    const [left, right] = [records.readUIntBE(0, 3), records.readUIntBE(3, 3)];
    assert.notEqual(left, right);
    // 2000::/3 begins with the bits 001: the tree below the first two zeros is asked for that third bit.
    const second = content.readUIntBE(left * 6, 3);
    content.writeUIntBE(content.readUIntBE(second * 6, 3), second * 6 + 3, 3);
    const wrong = join(folder, 'ipv6.mmdb');
    writeFileSync(wrong, content);
    const { code, stdout, stderr } = await check(wrong);
    assert.match(stdout, /right about 285 of 285 IPv4 networks/);
    assert.notEqual(code, 0, stdout);
    assert.match(stderr, /don't use it/);
  });

  test('a file that has no countries is refused', async () => {
    const other = join(folder, 'other.mmdb');
    writeFileSync(other, 'nothing');
    const { code, stderr } = await check(other);
    assert.notEqual(code, 0);
    assert.match(stderr, /not a country file in MMDB format/);
  });
});
