import type { PageRow } from './page-queries.ts';

const empty: PageRow = {
  display_name: null,
  color: null,
  logo: null,
  fallback_url: null,
  fallback_verdict: null,
  is_fallback_known: false,
};

/** The pages of a project as their owner edits them. */
export function pageView({
  display_name,
  color,
  logo,
  fallback_url,
  fallback_verdict,
  is_fallback_known,
}: PageRow = empty) {
  return {
    display_name,
    color,
    logo: logo === null ? null : `data:image/png;base64,${logo.toString('base64')}`,
    fallback_url,
    is_fallback_offered: fallback_url !== null && is_fallback_known && fallback_verdict !== 'unsafe',
  };
}
