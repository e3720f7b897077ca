import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseShortName } from '#core/short-name.ts';

export function folderName(raw: unknown): string {
  const name = parseShortName(raw);
  if (!name.ok) throw invalidRequest(name);
  return name.value;
}

export function nameTaken(name: string): Refusal {
  return new Refusal('conflict', `The project already has a folder “${name}”. Choose another name.`, {
    param: 'name',
  });
}
