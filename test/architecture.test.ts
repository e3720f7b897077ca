import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { describe, test } from 'node:test';

const root = new URL('..', import.meta.url).pathname;

/** The layers that a layer may import, besides itself and npm packages. */
const rings: Record<string, string[]> = {
  core: [],
  platform: [],
  features: ['core', 'platform'],
  http: ['core', 'platform', 'features'],
  scan: ['core', 'platform'],
  cli: ['core', 'platform', 'features'],
  main: ['core', 'platform', 'features', 'http', 'scan', 'cli'],
};

/** A feature imports only those before it. */
const featureOrder = [
  'accounts',
  'mails',
  'sign-in',
  'members',
  'api-keys',
  'oauth',
  'limits',
  'idempotency',
  'projects',
  'folders',
  'saved-views',
  'url-safety',
  'sso',
  'domains',
  'scan-pages',
  'ledger-servers',
  'style-templates',
  'qr-codes',
  'history',
  'planned-changes',
  'abuse-reports',
  'rendering',
  'scan-upkeep',
  'scans',
  'rehearsals',
  'analytics',
  'watches',
  'reports',
  'exports',
  'events',
  'webhooks',
  'scan-archive',
  'mcp',
  'account-data',
  'demo',
  'recovery',
];

/** Packages that core may use: they do no I/O and run in a browser. */
const purePackages = ['@nuintun/qrcode', 'punycode/punycode.es6.js', 'svgpath'];

interface SourceFile {
  path: string;
  ring: string;
  text: string;
  imports: string[];
}

const files: SourceFile[] = listFiles('src')
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = [
      ...text.matchAll(/(?:from\s|import|import\.meta\.resolve)\s*\(?\s*['`]([^'`]+)['`]/g),
    ].map(([, target]) => target ?? '');
    return { path, ring: path.split('/')[1] ?? '', text, imports };
  });
const sources = files.filter(({ path }) => !path.endsWith('.test.ts'));

