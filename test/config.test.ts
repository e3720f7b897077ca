import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parseConfig } from '#platform/config.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.internal/waypost',
  REDIS_URL: 'redis://cache.internal',
  API_BASE_URL: 'https://api.example.com',
  PUBLIC_BASE_URL: 'https://go.example.com',
  SECRET_KEY: 'x'.repeat(40),
  SMTP_URL: 'smtp://mail.internal',
};

describe('configuration', () => {
  test('everything has a working default in development', () => {
    const parsed = parseConfig({});
    assert.ok(parsed.ok);
    assert.equal(parsed.config.apiPort, 3000);
    assert.equal(parsed.config.publicBaseUrl, 'http://localhost:3001');
    assert.equal(parsed.config.databaseDirectUrl, parsed.config.databaseUrl);
  });

  test('production requires secrets and addresses, and lists all missing ones together', () => {
    assert.ok(parseConfig(production).ok);
    const parsed = parseConfig({ NODE_ENV: 'production' });
    assert.ok(!parsed.ok);
    for (const name of Object.keys(production).filter((key) => key !== 'NODE_ENV')) {
      assert.ok(
        parsed.problems.some((problem) => problem.startsWith(`${name} is not set; `)),
        name,
      );
    }
  });

  const wrong: [string, string][] = [
    ['API_PORT', '70000'],
    ['API_PORT', '80a'],
    ['DATABASE_POOL_MAX', '0'],
    ['DATABASE_URL', 'mysql://x'],
    ['REDIS_URL', 'nonsense'],
    ['API_BASE_URL', 'ftp://example.com'],
    ['PUBLIC_BASE_URL', 'https://example.com/codes'],
    ['PUBLIC_BASE_URL', 'https://user@example.com'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['SECRET_KEY', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['BIND_ADDRESS', 'localhost'],
  ];
  for (const [name, value] of wrong) {
    test(`${name}=${value} is refused by name`, () => {
      const parsed = parseConfig({ [name]: value });
      assert.ok(!parsed.ok);
      assert.equal(parsed.problems.length, 1);
      assert.ok(parsed.problems[0]?.startsWith(name));
    });
  }

  test('a password in an address is never repeated in a message', () => {
    const parsed = parseConfig({ DATABASE_URL: 'mysql://user:s3cret@host/db' });
    assert.ok(!parsed.ok);
    assert.ok(!parsed.problems.join().includes('s3cret'));
  });

  test('the development secret is refused in production', () => {
    const development = parseConfig({});
    assert.ok(development.ok);
    const parsed = parseConfig({ ...production, SECRET_KEY: development.config.secretKeys.join() });
    assert.ok(!parsed.ok);
  });
});

test('the compose file passes on every setting', () => {
  const asked = new Set<string>();
  parseConfig(
    new Proxy({} as Record<string, string | undefined>, {
      get: (_, name) => {
        asked.add(String(name));
        return String(name) === 'FILE_STORE' ? 's3:bucket' : undefined;
      },
    }),
  );
  const compose = readFileSync(new URL('../deploy/compose.yaml', import.meta.url), 'utf8');
  const passed = new Set([...compose.matchAll(/^ {2,6}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name));
  // Decided by the image or its environment.
  const fixed =
    'NODE_ENV API_PORT SCAN_PORT INTERNAL_PORT BIND_ADDRESS JOURNAL_DIR PLANS_FILE DATABASE_DIRECT_URL'.split(
      ' ',
    );
  assert.ok(asked.size > 40);
  assert.deepEqual(
    [...asked].filter((name) => !passed.has(name) && !fixed.includes(name)),
    [],
  );
});
