import { canonicalUrl } from '#core/safety/canonical-url.ts';
import { urlExpressions } from '#core/safety/url-expressions.ts';
import { OperationRefused } from '../operation-refused.ts';

export interface RuleTarget {
  /** What threat lists would call it. */
  expression: string;
  scope: 'domain' | 'url';
  /** As the operator wrote it. */
  pattern: string;
}

const domainLabelsMax = 5;

/** `example.com` is a domain with all below it; with a scheme or a path it is a URL with all below its folder. */
export function parseRuleTarget(pattern: string): RuleTarget {
  const isUrl = /^https?:\/\//i.test(pattern) || pattern.includes('/');
  const canonical = canonicalUrl(isUrl ? pattern : `http://${pattern}/`);
  if (canonical === null || !/^[a-z0-9.[\]:_-]+$/.test(canonical.host))
    throw new OperationRefused('invalid', `${pattern} is neither a domain nor a URL.`);
  if (isUrl) return { expression: urlExpressions(canonical)[0] ?? '', scope: 'url', pattern };
  const labels = canonical.host.split('.').length;
  if (labels < 2 && !canonical.host.startsWith('['))
    throw new OperationRefused('invalid', `${pattern} is a whole top-level domain; name something below it.`);
  if (labels > domainLabelsMax)
    throw new OperationRefused(
      'invalid',
      `${pattern} has more than ${domainLabelsMax} labels; block a shorter one, or a URL.`,
    );
  return { expression: `${canonical.host}/`, scope: 'domain', pattern };
}
