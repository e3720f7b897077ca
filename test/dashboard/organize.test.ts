import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { signedIn } from '../support/data/signed-in.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const root = '/dashboard/api';
let api: TestApi;
let owner: BrowserSession;
let stranger: BrowserSession;
let first: string;
let second: string;

before(async () => {
  api = await startTestApi();
  owner = await signedIn(api, '198.51.100.31');
  stranger = await signedIn(api, '198.51.100.32');
  await owner.get(`${root}/me`);
  await stranger.get(`${root}/me`);
  await api.db.updateTable('accounts').set({ plan: 'agency' }).execute();
  first = (await owner.get(`${root}/projects`)).body.items[0].project_id;
  second = (await owner.send('POST', `${root}/projects`, { name: 'Second' })).body.project.project_id;
});
after(() => api.close());

async function make(body: Record<string, unknown> = {}): Promise<string> {
  const made = await owner.send('POST', `${root}/qr-codes`, {
    type: 'url',
    label: 'Code',
    redirect_url: 'https://old.example.com/menu',
    ...body,
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.qr_id;
}

const read = async (id: string) => (await owner.get(`${root}/qr-codes/${id}`)).body.qr_code;

async function makeFolder(projectId: string, name: string): Promise<string> {
  const { status, body } = await owner.send('POST', `${root}/projects/${projectId}/folders`, { name });
  assert.equal(status, 201, JSON.stringify(body));
  return body.folder.folder_id;
}

/** Carries a bulk change out, and returns its result. */
async function finish(path: string, body: unknown) {
  let { bulk_change: bulk } = (await owner.send('POST', path, body)).body;
  while (bulk.finished_at === null)
    bulk = (await owner.send('POST', `${root}/bulk-changes/${bulk.bulk_id}/continue`, {})).body.bulk_change;
  return bulk;
}

const change = (qrIds: string[], what: Record<string, unknown>) =>
  finish(`${root}/bulk-changes`, { qr_ids: qrIds, change: what });
const undo = (bulkId: string) => finish(`${root}/bulk-changes/${bulkId}/revert`, {});

describe('folders', () => {
  test('have a name that is unique in their project, without regard to letter case', async () => {
    const folder = await makeFolder(first, 'Spring');
    assert.equal(
      (await owner.send('POST', `${root}/projects/${first}/folders`, { name: 'SPRING' })).status,
      409,
    );
    await makeFolder(second, 'Spring');
    const other = await makeFolder(first, 'Autumn');
    assert.equal((await owner.send('PATCH', `${root}/folders/${other}`, { name: 'spring' })).status, 409);
    assert.equal((await owner.send('PATCH', `${root}/folders/${folder}`, { name: 'spring' })).status, 200);
    assert.equal((await owner.send('PATCH', `${root}/folders/${other}`, { name: ' ' })).status, 400);
    const { items } = (await owner.get(`${root}/projects/${first}/folders`)).body;
    assert.deepEqual(
      items.map(({ name }: { name: string }) => name),
      ['Autumn', 'spring'],
    );
  });

  test('hold codes of their project only, and a code that moves leaves its folder', async () => {
    const folder = await makeFolder(first, 'Own');
    const id = await make({ folder_id: folder });
    assert.equal((await read(id)).folder_id, folder);
    const foreign = await makeFolder(second, 'Foreign');
    const refused = await owner.send('PATCH', `${root}/qr-codes/${id}`, { folder_id: foreign });
    assert.equal(refused.status, 404);
    await owner.send('PATCH', `${root}/qr-codes/${id}`, { project_id: second });
    const { folder_id: now, project_id: project } = await read(id);
    assert.deepEqual([now, project], [null, second]);
  });

  test('can be deleted only while they are empty, archived codes included', async () => {
    const folder = await makeFolder(first, 'Full');
    const id = await make({ folder_id: folder });
    await owner.send('PATCH', `${root}/qr-codes/${id}`, { status: 'archived' });
    assert.equal((await owner.send('DELETE', `${root}/folders/${folder}`)).status, 409);
    await owner.send('PATCH', `${root}/qr-codes/${id}`, { folder_id: null });
    assert.equal((await owner.send('DELETE', `${root}/folders/${folder}`)).status, 200);
  });

  test('of another account are not found', async () => {
    const folder = await makeFolder(first, 'Private');
    const id = await make({ folder_id: folder });
    for (const [method, path] of [
      ['PATCH', `${root}/folders/${folder}`],
      ['DELETE', `${root}/folders/${folder}`],
      ['POST', `${root}/projects/${first}/folders`],
    ] as const)
      assert.equal((await stranger.send(method, path, { name: 'Mine' })).status, 404, path);
    for (const order of ['newest', 'name', 'scans']) {
      const query = `folder_id=${folder}&order=${order}`;
      assert.deepEqual((await stranger.get(`${root}/qr-codes?${query}`)).body.items, []);
      assert.deepEqual((await stranger.get(`${root}/qr-codes/ids?${query}`)).body.qr_ids, []);
      assert.equal((await stranger.get(`${root}/qr-codes/total?${query}`)).body.codes, 0);
      // Nor as a folder of another project.
      assert.deepEqual((await owner.get(`${root}/qr-codes?${query}&project_id=${second}`)).body.items, []);
      assert.equal((await owner.get(`${root}/qr-codes?${query}`)).body.items[0].qr_id, id);
    }
  });
});

describe('a change of many codes can be undone as one:', () => {
  test('a move to a folder of another project', async () => {
    const [from, to] = [await makeFolder(first, 'From'), await makeFolder(second, 'To')];
    const ids = [await make({ folder_id: from }), await make()];
    const bulk = await change(ids, { project_id: second, folder_id: to });
    assert.equal(bulk.failed, 0, JSON.stringify(bulk.failures));
    for (const id of ids) {
      const { project_id: project, folder_id: folder } = await read(id);
      assert.deepEqual([project, folder], [second, to]);
    }
    assert.equal((await undo(bulk.bulk_id)).failed, 0);
    const places = await Promise.all(ids.map(read));
    assert.deepEqual(
      places.map(({ project_id, folder_id }) => [project_id, folder_id]),
      [
        [first, from],
        [first, null],
      ],
    );
  });

  test('added and removed tags', async () => {
    const ids = [await make({ tags: ['Keep', 'Drop'] }), await make({ tags: ['drop', 'NEW'] })];
    const bulk = await change(ids, { add_tags: ['New'], remove_tags: ['DROP'] });
    assert.deepEqual(
      (await Promise.all(ids.map(read))).map(({ tags }) => tags),
      [['Keep', 'New'], ['NEW']],
    );
    await undo(bulk.bulk_id);
    assert.deepEqual(
      (await Promise.all(ids.map(read))).map(({ tags }) => tags),
      [
        ['Keep', 'Drop'],
        ['drop', 'NEW'],
      ],
    );
  });

  test('a text that is replaced in destinations and rules, with a preview', async () => {
    const rule = { condition: 'device', value: 'ios', url: 'https://old.example.com/ios' };
    const ids = [
      await make(),
      await make({ redirect_url: 'https://other.example.com/', redirect_rules: [rule] }),
      await make({ redirect_url: 'https://untouched.example.com/' }),
    ];
    const replacement = { find: 'old.example.com', replacement: 'new.example.com' };
    const preview = await owner.send('POST', `${root}/bulk-changes/preview`, {
      qr_ids: ids,
      replace_in_urls: replacement,
    });
    assert.equal(preview.body.matched, 2);
    assert.deepEqual(preview.body.examples.map(({ after: url }: { after: string }) => url).sort(), [
      'https://new.example.com/ios',
      'https://new.example.com/menu',
    ]);
    const bulk = await change(ids, { replace_in_urls: replacement });
    assert.equal(bulk.failed, 0, JSON.stringify(bulk.failures));
    const after = await Promise.all(ids.map(read));
    assert.equal(after[0].redirect_url, 'https://new.example.com/menu');
    assert.equal(after[1].redirect_rules[0].url, 'https://new.example.com/ios');
    assert.equal(after[2].redirect_url, 'https://untouched.example.com/');
    await undo(bulk.bulk_id);
    assert.equal((await read(ids[0] ?? '')).redirect_url, 'https://old.example.com/menu');
    assert.equal((await read(ids[1] ?? '')).redirect_rules[0].url, 'https://old.example.com/ios');
  });

  test('archiving', async () => {
    const ids = [await make(), await make()];
    const bulk = await change(ids, { status: 'archived' });
    assert.deepEqual(
      (await Promise.all(ids.map(read))).map(({ status }) => status),
      ['archived', 'archived'],
    );
    await undo(bulk.bulk_id);
    assert.deepEqual(
      (await Promise.all(ids.map(read))).map(({ status }) => status),
      ['active', 'active'],
    );
  });
});

test('a replacement that makes an address invalid changes nothing and says so', async () => {
  const id = await make();
  const replacement = { find: 'https://', replacement: 'javascript:' };
  const { body } = await owner.send('POST', `${root}/bulk-changes/preview`, {
    qr_ids: [id],
    replace_in_urls: replacement,
  });
  assert.notEqual(body.examples[0].problem, null);
  const bulk = await change([id], { replace_in_urls: replacement });
  assert.equal(bulk.failed, 1);
  assert.equal((await read(id)).redirect_url, 'https://old.example.com/menu');
});

test('more than 20 tags are refused for the code that would get them', async () => {
  const full = await make({ tags: Array.from({ length: 20 }, (_, nth) => `Tag ${nth}`) });
  const free = await make();
  const bulk = await change([full, free], { add_tags: ['One more'] });
  assert.equal(bulk.failed, 1);
  assert.deepEqual((await read(free)).tags, ['One more']);
});

test('a duplicate has everything that its owner set, with a link of its own and no scans', async () => {
  const folder = await makeFolder(first, 'Copies');
  const id = await make({
    folder_id: folder,
    tags: ['Copied'],
    scan_limit: 5,
    design: { foreground_color: '#123456' },
    redirect_rules: [{ condition: 'device', value: 'ios', url: 'https://example.com/ios' }],
  });
  const { status, body } = await owner.send('POST', `${root}/qr-codes/${id}/duplicate`, {});
  assert.equal(status, 201);
  const [original, copy] = [await read(id), await read(body.qr_id)];
  assert.equal(copy.label, 'Code (copy)');
  for (const field of [
    'project_id',
    'folder_id',
    'tags',
    'scan_limit',
    'redirect_url',
    'redirect_rules',
    'design',
    'type',
  ])
    assert.deepEqual(copy[field], original[field], field);
  assert.equal(copy.scan_count, 0);
  assert.equal((await stranger.send('POST', `${root}/qr-codes/${id}/duplicate`, {})).status, 404);
});

describe('saved views', () => {
  test('belong to one member; one with the same name is replaced', async () => {
    const save = (filter: unknown, name = 'Berlin') =>
      owner.send('POST', `${root}/saved-views`, { name, filter });
    assert.equal((await save({ q: 'berlin', order: 'scans' })).status, 201);
    const { view } = (await save({ tag: ['Berlin'] }, 'BERLIN')).body;
    const { items } = (await owner.get(`${root}/saved-views`)).body;
    assert.deepEqual(items, [{ view_id: view.view_id, name: 'BERLIN', filter: { tag: ['Berlin'] } }]);
    assert.deepEqual((await stranger.get(`${root}/saved-views`)).body.items, []);
    assert.equal((await stranger.send('DELETE', `${root}/saved-views/${view.view_id}`)).status, 404);
    assert.equal((await owner.send('DELETE', `${root}/saved-views/${view.view_id}`)).status, 200);
    assert.deepEqual((await owner.get(`${root}/saved-views`)).body.items, []);
  });

  test('hold filters of the list only', async () => {
    for (const filter of [{ color: 'red' }, { q: 1 }, 'q', { q: 'x'.repeat(501) }, { q: 'a\0b' }])
      assert.equal((await owner.send('POST', `${root}/saved-views`, { name: 'Bad', filter })).status, 400);
  });
});

test('tags of codes are suggested, each once, and not to other accounts', async () => {
  await make({ tags: ['Suggested'] });
  await make({ tags: ['suggested'], project_id: second });
  const { items } = (await owner.get(`${root}/tags`)).body;
  assert.equal(items.filter((tag: string) => tag.toLowerCase() === 'suggested').length, 1);
  assert.deepEqual((await stranger.get(`${root}/tags`)).body.items, []);
});

test('the images of chosen codes are exported for members who see all of them, and nobody else', async () => {
  const [own, id] = [await make(), await make({ project_id: second })];
  const { status, body } = await owner.send('POST', `${root}/image-exports`, {
    qr_ids: [own, id],
    format: 'svg',
  });
  assert.equal(status, 202, JSON.stringify(body));
  assert.equal(
    (await owner.get(`${root}/image-exports/${body.export.export_id}`)).body.export.status,
    'queued',
  );
  assert.equal((await stranger.get(`${root}/image-exports/${body.export.export_id}`)).status, 404);
  assert.equal(
    (await stranger.send('POST', `${root}/image-exports`, { qr_ids: [own], format: 'svg' })).status,
    404,
  );
});

describe('codes from a table', () => {
  const send = (items: unknown, key?: string) =>
    owner.send(
      'POST',
      `${root}/qr-code-imports`,
      { items },
      key === undefined ? {} : { 'idempotency-key': key },
    );

  test('are created line by line: one that is refused does not stop the others', async () => {
    const { status, body } = await send([
      { type: 'url', label: 'First', redirect_url: 'https://example.com/1', tags: ['Imported'] },
      { type: 'url', label: 'Second', redirect_url: 'not an address' },
      { type: 'url', label: 'Third', redirect_url: 'https://example.com/3', project_id: second },
    ]);
    assert.equal(status, 200, JSON.stringify(body));
    const [made, refused, other] = body.results;
    assert.deepEqual((await read(made.qr_id)).tags, ['Imported']);
    assert.equal(refused.qr_id, null);
    assert.match(refused.problem, /redirect_url/);
    assert.equal((await read(other.qr_id)).project_id, second);
  });

  test('are created once, however often a part is sent', async () => {
    const items = [{ type: 'url', label: 'Once', redirect_url: 'https://example.com/once' }];
    const answers = [await send(items, 'import 1'), await send(items, 'import 1')];
    assert.equal(answers[0]?.body.results[0].qr_id, answers[1]?.body.results[0].qr_id);
    assert.equal((await owner.get(`${root}/qr-codes?q=Once`)).body.items.length, 1);
  });

  test('are at most 50 at once', async () => {
    assert.equal((await send([])).status, 400);
    assert.equal((await send(Array.from({ length: 51 }, () => ({})))).status, 400);
  });

  test('show their links to those who can see them', async () => {
    const id = await make();
    await api.publishQrCode(id);
    const ask = (session: BrowserSession) =>
      session.send('POST', `${root}/qr-code-imports/links`, { qr_ids: [id] });
    assert.match((await ask(owner)).body.items[0].short_link, /\/qr-/);
    assert.deepEqual((await ask(stranger)).body.items, []);
  });
});
