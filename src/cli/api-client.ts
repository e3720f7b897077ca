import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Waypost, WaypostError } from '@waypost/sdk';
import { Option } from 'commander';
import { errorStatus, isErrorCode, Refusal } from '#core/errors.ts';
import { isRecord } from '#core/is-record.ts';
import type { CliContext } from './cli-context.ts';

export interface Profile {
  url: string;
  apiKey: string;
}

export interface ApiOptions {
  profile?: string;
}

export const profileOption = () =>
  new Option('--profile <name>', 'the profile to use; see: waypost profile --help');

/** The public API with a key from the environment or a profile, usable on any machine. */
export async function callApi<Answer>(
  context: CliContext,
  { profile }: ApiOptions,
  call: (waypost: Waypost) => Promise<Answer>,
  retriesMax = 4,
): Promise<Answer> {
  const { url, apiKey } = chooseProfile(context, profile);
  const sdk = await import('@waypost/sdk');
  try {
    return await call(new sdk.Waypost({ baseUrl: url, apiKey, retriesMax }));
  } catch (error) {
    throw error instanceof sdk.WaypostError ? refusalOf(error, url) : error;
  }
}

/** With the status of the response, which decides the exit code. */
function refusalOf(error: WaypostError, url: string): Refusal {
  const help =
    error.status === 0 ? ` Check that the service runs at ${url}, set WAYPOST_URL, or use a profile.` : '';
  const id = error.requestId === null ? '' : ` (request ${error.requestId})`;
  const code = isErrorCode(error.code) ? error.code : 'service_unavailable';
  return new Refusal(code, `${error.code}: ${error.message}${help}${id}`, {
    status: error.status === 0 ? errorStatus.service_unavailable : error.status,
  });
}

/** Whether the command is meant for the API: a key or a profile is given. */
export function hasApiKey({ environment }: CliContext, { profile }: ApiOptions): boolean {
  return profile !== undefined || environment['WAYPOST_API_KEY'] !== undefined;
}

/** By name, otherwise from the environment, otherwise the profile `default`. */
export function chooseProfile(context: CliContext, name: string | undefined): Profile {
  const profiles = readProfiles(context);
  const apiKey = context.environment['WAYPOST_API_KEY'];
  if (name === undefined && apiKey !== undefined)
    return { apiKey, url: context.environment['WAYPOST_URL'] ?? 'http://localhost:3000' };
  const chosen = profiles.get(name ?? 'default');
  if (chosen !== undefined) return chosen;
  throw new Refusal(
    'invalid_request',
    name === undefined
      ? 'No API key. Set WAYPOST_API_KEY and WAYPOST_URL, or save them with: waypost profile add default --url … --key …'
      : `There is no profile ${name}. See: waypost profile list`,
  );
}

export function readProfiles(context: CliContext): Map<string, Profile> {
  const profilesFile = profilesFileOf(context);
  let source: unknown;
  try {
    source = JSON.parse(readFileSync(profilesFile, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw new Refusal('invalid_request', `${profilesFile} can't be read: ${String(error)}`);
  }
  const entries = isRecord(source) ? Object.entries(source) : [];
  return new Map(
    entries.flatMap(([name, profile]) =>
      isRecord(profile) && typeof profile['url'] === 'string' && typeof profile['apiKey'] === 'string'
        ? [[name, { url: profile['url'], apiKey: profile['apiKey'] }] as const]
        : [],
    ),
  );
}

/** Readable only by its owner. */
export function writeProfiles(context: CliContext, profiles: Map<string, Profile>): void {
  const profilesFile = profilesFileOf(context);
  mkdirSync(dirname(profilesFile), { recursive: true, mode: 0o700 });
  writeFileSync(profilesFile, `${JSON.stringify(Object.fromEntries(profiles), null, 2)}\n`, { mode: 0o600 });
}

function profilesFileOf({ environment }: CliContext): string {
  return environment['WAYPOST_PROFILES'] ?? join(homedir(), '.config', 'waypost', 'profiles.json');
}
