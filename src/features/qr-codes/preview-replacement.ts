import type { Actor } from '#core/actor.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { can } from '#core/permissions.ts';
import type { UrlReplacement } from '#core/qr-code-input.ts';
import { replaceInUrls } from '#core/replace-in-urls.ts';
import type { Db } from '../database.ts';
import { listTargets, type TargetRow } from './qr-code-queries.ts';

const codesAtOnce = 1_000;
const examplesMax = 50;

export interface ReplacementPreview {
  /** Codes of which a destination would change. */
  matched: number;
  examples: { qr_id: string; label: string; before: string; after: string; problem: string | null }[];
}

/** What replacing a text in the destinations of many codes would change. */
export async function previewReplacement(
  db: Db,
  actor: Actor,
  qrIds: string[],
  replacement: UrlReplacement,
): Promise<ReplacementPreview> {
  const preview: ReplacementPreview = { matched: 0, examples: [] };
  for (let at = 0; at < qrIds.length; at += codesAtOnce) {
    const codes = await listTargets(db, actor.accountId, qrIds.slice(at, at + codesAtOnce));
    for (const code of codes) {
      if (!can(actor, 'codes.change', code.project_id)) continue;
      const changed = urlsOf(code).find((url) => url.includes(replacement.find));
      if (changed === undefined) continue;
      preview.matched++;
      if (preview.examples.length === examplesMax) continue;
      const result = replaceInUrls(code, replacement);
      preview.examples.push({
        qr_id: formatIdentifier('qrc', code.qr_id),
        label: code.label,
        before: changed,
        after: changed.replaceAll(replacement.find, () => replacement.replacement),
        problem: result.ok ? null : result.message,
      });
    }
  }
  return preview;
}

function urlsOf({ redirect_url, redirect_rules }: TargetRow): string[] {
  const rules = Array.isArray(redirect_rules) ? redirect_rules : [];
  return [redirect_url, ...rules.map((rule: { url?: unknown }) => String(rule.url))];
}
