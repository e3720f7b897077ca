import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '#platform/config.ts';
import { CountryFile, countryDaysMax, countryFile } from '#platform/country-file.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { proveFileStore } from '#platform/prove-file-store.ts';
import { type Finding, failed, messageOf, ok, warning } from './finding.ts';

const diskBytesMin = 1024 ** 3;
const storeTimeoutMs = 10_000;

/** The volume of the journal, which stores scans while PostgreSQL is away. */
export async function checkDisk(config: Config): Promise<Finding> {
  let folder = resolve(config.journalDir);
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const free = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB free for ${config.journalDir}`;
  const writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    return failed(
      'disk',
      `${folder} can't be written`,
      'Make this user the owner of the folder, or set JOURNAL_DIR.',
    );
  if (freeBytes < diskBytesMin)
    return failed('disk', free, 'Free some space, or set JOURNAL_DIR to a larger volume.');
  return ok('disk', free);
}

/** Writes, reads and removes a small file in the image storage. */
export async function checkFileStore({ fileStore }: Config): Promise<Finding> {
  const place =
    fileStore.kind === 'folder' ? resolve(fileStore.folder) : `bucket ${fileStore.location.bucket}`;
  const timeout = AbortSignal.timeout(storeTimeoutMs);
  const expired = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () =>
      reject(new Error(`no response within ${storeTimeoutMs / 1_000} s`)),
    );
  });
  try {
    await Promise.race([openFileStore(fileStore).then(proveFileStore), expired]);
    return ok('image files', `${place} can be written and read`);
  } catch (error) {
    const remedy =
      fileStore.kind === 'folder'
        ? 'Make this user the owner of the folder, or set FILE_STORE to another one. Until then no image is published.'
        : 'Check FILE_STORE, S3_ENDPOINT, S3_REGION and the credentials. Until then no image is published.';
    return failed('image files', `${place}: ${messageOf(error)}`, remedy);
  }
}

/** The file that maps IP addresses to countries. */
export async function checkCountryFile(config: Config): Promise<Finding> {
  const path = countryFile(config);
  const remedy =
    'Set COUNTRY_FILE to a current country file in MMDB format (docs/countries.md). Until then rules by country and analytics by country are wrong for some visitors.';
  try {
    const file = await CountryFile.read(path);
    const days = file.ageDays(Date.now());
    const detail = `${path}: built ${file.builtAt.toISOString().slice(0, 10)}`;
    return days > countryDaysMax
      ? warning('country file', `${detail}, ${days} days ago`, remedy)
      : ok('country file', detail);
  } catch (error) {
    return failed('country file', `${path}: ${messageOf(error)}`, remedy);
  }
}
