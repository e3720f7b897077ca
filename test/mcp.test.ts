import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Scope } from '#core/scopes.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

const root = new URL('..', import.meta.url).pathname;
let api: TestApi;
let account: TestAccount;
let codeId: string;
let slug: string;
before(async () => {
  api = await startTestApi();
  account = await api.createAccount({ plan: 'enterprise' });
  const rules = [{ condition: 'device', value: 'android', url: 'https://example.com/android' }];
  ({ qr_id: codeId } = await api.createQrCode(account, { label: 'Menu card', redirect_rules: rules }));
  slug = await api.publishQrCode(codeId);
});
after(() => api.close());

async function makeKey(scopes: Scope[] | null): Promise<string> {
  const plans = await loadPlanCatalogue(api.config.plansFile);
  const limits = scopes && { scopes, projectIds: null, expiresAt: null };
  return (await createApiKey(api.db, plans, account.uuid, 'mcp', limits)).apiKey;
}

/** The official client over streamable HTTP. */
async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { 'x-api-key': key } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), { requestInit }));
  return client;
}

/** The official client over standard input and output of `waypost mcp`. */
async function connectLocally(key: string, options: string[] = []): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${root}bin/waypost.ts`, 'mcp', ...options],
    env: { PATH: process.env['PATH'] ?? '', WAYPOST_API_KEY: key, WAYPOST_URL: api.url },
  });
  await client.connect(transport);
  return client;
}

async function use(client: Client, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  return {
    isError: result.isError === true,
    ...(result.structuredContent as Record<string, unknown>),
  } as Record<
    string,
    // biome-ignore lint/suspicious/noExplicitAny: whatever the tool returns
    any
  >;
}

const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).sort();
const reading = ['explain_scan', 'find_codes', 'get_code', 'get_history'];
const writing = ['archive_code', 'change_code', 'create_code', 'revert_change'];

describe('MCP over HTTP', () => {
  test('a key has the tools of its scopes, and reading is marked as such', async () => {
    for (const [scopes, tools] of [
      [['qr.read'], reading],
      [['analytics.read'], ['get_analytics']],
      [
        ['qr.read', 'analytics.read'],
        ['explain_scan', 'find_codes', 'get_analytics', 'get_code', 'get_history'],
      ],
      [['qr.write'], [...writing, ...reading].sort()],
    ] as [Scope[], string[]][]) {
      const client = await connect(await makeKey(scopes));
      assert.deepEqual(await toolsOf(client), tools.toSorted());
      for (const { name, annotations } of (await client.listTools()).tools)
        assert.equal(annotations?.readOnlyHint, !writing.includes(name), name);
      await client.close();
    }
  });

  test('needs a restricted key', async () => {
    await assert.rejects(connect(await makeKey(null)), /restricted key|403/);
    await assert.rejects(connect('wp_live_wrong'), /401|Unauthorized/i);
    await assert.rejects(connect(await makeKey(['webhooks.write'])), /403|scope/);
  });

  test('finds codes, by label, ID or link', async () => {
    const client = await connect(await makeKey(['qr.read']));
    const found = await use(client, 'find_codes', { label_contains: 'menu' });
    assert.deepEqual(
      found['items'].map(({ qr_id }: { qr_id: string }) => qr_id),
      [codeId],
    );
    for (const code of [codeId, slug, `https://go.example.com/${slug}?utm_source=x`])
      assert.equal((await use(client, 'get_code', { code }))['label'], 'Menu card', code);
    const missing = await use(client, 'get_code', { code: '../projects' });
    assert.deepEqual([missing['isError'], missing['code']], [true, 'qr_not_found']);
    await client.close();
  });

  test('explains where a scan would go, and why', async () => {
    const client = await connect(await makeKey(['qr.read']));
    const android = await use(client, 'explain_scan', { code: codeId, device: 'android' });
    assert.deepEqual(
      [android['destination'], android['reason']],
      ['https://example.com/android', 'Rule 1 applies.'],
    );
    const phone = await use(client, 'explain_scan', { code: slug, device: 'ios' });
    assert.equal(phone['status'], 302);
    assert.match(phone['reason'], /None of its rules/);
    await client.close();
  });

  test('reads analytics of codes and projects', async () => {
    const client = await connect(await makeKey(['analytics.read']));
    assert.equal((await use(client, 'get_analytics', { id: codeId }))['scans'], 0);
    const trend = await use(client, 'get_analytics', {
      id: account.defaultProjectId,
      view: 'trend',
      interval: '7d',
    });
    assert.ok(trend['points'].length >= 7);
    const wrong = await use(client, 'get_analytics', { id: codeId, start: 'yesterday' });
    assert.deepEqual([wrong['isError'], wrong['param']], [true, 'start']);
    await client.close();
  });

  test('writes with the scope qr.write; what can do harm needs a confirmation', async () => {
    const client = await connect(await makeKey(['qr.write']));
    const made = await use(client, 'create_code', {
      redirect_url: 'https://example.com/new',
      label: 'By a program',
    });
    const { qr_id: id } = made;
    assert.match(id, /^qrc_/);
    const unconfirmed = await use(client, 'change_code', {
      qr_id: id,
      redirect_url: 'https://example.com/other',
      confirm: 'yes',
    });
    assert.equal(unconfirmed['isError'], true);
    const read = async () => (await api.request('GET', `/v1/qr-codes/${id}`, { key: account.key })).body;
    assert.equal((await read()).redirect_url, 'https://example.com/new');
    await use(client, 'change_code', { qr_id: id, redirect_url: 'https://example.com/other', confirm: id });
    assert.equal((await read()).redirect_url, 'https://example.com/other');
    const { items } = await use(client, 'get_history', { qr_id: id });
    await use(client, 'revert_change', { qr_id: id, change_id: items[0].change_id, confirm: id });
    assert.equal((await read()).redirect_url, 'https://example.com/new');
    assert.equal((await use(client, 'archive_code', { qr_id: id, confirm: '' }))['isError'], true);
    assert.equal((await use(client, 'archive_code', { qr_id: id, confirm: id }))['status'], 'archived');
    await client.close();
  });

  test('a code of another account is not found', async () => {
    const other = await api.createAccount();
    const { qr_id: id } = await api.createQrCode(other);
    const client = await connect(await makeKey(['qr.write', 'analytics.read']));
    for (const [name, args] of [
      ['get_code', { code: id }],
      ['get_analytics', { id }],
      ['archive_code', { qr_id: id, confirm: id }],
    ] as const)
      assert.equal((await use(client, name, args))['code'], 'qr_not_found', name);
    await client.close();
  });
});

describe('waypost mcp', () => {
  test('only reads by default', async () => {
    const client = await connectLocally(await makeKey(null));
    assert.deepEqual(await toolsOf(client), [...reading, 'get_analytics'].sort());
    assert.equal((await use(client, 'get_code', { code: codeId }))['label'], 'Menu card');
    await client.close();
  });

  test('writes with --write, if the key may', async () => {
    const reader = await connectLocally(await makeKey(['qr.read']), ['--write']);
    const refused = await use(reader, 'create_code', { redirect_url: 'https://example.com/' });
    assert.equal(refused['code'], 'insufficient_scope');
    await reader.close();
    const writer = await connectLocally(await makeKey(['qr.write']), ['--write']);
    assert.match(
      (await use(writer, 'create_code', { redirect_url: 'https://example.com/' }))['qr_id'],
      /^qrc_/,
    );
    await writer.close();
  });
});
