import { isRecord } from './is-record.ts';
import { accept, type Parsed, parseAll, refuse, refuseField } from './parsed.ts';
import {
  advancedField,
  type Body,
  changeableFields,
  type NewQrCode,
  parseNewQrCode,
  parseQrCodeChange,
  type QrCodeChange,
  type UrlReplacement,
} from './qr-code-input.ts';
import { isContentType, isStaticType } from './qr-content/content-field.ts';
import { contentPayload } from './qr-content/content-payload.ts';
import { type Content, parseContent } from './qr-content/parse-content.ts';
import { errorLevels, makeQrMatrix } from './qr-image/qr-matrix.ts';
import type { QrType } from './qr-type.ts';
import type { RedirectRule } from './rules/redirect-rule.ts';
import { parseTags } from './tags.ts';

const replacedMax = 500;

interface DashboardSettings {
  analyticsEnabled?: boolean;
  folderId?: string | null;
}

/** Why a static code can't have a setting of scans. */
export function staticMessage(type: QrType, field: string): string {
  return `${field} can't be set: a code of type ${type} is static, so it has no rules, expiry date or scan limit.`;
}

/** A new code in the dashboard: any type, and whether analytics are on. */
export function parseNewDashboardCode(body: Body): Parsed<NewQrCode> {
  const settings = parseSettings(body);
  if (!settings.ok) return settings;
  const { type } = body;
  if (typeof type !== 'string' || !isContentType(type) || type === 'text') {
    const content = isRecord(body['content']) ? body['content'] : {};
    const code = parseNewQrCode({
      ...body,
      ...(type === 'text' && { text: content['text'], redirect_url: undefined }),
    });
    return code.ok ? { ok: true, value: { ...code.value, ...settings.value } } : code;
  }
  // Label, project and scan settings are parsed like those of a code with a link.
  const frame = parseNewQrCode({ ...body, type: 'text', text: '-', redirect_url: undefined });
  if (!frame.ok) return frame;
  const content = parseContent(type, body['content']);
  if (!content.ok) return content;
  const advanced = isStaticType(type) ? advancedField(frame.value) : null;
  if (advanced !== null) return refuse(staticMessage(type, advanced), advanced);
  if (type === 'app_store' && frame.value.redirectRules !== undefined)
    return refuse('For type app_store, Waypost sets redirect_rules itself. Leave them out.');
  const design = frame.value.design?.['error_correction'];
  const payload = isStaticType(type) ? contentPayload(type, content.value) : null;
  if (
    payload !== null &&
    makeQrMatrix(payload, errorLevels.find((level) => level === design) ?? 'M') === null
  )
    return refuseField('content', 'is too long for a QR code. Shorten it.');
  const target =
    type === 'app_store' ? storeTarget(content.value) : { redirectUrl: null, content: content.value };
  return { ok: true, value: { ...frame.value, type, ...target, ...settings.value } };
}

/** A change: the fields of the API, and those that only the dashboard can change. */
export function parseDashboardChange(body: Body): Parsed<QrCodeChange> {
  const settings = parseSettings(body);
  if (!settings.ok) return settings;
  const move = parseMove(body);
  if (!move.ok) return move;
  const own = { ...settings.value, ...move.value, ...('content' in body && { content: body['content'] }) };
  // Unknown fields are ignored (D13), so what matters is whether there is one that the API can change.
  const hasOthers = changeableFields.some((field) => field in body);
  if (!hasOthers && Object.keys(own).length > 0) return { ok: true, value: own };
  const change = parseQrCodeChange(body);
  return change.ok ? { ok: true, value: { ...change.value, ...own } } : change;
}

/** Each phone goes to its store, all other devices to a page. */
export function storeTarget(content: Content): {
  redirectUrl: string;
  redirectRules: RedirectRule[];
  content: null;
} {
  const rule = (device: 'ios' | 'android', field: string): RedirectRule => ({
    conditions: [{ kind: 'device', value: device }],
    url: String(content[field]),
  });
  return {
    redirectUrl: String(content['fallback_url']),
    redirectRules: [rule('ios', 'ios_url'), rule('android', 'android_url')],
    content: null,
  };
}

/** The content that has this target. */
export function storeContent(redirectUrl: unknown, redirectRules: unknown): Content {
  const [ios, android] = Array.isArray(redirectRules) ? redirectRules : [];
  return { fallback_url: redirectUrl, ios_url: ios?.url, android_url: android?.url } as Content;
}

function parseSettings(body: Body): Parsed<DashboardSettings> {
  const settings: DashboardSettings = {};
  const isAnalysed = body['analytics_enabled'];
  if (isAnalysed !== undefined) {
    if (typeof isAnalysed !== 'boolean') return refuseField('analytics_enabled', 'must be true or false.');
    settings.analyticsEnabled = isAnalysed;
  }
  const folderId = body['folder_id'];
  if (folderId !== undefined) {
    if (folderId !== null && typeof folderId !== 'string')
      return refuseField('folder_id', 'must be the ID of a folder.');
    settings.folderId = folderId;
  }
  return { ok: true, value: settings };
}

/** Where to move a code, and changes that depend on the code: they serve changes of many. */
function parseMove(
  body: Body,
): Parsed<Pick<QrCodeChange, 'projectId' | 'addTags' | 'removeTags' | 'replaceInUrls'>> {
  const { project_id: projectId, add_tags: added, remove_tags: removed, replace_in_urls: replaced } = body;
  return parseAll({
    ...(projectId !== undefined && {
      projectId:
        typeof projectId === 'string'
          ? accept(projectId)
          : refuseField('project_id', 'must be the ID of a project.'),
    }),
    ...(added !== undefined && { addTags: parseTags('add_tags', added) }),
    ...(removed !== undefined && { removeTags: parseTags('remove_tags', removed) }),
    ...(replaced !== undefined && { replaceInUrls: parseReplacement(replaced) }),
  });
}

export function parseReplacement(raw: unknown): Parsed<UrlReplacement> {
  const { find, replacement } = isRecord(raw) ? raw : {};
  if (typeof find !== 'string' || find.trim() === '' || find.length > replacedMax)
    return refuseField('find', `must have 1 to ${replacedMax} characters.`);
  if (typeof replacement !== 'string' || replacement.length > replacedMax)
    return refuseField('replacement', `must have at most ${replacedMax} characters.`);
  return accept({ find, replacement });
}
