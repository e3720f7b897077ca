import { type DeliveredType, deliveredTypes } from '../event-type.ts';
import { parseIdentifier } from '../identifier.ts';
import { accept, type Parsed, parseAll, refuse, refuseField } from '../parsed.ts';
import { parseTextField } from '../text-field.ts';

export interface EndpointFields {
  /** Not checked yet: `parseWebhookUrl` does. */
  url: unknown;
  description: string;
  /** Null: all present and later ones. */
  types: DeliveredType[] | null;
  /** As the request names it. */
  projectId: string | null;
  /** UUIDs. */
  qrIds: string[] | null;
  enabled: boolean;
}

export const endpointFields = ['url', 'description', 'types', 'project_id', 'qr_ids', 'enabled'];
const codesMax = 100;

export function parseNewEndpoint(body: Record<string, unknown>): Parsed<EndpointFields> {
  if (body['url'] === undefined) return refuseField('url', 'is required.');
  const whole = { description: '', types: null, project_id: null, qr_ids: null, enabled: true, ...body };
  return parseEndpointChange(whole) as Parsed<EndpointFields>;
}

/** Only the fields of the body. */
export function parseEndpointChange(body: Record<string, unknown>): Parsed<Partial<EndpointFields>> {
  const { url, description, types, project_id: projectId, qr_ids: qrIds, enabled } = body;
  if (endpointFields.every((field) => body[field] === undefined))
    return refuse(`The body contains no changes. Send one of ${endpointFields.join(', ')}.`);
  if ((projectId ?? null) !== null && (qrIds ?? null) !== null)
    return refuse('Send project_id or qr_ids, not both.', 'qr_ids');
  return parseAll({
    ...(url !== undefined && { url: accept(url) }),
    ...(description !== undefined && { description: parseDescription(description) }),
    ...(types !== undefined && { types: parseTypes(types) }),
    ...(projectId !== undefined && { projectId: parseProject(projectId) }),
    ...(qrIds !== undefined && { qrIds: parseCodes(qrIds) }),
    ...(enabled !== undefined && { enabled: parseFlag(enabled) }),
  });
}

function parseDescription(raw: unknown): Parsed<string> {
  if (typeof raw !== 'string') return refuseField('description', 'must be a string.');
  return parseTextField('description', raw, { min: 0, max: 500 });
}

function parseTypes(raw: unknown): Parsed<DeliveredType[] | null> {
  if (raw === null) return accept(null);
  const known = deliveredTypes.filter((type) => Array.isArray(raw) && raw.includes(type));
  const isKnown = Array.isArray(raw) && raw.length > 0 && raw.every((type) => known.includes(type));
  return isKnown
    ? accept(known)
    : refuseField('types', `must be null for all types, or a list of some of ${deliveredTypes.join(', ')}.`);
}

function parseProject(raw: unknown): Parsed<string | null> {
  if (raw === null || typeof raw === 'string') return accept(raw);
  return refuseField('project_id', 'must be the ID of a project, or null.');
}

function parseCodes(raw: unknown): Parsed<string[] | null> {
  if (raw === null) return accept(null);
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > codesMax)
    return refuseField('qr_ids', `must be null, or a list of 1 to ${codesMax} IDs of codes.`);
  const uuids = raw.map((id) => (typeof id === 'string' ? parseIdentifier('qrc', id) : null));
  const wrong = uuids.indexOf(null);
  if (wrong !== -1) return refuse(`qr_ids[${wrong}] must be the ID of a code.`, `qr_ids[${wrong}]`);
  return accept([...new Set(uuids.filter((uuid) => uuid !== null))]);
}

function parseFlag(raw: unknown): Parsed<boolean> {
  return typeof raw === 'boolean' ? accept(raw) : refuseField('enabled', 'must be true or false.');
}
