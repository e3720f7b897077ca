import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseIdentifier } from '#core/identifier.ts';
import { setProjectArchived } from '#features/projects/set-project-archived.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi({ environment: { PUBLIC_BASE_URL: 'https://go.example.com' } });
  account = await api.createAccount();
});
after(() => api.close());

const get = (path: string) => api.request('GET', `/v1/qr-codes/${path}`, { key: account.key });

describe('GET by id', () => {
  test('200: the full document', async () => {
    const code = await api.createQrCode(account, { scan_limit: 5 });
    const { status, body } = await get(code.qr_id);
    assert.equal(status, 200);
    assert.equal(body.scan_limit, 5);
    assert.equal(body.scan_count, 0);
    assert.deepEqual(body.redirect_rules, []);
    assert.equal(body.expires_at, null);
    assert.deepEqual(body.qr_data, { url: 'https://example.com/' });
    assert.equal(body.analytics_enabled, true);
  });

  test('200: qr_render_metadata is the documented default style', async () => {
    const code = await api.createQrCode(account);
    const { body } = await get(code.qr_id);
    assert.deepEqual(body.qr_render_metadata, {
      format_ratio: '1:1',
      width: 1024,
      height: 1024,
      unit: 'px',
      padding: 0,
      quiet_zone: 4,
      border_style: 'none',
      dot_style: 'square',
      eye_style: 'square',
      foreground_color: '#000000',
      background_color: '#ffffff',
      bg_transparent: false,
      error_correction: 'M',
      dpi: 300,
      export_png: true,
      output_alignment: 'center',
    });
  });

  test('200: destination_url is null until the first image, then redirect_url; for text the short link', async () => {
    const code = await api.createQrCode(account);
    assert.equal((await get(code.qr_id)).body.destination_url, null);
    await api.publishQrCode(code.qr_id);
    assert.equal((await get(code.qr_id)).body.destination_url, 'https://example.com/');
    await api.request('PATCH', `/v1/qr-codes/${code.qr_id}`, {
      key: account.key,
      body: { redirect_url: 'https://example.org/new' },
    });
    assert.equal((await get(code.qr_id)).body.destination_url, 'https://example.org/new');
    const text = await api.createQrCode(account, { type: 'text', text: 'Hi' });
    const slug = await api.publishQrCode(text.qr_id);
    assert.equal((await get(text.qr_id)).body.destination_url, `https://go.example.com/${slug}`);
  });

  test('200: a code in an archived project is still shown', async () => {
    const owner = await api.createAccount();
    const code = await api.createQrCode(owner);
    await setProjectArchived(api.db, parseIdentifier('prj', owner.defaultProjectId) ?? '', true);
    const { status } = await api.request('GET', `/v1/qr-codes/${code.qr_id}`, { key: owner.key });
    assert.equal(status, 200);
    const list = await api.request('GET', '/v1/qr-codes', { key: owner.key });
    assert.equal(list.body.items.length, 1);
  });

  test('404 qr_not_found: unknown, malformed, and archived', async () => {
    const code = await api.createQrCode(account);
    await api.request('PATCH', `/v1/qr-codes/${code.qr_id}`, {
      key: account.key,
      body: { status: 'archived' },
    });
    for (const id of [
      code.qr_id,
      'qrc_01JD3Z5T9GQ4R6W8Y0A2C4E6G8',
      'nonsense',
      '%00',
      'x'.repeat(201),
      'x'.repeat(5_000),
      code.qr_id.toLowerCase(),
    ]) {
      const { status, body } = await get(id);
      assert.equal(status, 404, id);
      assert.equal(body.code, 'qr_not_found');
    }
  });
});

describe('GET by slug', () => {
  test('find and by-slug give the same answer as the id, in any letter case', async () => {
    const code = await api.createQrCode(account);
    const slug = await api.publishQrCode(code.qr_id);
    const expected = { ...(await get(code.qr_id)).body, request_id: '' };
    assert.equal(expected.slug, slug);
    for (const path of ['find', 'by-slug']) {
      for (const spelled of [slug, slug.toUpperCase()]) {
        const { status, body } = await get(`${path}?slug=${spelled}`);
        assert.equal(status, 200);
        assert.deepEqual({ ...body, request_id: '' }, expected);
      }
    }
  });

  test('404 qr_not_found: unknown, malformed, missing, not yet public, and archived', async () => {
    const code = await api.createQrCode(account);
    const row = await api.db
      .selectFrom('qr_codes')
      .select('reserved_slug')
      .where('qr_id', '=', parseIdentifier('qrc', code.qr_id) ?? '')
      .executeTakeFirstOrThrow();
    const archived = await api.createQrCode(account);
    const archivedSlug = await api.publishQrCode(archived.qr_id);
    await api.request('PATCH', `/v1/qr-codes/${archived.qr_id}`, {
      key: account.key,
      body: { status: 'archived' },
    });
    for (const path of ['find', 'by-slug']) {
      for (const query of [
        `?slug=${row.reserved_slug}`,
        `?slug=${archivedSlug}`,
        '?slug=qr-000000000000',
        '?slug=x%00',
        '?slug=',
        '',
      ]) {
        const { status, body } = await get(path + query);
        assert.equal(status, 404, query);
        assert.equal(body.code, 'qr_not_found');
      }
    }
  });
});
