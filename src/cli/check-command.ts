import { readFile, stat } from 'node:fs/promises';
import type { QrCode } from '@waypost/sdk';
import { Command } from 'commander';
import { invalidRequest, Refusal } from '#core/errors.ts';
import type { PhotoCode } from '#core/photo/check-photo.ts';
import { faultTexts, type PhotoFault } from '#core/photo/photo-fault.ts';
import { photoBytesMax } from '#core/photo/photo-limits.ts';
import { isWrongCode, ownerTexts, type PhotoOwner, photoOwner } from '#core/photo/photo-owner.ts';
import { photoReadings } from '#core/photo/photo-words.ts';
import { findSlug } from '#core/slug.ts';
import { type ApiOptions, callApi, hasApiKey, profileOption, readProfiles } from './api-client.ts';
import { jsonOption } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { exitCode } from './exit-code.ts';
import { formatFields, formatJson } from './output.ts';

/** Few: the photo says more than who owns it. */
const lookUpRetries = 1;

interface CheckOptions extends ApiOptions {
  expect?: string;
  json?: boolean;
}

interface CheckedCode {
  code: PhotoCode;
  own: QrCode | null;
  owner: PhotoOwner;
  /** Why nobody could be asked. */
  problem: string | null;
}

interface CheckedPhoto {
  photo: string;
  fault: PhotoFault | null;
  codes: CheckedCode[];
}

/** Photographs of printed codes. The picture stays on this machine. */
export function checkCommand(context: CliContext, exit: (code: number) => void): Command {
  return new Command('check')
    .description('read a photo of a printed code: which code it is, how well it reads, and what to improve')
    .argument('<photo...>', 'JPEG, PNG or WebP')
    .option('--expect <qr_id>', 'the code that should hang there; another one is a failure')
    .addOption(profileOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nWith a key or a profile it also says whether the code is yours.')
    .action(async (photos: string[], options: CheckOptions) => {
      const checked: CheckedPhoto[] = [];
      for (const photo of photos) {
        const found = await checkOne(context, options, photo);
        if (found.fault !== null || found.codes.some(({ owner }) => isWrongCode(owner)))
          exit(exitCode.failed);
        if (!options.json) context.print(describe(found));
        checked.push(found);
      }
      if (options.json) context.print(formatJson(checked.map(viewOf)));
    });
}

async function checkOne(context: CliContext, options: CheckOptions, photo: string): Promise<CheckedPhoto> {
  // Reading loads a decoder and an image library; other commands shouldn't wait for them.
  const { checkPhotoFile } = await import('#features/rendering/check-photo-file.ts');
  const result = await checkPhotoFile(await readPhoto(photo));
  if (!result.ok) throw invalidRequest({ ...result, message: `${photo}: ${result.message}` });
  const { fault, codes } = result.value;
  const identified: CheckedCode[] = [];
  for (const code of codes) identified.push(await identify(context, options, code));
  return { photo, fault, codes: identified };
}

async function readPhoto(path: string): Promise<Buffer> {
  const file = await stat(path).catch(() => null);
  if (file === null || !file.isFile()) throw new Refusal('not_found', `${path} is not a file.`);
  if (file.size > photoBytesMax) throw new Refusal('invalid_request', `${path} is larger than 50 MB.`);
  return readFile(path);
}

async function identify(context: CliContext, options: CheckOptions, code: PhotoCode): Promise<CheckedCode> {
  const slug = findSlug(code.text);
  const isAsked = hasApiKey(context, options) || readProfiles(context).has('default');
  if (slug !== null && !isAsked)
    return { code, own: null, owner: 'unknown', problem: 'Set WAYPOST_API_KEY, or save a profile.' };
  try {
    const own = slug === null ? null : await findOwn(context, options, slug);
    const link = own?.short_link ?? null;
    const mine = own && { qrId: own.qr_id, hosts: link === null ? [] : [new URL(link).host] };
    return { code, own, owner: photoOwner(code.text, mine, options.expect ?? null), problem: null };
  } catch (error) {
    // What the photo shows is worth knowing even if nobody can be asked whose it is.
    if (!(error instanceof Refusal)) throw error;
    return { code, own: null, owner: 'unknown', problem: error.message };
  }
}

async function findOwn(context: CliContext, options: ApiOptions, slug: string): Promise<QrCode | null> {
  try {
    return await callApi(context, options, (waypost) => waypost.qrCodes.find(slug), lookUpRetries);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'qr_not_found') return null;
    throw error;
  }
}

/** For programs, named as in the API. */
function viewOf({ photo, fault, codes }: CheckedPhoto): Record<string, unknown> {
  return {
    photo,
    fault,
    codes: codes.map(({ code, own, owner }) => ({
      text: code.text,
      qr_id: own?.qr_id ?? null,
      label: own?.label ?? null,
      owner,
      faults: code.faults,
      contrast: code.contrast,
      edge_modules: code.edgeModules,
      quiet_modules: code.quietModules,
      tilt_degrees: code.tiltDegrees,
      module_px: code.modulePx,
      error_correction_left: code.spare,
    })),
  };
}

function describe({ photo, fault, codes }: CheckedPhoto): string {
  if (fault !== null) return formatFields({ photo, fault: faultTexts[fault] });
  return codes.map((code) => describeCode(photo, code)).join('\n\n');
}

function describeCode(photo: string, { code, own, owner, problem }: CheckedCode): string {
  const readings = photoReadings(code).map(({ name, value }) => [name.toLowerCase(), value] as const);
  return formatFields({
    photo,
    text: code.text,
    ...(own !== null && { code: `${own.label} (${own.qr_id})` }),
    owner: problem === null ? ownerTexts[owner] : `${ownerTexts[owner]} ${problem}`,
    ...Object.fromEntries(readings),
    'to improve': code.faults.map((fault) => faultTexts[fault]).join(' ') || null,
  });
}
