import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export function installPackages(packages: string[]): void {
  process.stdout.write(`Installing ${packages.join(', ')} …\n`);
  execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

export function isInstalled(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin'];
  return folders.some((folder) => existsSync(join(folder, program)));
}
