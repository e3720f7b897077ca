import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { QrCode } from '@waypost/sdk';
import { Command } from 'commander';
import { invalidRequest, Refusal } from '#core/errors.ts';
import type { PhotoCode } from '#core/photo/check-photo.ts';
import { faultTexts } from '#core/photo/photo-fault.ts';
import { ownerTexts, type PhotoOwner, photoOwner, photoReadings } from '#core/photo/photo-words.ts';
import { findSlug } from '#core/slug.ts';
import { type ApiOptions, callApi, hasApiKey, profileOption } from './api-client.ts';
import { jsonOption } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { exitCode } from './exit-code.ts';
import { formatFields, formatJson } from './output.ts';

interface CheckedCode extends PhotoCode {
  qr_id: string | null;
  label: string | null;
  /** Null without a key. */
  owner: PhotoOwner | null;
}

/** Photographs of printed codes. The picture stays on this machine. */
export function checkCommand(context: CliContext, exit: (code: number) => void): Command {
  return new Command('check')
    .description('read a photo of a printed code: which code it is, how well it reads, and what to improve')
    .argument('<photo...>', 'JPEG, PNG or WebP')
    .addOption(profileOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nWith a key or a profile it also says whether the code is yours.')
    .action(async (photos: string[], options: ApiOptions & { json?: boolean }) => {
      // Reading loads a decoder and an image library; other commands shouldn't wait for them.
      const { checkPhotoFile } = await import('#features/rendering/check-photo-file.ts');
      for (const photo of photos) {
        const checked = await checkPhotoFile(await readPhoto(photo));
        if (!checked.ok) throw invalidRequest(checked);
        const { fault } = checked.value;
        const codes: CheckedCode[] = [];
        for (const code of checked.value.codes) codes.push(await identify(context, options, code));
        if (fault !== null || codes.some(({ owner }) => owner !== null && owner !== 'own'))
          exit(exitCode.failed);
        if (options.json) context.print(formatJson({ photo, fault, codes }));
        else if (fault !== null) context.print(`${basename(photo)}: ${faultTexts[fault]}`);
        else context.print(codes.map((code) => describe(basename(photo), code)).join('\n\n'));
      }
    });
}

async function readPhoto(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new Refusal('not_found', `${path} can't be read: ${(error as Error).message}`);
  }
}

async function identify(context: CliContext, options: ApiOptions, code: PhotoCode): Promise<CheckedCode> {
  if (!hasApiKey(context, options)) return { ...code, qr_id: null, label: null, owner: null };
  const slug = findSlug(code.text);
  const own = slug === null ? null : await findOwn(context, options, slug);
  return {
    ...code,
    qr_id: own?.qr_id ?? null,
    label: own?.label ?? null,
    owner: photoOwner(code.text, own?.short_link ?? null),
  };
}

async function findOwn(context: CliContext, options: ApiOptions, slug: string): Promise<QrCode | null> {
  try {
    return await callApi(context, options, (waypost) => waypost.qrCodes.find(slug));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null;
    throw error;
  }
}

function describe(photo: string, code: CheckedCode): string {
  const readings = photoReadings(code).map(({ name, value }) => [name.toLowerCase(), value] as const);
  return formatFields({
    photo,
    text: code.text,
    ...(code.qr_id !== null && { code: `${code.label} (${code.qr_id})` }),
    ...(code.owner !== null && { owner: ownerTexts[code.owner] }),
    ...Object.fromEntries(readings),
    'to improve': code.faults.map((fault) => faultTexts[fault]),
  });
}
