import { accept, type Parsed, parseAll, refuseField } from './parsed.ts';
import { parseTextField } from './text-field.ts';

export interface NewProject {
  name: string;
  description: string;
  setAsDefault: boolean;
}

const nameBounds = { min: 1, max: 120 };
const descriptionBounds = { min: 0, max: 2_000 };

/** The body of POST /v1/projects (D7, D12). */
export function parseNewProject(body: Record<string, unknown>): Parsed<NewProject> {
  const { name: rawName, description: rawDescription = '', set_as_default: setAsDefault = false } = body;
  return parseAll({
    name: parseProjectName(rawName),
    description:
      typeof rawDescription === 'string'
        ? parseTextField('description', rawDescription, descriptionBounds)
        : refuseField('description', 'must be a string.'),
    setAsDefault:
      typeof setAsDefault === 'boolean'
        ? accept(setAsDefault)
        : refuseField('set_as_default', 'must be a boolean.'),
  });
}

export function parseProjectName(raw: unknown): Parsed<string> {
  if (raw === undefined) return refuseField('name', 'is required.');
  if (typeof raw !== 'string') return refuseField('name', 'must be a string.');
  return parseTextField('name', raw, nameBounds);
}
