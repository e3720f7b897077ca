import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Pins the base images by digest: asks each image's registry for the digest of its tag, and writes it as NODE_IMAGE, POSTGRES_IMAGE,
 * VALKEY_IMAGE or CADDY_IMAGE into deploy/.env, which compose and the build read. Part of every release: npm run pin:images
 */
const composeFile = fileURLToPath(new URL('../deploy/compose.yaml', import.meta.url));
const accepted = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const timeoutMs = 20_000;

/** `${NODE_IMAGE:-node:24-bookworm-slim}` in the compose file: the name of the setting and the image. */
export function listImages(compose: string): Map<string, string> {
  return new Map(
    [...compose.matchAll(/\$\{([A-Z]+_IMAGE):-([\w./:-]+)\}/g)].map(([, name = '', image = '']) => [
      name,
      image,
    ]),
  );
}

/** @param registry the registry of images without their own host. */
export async function findDigest(registry: string, image: string): Promise<string> {
  const [name = '', tag = 'latest'] = image.split(':');
  const path = name.includes('/') ? name : `library/${name}`;
  const url = `${registry}/v2/${path}/manifests/${tag}`;
  const ask = (headers: Record<string, string>) =>
    fetch(url, {
      method: 'HEAD',
      headers: { accept: accepted, ...headers },
      signal: AbortSignal.timeout(timeoutMs),
    });
  let response = await ask({});
  if (response.status === 401) {
    const token = await findToken(response.headers.get('www-authenticate') ?? '');
    response = await ask({ authorization: `Bearer ${token}` });
  }
  const digest = response.headers.get('docker-content-digest') ?? '';
  if (!response.ok || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${registry} answered ${response.status} for ${image}; its digest is not known.`);
  return digest;
}

/** Registries give anybody a token for public images, at the address that they announce. */
async function findToken(challenge: string): Promise<string> {
  const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? '';
  const url = new URL(value('realm'));
  for (const name of ['service', 'scope']) if (value(name) !== '') url.searchParams.set(name, value(name));
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  const { token, access_token } = (await response.json()) as { token?: string; access_token?: string };
  return token ?? access_token ?? '';
}

/** The lines of the file with these settings instead of earlier ones. */
export function withSettings(env: string, settings: Map<string, string>): string {
  const kept = env.split('\n').filter((line) => !settings.has(/^#?(\w+)=/.exec(line)?.[1] ?? ''));
  while (kept.at(-1) === '') kept.pop();
  return `${[...kept, ...Array.from(settings, ([name, value]) => `${name}=${value}`)].join('\n')}\n`;
}

if (import.meta.main) {
  const [
    registry = process.env['IMAGE_REGISTRY'] ?? '',
    envFile = fileURLToPath(new URL('../deploy/.env', import.meta.url)),
  ] = process.argv.slice(2);
  if (registry === '') {
    process.stderr.write(
      'Name the registry: npm run pin:images -- https://registry.example.com [deploy/.env]\n',
    );
    process.exit(2);
  }
  const pinned = new Map<string, string>();
  for (const [name, image] of listImages(readFileSync(composeFile, 'utf8'))) {
    pinned.set(name, `${image}@${await findDigest(registry, image)}`);
    process.stdout.write(`${name}=${pinned.get(name)}\n`);
  }
  writeFileSync(envFile, withSettings(readFileSync(envFile, 'utf8'), pinned));
}
