import { Refusal } from '#core/errors.ts';
import { canonicalUrl } from '#core/safety/canonical-url.ts';
import { urlExpressions } from '#core/safety/url-expressions.ts';

export interface RuleTarget {
  /** Its expression in threat lists. */
  expression: string;
  scope: 'domain' | 'url';
  /** As written by the operator. */
  pattern: string;
}

const domainLabelsMax = 5;
/** The maximum depth of URL expressions. */
const foldersMax = 3;

/**
 * `example.com` is a domain with everything below it; `example.com/folder/` a folder with everything below it; `example.com/page` only that
 * page.
 */
export function parseRuleTarget(pattern: string): RuleTarget {
  const isUrl = /^https?:\/\//i.test(pattern) || pattern.includes('/');
  const canonical = canonicalUrl(isUrl ? pattern : `http://${pattern}/`);
  if (canonical === null || !/^[a-z0-9.[\]:_-]+$/.test(canonical.host))
    throw new Refusal('invalid_request', `${pattern} is neither a domain nor a URL.`);
  if (isUrl && canonical.path.endsWith('/') && canonical.path.split('/').length - 2 > foldersMax)
    throw new Refusal(
      'invalid_request',
      `${pattern} is more than ${foldersMax} folders deep. Enter a shorter one, or a page.`,
    );
  if (isUrl) return { expression: urlExpressions(canonical)[0] ?? '', scope: 'url', pattern };
  const labels = canonical.host.split('.').length;
  if (labels < 2 && !canonical.host.startsWith('['))
    throw new Refusal('invalid_request', `${pattern} is a whole top-level domain. Enter a domain below it.`);
  if (labels > domainLabelsMax)
    throw new Refusal(
      'invalid_request',
      `${pattern} has more than ${domainLabelsMax} labels. Enter a shorter domain, or a URL.`,
    );
  return { expression: `${canonical.host}/`, scope: 'domain', pattern };
}