describe('layers', () => {
  test('the dashboard imports only core from src', () => {
    for (const path of listFiles('dashboard/src').filter((name) => /\.tsx?$/.test(name))) {
      const text = readFileSync(join(root, path), 'utf8');
      for (const [, target = ''] of text.matchAll(/(?:from\s|import)\s*\(?\s*'([^']+)'/g))
        assert.ok(!target.startsWith('#') || target.startsWith('#core/'), `${path} imports ${target}`);
    }
  });

  test('every folder of src is a layer', () => {
    assert.deepEqual(readdirSync(join(root, 'src')).sort(), Object.keys(rings).sort());
  });

  test('a layer imports only its allowed layers', () => {
    for (const { path, ring, imports } of sources) {
      for (const target of imports.filter((name) => name.startsWith('#'))) {
        const other = target.slice(1).split('/')[0] ?? '';
        assert.ok(rings[ring]?.includes(other), `${path} imports ${target}`);
      }
    }
  });

  test('imports are relative inside a layer and #layer/… across, with their file ending, and exist', () => {
    for (const { path, ring, imports } of files) {
      for (const target of imports) {
        const resolved = resolveImport(path, target);
        if (resolved === null) continue;
        assert.ok(existsSync(join(root, resolved)), `${path} imports ${target}`);
        assert.match(resolved, /\.(ts|json)$/, `${path} imports ${target}`);
        const crosses = resolved.split('/')[1] !== ring;
        assert.equal(target.startsWith('#'), crosses, `${path} imports ${target}`);
      }
    }
  });

  test('core is pure: no Node modules, no clock, no randomness', () => {
    for (const { path, text, imports } of sources.filter(({ ring }) => ring === 'core')) {
      assert.deepEqual(
        imports.filter((target) => !/^\.\.?\//.test(target) && !purePackages.includes(target)),
        [],
        path,
      );
      assert.doesNotMatch(
        text,
        /Date\.now|new Date\(\)|Math\.random|performance\.|process\.|console\./,
        path,
      );
    }
  });

  test('a feature imports only features listed before it', () => {
    for (const { path, imports } of sources.filter(({ ring }) => ring === 'features')) {
      const own = path.split('/')[2] ?? '';
      if (own.endsWith('.ts')) continue;
      assert.ok(featureOrder.includes(own), `${own} is not in the order`);
      for (const target of imports) {
        const [, ring, other = ''] = resolveImport(path, target)?.split('/') ?? [];
        if (ring !== 'features' || !featureOrder.includes(other)) continue;
        assert.ok(featureOrder.indexOf(other) <= featureOrder.indexOf(own), `${path} imports ${target}`);
      }
    }
  });

  test('only the render thread loads code that parses or draws pictures and fonts, never a serving process', () => {
    const drawing = ['sharp', 'harfbuzzjs', 'pdfkit', 'zxing-wasm/reader', '#core/qr-image/draw-qr-image.ts'];
    const seen = new Set<string>();
    const visit = (path: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      const file = sources.find((source) => source.path === path);
      const text = file?.text.replaceAll(/^import type [^;]*;$/gm, '') ?? '';
      for (const [, target = ''] of text.matchAll(/\bfrom\s+'([^']+)'/g)) {
        assert.ok(
          !drawing.includes(target),
          `${path} imports ${target}: do it in rendering/render-thread.ts`,
        );
        const resolved = resolveImport(path, target);
        if (resolved !== null) visit(resolved);
      }
    };
    for (const entry of ['start', 'api', 'scan', 'worker']) visit(`src/main/${entry}.ts`);
    assert.ok(seen.size > 100);
  });

  test('only main, bin and scripts read the environment', () => {
    for (const { path, ring, text } of sources) {
      if (ring !== 'main') assert.doesNotMatch(text, /process\.env/, path);
    }
  });
});

describe('files', () => {
  test('names are kebab-case, and none is a catch-all', () => {
    for (const { path } of files) {
      const name = basename(path).replace(/(\.test|\.d)?\.ts$/, '');
      assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/, path);
      assert.doesNotMatch(
        name,
        /^(index|utils?|helpers?|common|misc|shared)$|manager|-utils?$|-helpers?$/,
        path,
      );
    }
  });

  test('a feature file is named after its export', () => {
    for (const { path, text } of sources.filter(({ ring }) => ring === 'features')) {
      // Queries are many; the entry of a thread exports nothing.
      if (path.endsWith('-queries.ts') || path.endsWith('-thread.ts')) continue;
      const words = basename(path, '.ts').split('-');
      const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
      const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
      const exported = [
        ...text.matchAll(/export (?:async )?(?:function\*?|class|const|interface|type) (\w+)/g),
      ].map(([, n]) => n);
      assert.ok(
        exported.includes(camel) || exported.includes(pascal),
        `${path} exports ${exported.join(', ')}`,
      );
    }
  });

  test('there are no barrels and no default exports', () => {
    for (const { path, text } of sources) {
      assert.doesNotMatch(text, /export \*|export \{[^}]*\} from/, path);
      assert.doesNotMatch(text, /export default/, path);
    }
  });

  test('every file is used by another one', () => {
    const entries = ['bin/waypost.ts', ...listFiles('scripts')].filter((path) => path.endsWith('.ts'));
    const used = new Set<string>();
    const visit = (path: string, text: string) => {
      for (const [, target = ''] of text.matchAll(/(?:from\s|import)\s*\(?\s*'([^']+)'/g)) {
        const resolved = resolveImport(path, target);
        if (resolved !== null) used.add(resolved);
      }
      for (const [, target = ''] of text.matchAll(/new URL\('([\w./-]+)', import\.meta\.url\)/g)) {
        used.add(normalize(join(dirname(path), target)));
      }
    };
    for (const path of entries) visit(path, readFileSync(join(root, path), 'utf8'));
    for (const { path, text } of sources) visit(path, text);
    for (const path of listFiles('dashboard/src')) visit(path, readFileSync(join(root, path), 'utf8'));
    const unused = listFiles('src').filter(
      (path) => !used.has(path) && !/\.test\.(ts|json)$|\.d\.ts$|tsconfig\.json$/.test(path),
    );
    assert.deepEqual(unused, []);
  });

  test('no file is longer than 300 lines', () => {
    const written = files.filter(({ text }) => !text.startsWith('// Written by `npm run'));
    for (const { path, text } of written) assert.ok(text.split('\n').length <= 300, path);
  });
});

test('every dependency is used, and every package used is a dependency', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packageName = (target: string) =>
    target
      .split('/')
      .slice(0, target.startsWith('@') ? 2 : 1)
      .join('/');
  const used = new Set(
    sources
      .flatMap(({ imports }) =>
        imports.filter((target) => /^[@a-z]/.test(target) && !target.startsWith('node:')),
      )
      .map(packageName),
  );
  // Fonts are files; these names are put together where they are read.
  const isFont = (name: string) => name.startsWith('@fontsource');
  const fontSource = readFileSync(join(root, 'src/features/rendering/load-font.ts'), 'utf8');
  for (const font of Object.keys(dependencies).filter(isFont))
    assert.ok(
      fontSource.includes(`'${font.replace(/^.*noto-sans-/, '').replace(/^.*\//, '')}'`) ||
        fontSource.includes(font),
      font,
    );
  // pino loads it by name for readable logs.
  const named = (names: Iterable<string>) => [...names].filter((name) => !isFont(name)).sort();
  assert.deepEqual(named(used), named(Object.keys(dependencies)));
  assert.ok('pino-pretty' in devDependencies);
});

function resolveImport(from: string, target: string): string | null {
  if (target.startsWith('#')) return `src/${target.slice(1)}`;
  if (!target.startsWith('.')) return null;
  return relative('', normalize(join(dirname(from), target)));
}

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
