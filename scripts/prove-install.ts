import { mkdtempSync, rmSync } from 'node:fs';
import { installPackages, isInstalled } from './install-packages.ts';
import { makeBaseImages, makeSystemdImage } from './install-proof/base-images.ts';
import { ContainerEngine } from './install-proof/container-engine.ts';
import { buildImage, copySources, proveCompose } from './install-proof/prove-compose.ts';
import { proveSystemd, systemdCommands } from './install-proof/prove-systemd.ts';
import { failureCount, step } from './install-proof/steps.ts';

/**
 * Follows docs/self-hosting.md: builds the image with a container engine, runs the compose file with its own volumes, networks and flags, and
 * installs the units on a machine with a booted systemd. `npm run prove:install [compose|systemd]`, as root, about ten minutes; it needs
 * Debian's packages and the npm registry, but no image registry.
 */
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const repository = new URL('..', import.meta.url).pathname;
const programs = {
  dockerd: 'docker.io',
  'docker-compose': 'docker-compose',
  debootstrap: 'debootstrap',
  iptables: 'iptables',
  curl: 'curl',
};
const missing = Object.entries(programs).filter(([program]) => !isInstalled(program));
if (missing.length > 0) installPackages(missing.map(([, name]) => name));

const folder = mkdtempSync('/var/tmp/waypost-install-');
const engine = new ContainerEngine(folder);
// When it is stopped, no engine stays behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void engine.stop().finally(() => process.exit(1)));
try {
  const sources = copySources(repository, folder);
  await engine.start('host');
  if (isWanted('compose')) {
    makeBaseImages(engine, folder);
    buildImage(engine, sources);
  }
  if (isWanted('systemd')) {
    makeSystemdImage(engine, folder, repository, systemdCommands(sources).setup);
  }
  await engine.stop();
  await engine.start('own');
  if (isWanted('compose')) await proveCompose(engine, sources);
  if (isWanted('systemd')) await proveSystemd(engine, sources);
} finally {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
step(failureCount() === 0 ? 'All checks passed.' : `${failureCount()} things are not as they should be.`);
process.exitCode = failureCount() === 0 ? 0 : 1;
