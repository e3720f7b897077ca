import { storeContent } from './dashboard-code-input.ts';
import { parseDestination } from './destination.ts';
import { accept, type Parsed } from './parsed.ts';
import type { QrCodeChange, UrlReplacement } from './qr-code-input.ts';
import type { QrType } from './qr-type.ts';
import { parseRedirectRules } from './rules/redirect-rule.ts';

interface ReplacedCode {
  type: QrType;
  redirect_url: string;
  redirect_rules: unknown;
}

/** The change that replaces a text in all destinations of a code; empty if none contains it. */
export function replaceInUrls(
  code: ReplacedCode,
  { find, replacement }: UrlReplacement,
): Parsed<QrCodeChange> {
  const replaced = (url: unknown) => String(url).replaceAll(find, () => replacement);
  const rules = (Array.isArray(code.redirect_rules) ? code.redirect_rules : []).map((rule) => ({
    ...rule,
    url: replaced(rule.url),
  }));
  const url = replaced(code.redirect_url);
  const hasNewUrl = url !== code.redirect_url;
  const hasNewRules = rules.some(
    (rule, index) => rule.url !== (code.redirect_rules as { url: string }[])[index]?.url,
  );
  if (!hasNewUrl && !hasNewRules) return accept({});
  if (code.type === 'app_store') return accept({ content: storeContent(url, rules) });
  const parsedUrl = hasNewUrl ? parseDestination('redirect_url', url) : null;
  if (parsedUrl?.ok === false) return parsedUrl;
  const parsedRules = hasNewRules ? parseRedirectRules(rules) : null;
  if (parsedRules?.ok === false) return parsedRules;
  return accept({
    ...(parsedUrl !== null && { redirectUrl: parsedUrl.value.url }),
    ...(parsedRules !== null && { redirectRules: parsedRules.value }),
  });
}
