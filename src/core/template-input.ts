import { type Parsed, parseAll, refuse, refuseField } from './parsed.ts';
import { type Design, parseDesign } from './qr-image/design-input.ts';
import { parseTextField } from './text-field.ts';

export interface NewTemplate {
  name: string;
  design: Design;
}

const nameBounds = { min: 1, max: 80 };

/** A new template. A design of null is the default one. */
export function parseNewTemplate(body: Record<string, unknown>): Parsed<NewTemplate> {
  return parseAll({ name: parseName(body['name']), design: parseDesignField(body['design']) });
}

/** A change of a template: only the fields of the body. */
export function parseTemplateChange(body: Record<string, unknown>): Parsed<Partial<NewTemplate>> {
  const { name, design } = body;
  if (name === undefined && design === undefined)
    return refuse('The body contains no changes. Send name, design or both.');
  return parseAll({
    ...(name !== undefined && { name: parseName(name) }),
    ...(design !== undefined && { design: parseDesignField(design) }),
  });
}

function parseName(raw: unknown): Parsed<string> {
  if (raw === undefined) return refuseField('name', 'is required.');
  if (typeof raw !== 'string') return refuseField('name', 'must be a string.');
  return parseTextField('name', raw, nameBounds);
}

function parseDesignField(raw: unknown): Parsed<Design> {
  return raw === undefined ? refuseField('design', 'is required.') : parseDesign(raw);
}
