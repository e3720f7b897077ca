import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const root = resolve(import.meta.dirname, '..');
const output = join(root, 'guide/dist');
/** Compressing takes seconds, and the script changes only with its package. */
const cache = join(root, 'node_modules/.cache/waypost-reference');
const quality = 10;

const html = (script: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Waypost</title>
<link rel="icon" href="/dashboard/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/reference/reference.css">
</head>
<body>
<header>
<a class="brand" href="/docs/guide"><img src="/dashboard/icon.svg" alt="">Waypost</a>
<nav aria-label="Site"><a href="/docs/guide">Guide</a><a href="/docs/guide/api">How the API behaves</a><a href="/docs/guide/errors">Errors</a><a href="/openapi.json">OpenAPI</a></nav>
</header>
<div id="app"></div>
<script src="/docs/reference/${script}"></script>
<script src="/docs/reference/start.js"></script>
</body>
</html>
`;

const start = `Scalar.createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  // Parts that would send the document to another service.
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
});
`;

const css = `header { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: center; padding: .6rem 1.25rem; border-bottom: 1px solid #8884; font: 15px/1.4 system-ui, sans-serif; }
header a { color: inherit; text-decoration: none; }
header nav a { margin-right: 1rem; opacity: .8; }
header a:hover { text-decoration: underline; }
.brand { display: inline-flex; gap: .5rem; align-items: center; font-weight: 600; }
.brand img { width: 20px; height: 20px; }
`;

const script = await readScript();
const name = `scalar-${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
mkdirSync(output, { recursive: true });
mkdirSync(cache, { recursive: true });
const brotli = compressed('br', () =>
  brotliCompressSync(script, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }),
);
const gzip = compressed('gz', () => gzipSync(script, { level: 9 }));
writeFileSync(join(output, name), script);
writeFileSync(join(output, `${name}.br`), brotli);
writeFileSync(join(output, `${name}.gz`), gzip);
writeFileSync(join(output, 'index.html'), html(name));
writeFileSync(join(output, 'start.js'), start);
writeFileSync(join(output, 'reference.css'), css);
console.log(
  `API reference: ${Math.round(brotli.length / 1_000)} kB with Brotli, ${Math.round(gzip.length / 1_000)} kB with gzip`,
);

/** The script that the package would serve. */
async function readScript(): Promise<Buffer> {
  const app = Fastify();
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await app.inject('/docs/js/scalar.js');
  await app.close();
  return rawPayload;
}

function compressed(ending: string, compress: () => Buffer): Buffer {
  const known = join(cache, `${name}-${quality}.${ending}`);
  if (existsSync(known)) return readFileSync(known);
  const bytes = compress();
  writeFileSync(known, bytes);
  return bytes;
}
