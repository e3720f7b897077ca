import { type Parsed, refuse } from './parsed.ts';
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
  if (rawName === undefined) return refuse('name is required.');
  if (typeof rawName !== 'string') return refuse('name must be a string.');
  const name = parseProjectName(rawName);
  if (!name.ok) return name;
  if (typeof rawDescription !== 'string') return refuse('description must be a string.');
  const description = parseTextField('description', rawDescription, descriptionBounds);
  if (!description.ok) return description;
  if (typeof setAsDefault !== 'boolean') return refuse('set_as_default must be a boolean.');
  return { ok: true, value: { name: name.value, description: description.value, setAsDefault } };
}

export function parseProjectName(raw: string): Parsed<string> {
  return parseTextField('name', raw, nameBounds);
}
