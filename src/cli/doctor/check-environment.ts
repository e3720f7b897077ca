import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Config } from '#platform/config.ts';
import { type Finding, ok, warning } from './finding.ts';

/** A `.env` file is read in development only (main/command-line.ts). */
export function checkEnvironment(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Finding {
  const words = config.production ? 'production' : 'development defaults where nothing is set';
  const file = readEnvFile();
  if (file === null) return ok('configuration', words);
  const names = Object.keys(file);
  if (!config.production && file['NODE_ENV'] !== 'production')
    return ok('configuration', `${words}; ${names.length} settings from .env`);
  const ignored = names.filter((name) => environment[name] !== file[name]);
  if (ignored.length === 0) return ok('configuration', words);
  const remedy =
    'Set them in the environment of the process (EnvironmentFile= of systemd, env_file: of compose), or remove the file.';
  return warning(
    'configuration',
    `${words}; .env is not read, so these are ignored: ${ignored.join(', ')}`,
    remedy,
  );
}

function readEnvFile(): Record<string, string | undefined> | null {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch {
    return null;
  }
}
