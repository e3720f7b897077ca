import type { ErrorCode } from '#core/errors.ts';

interface PageKindEntry {
  /** Drawn with strokes in the text color. */
  icon: string;
  /** The error code for programs that request JSON; null if the page is not an error. */
  problem: { code: ErrorCode; message: string } | null;
}

/** All pages that are shown instead of a redirect. Their texts are in `page-words.ts`. */
export const pageKinds = {
  not_found: {
    icon: '<circle cx="21" cy="21" r="12"/><path d="m30 30 11 11M17 17l8 8m0-8-8 8"/>',
    problem: { code: 'not_found', message: 'There is no such link.' },
  },
  blocked: {
    icon: '<path d="M24 5 40 11v12c0 10-7 17-16 20C15 40 8 33 8 23V11zM24 15v11m0 6v.5"/>',
    problem: { code: 'blocked', message: 'This link is blocked: it may lead to something harmful.' },
  },
  expired: {
    icon: '<circle cx="24" cy="24" r="18"/><path d="M24 13v11l8 5"/>',
    problem: { code: 'expired', message: 'This link has expired.' },
  },
  scan_limit_reached: {
    icon: '<path d="M7 13V7h6m22 0h6v6m0 22v6h-6M13 41H7v-6M15 24l6 6 12-12"/>',
    problem: { code: 'scan_limit_reached', message: 'This link has reached its scan limit.' },
  },
  misdirected: {
    icon: '<path d="M24 43V24M10 8h22l7 6-7 6H10zM38 30l4-4m0 4-4-4"/>',
    problem: { code: 'misdirected', message: 'This domain is not in use here.' },
  },
  rate_limited: {
    icon: '<circle cx="24" cy="24" r="18"/><path d="M24 13v13m0 7v.5"/>',
    problem: { code: 'rate_limited', message: 'Too many unknown links were tried from this network.' },
  },
  unavailable: {
    icon: '<path d="M14 6h20M14 42h20M16 6c0 10 16 12 16 18S16 32 16 42M32 6c0 10-16 12-16 18s16 8 16 18"/>',
    problem: {
      code: 'service_unavailable',
      message: "The service can't respond right now. Try again in a moment.",
    },
  },
  preview: {
    icon: '<path d="M7 13V7h6m22 0h6v6m0 22v6h-6M13 41H7v-6M17 17h4v4h-4zm10 0h4v4h-4zM17 27h4v4h-4zm10 0h4v4h-4z"/>',
    problem: null,
  },
  domain_root: {
    icon: '<path d="M24 43V20M10 8h22l7 6-7 6H10z"/>',
    problem: null,
  },
} as const satisfies Record<string, PageKindEntry>;

export type PageKind = keyof typeof pageKinds;
export type ProblemKind = {
  [Kind in PageKind]: (typeof pageKinds)[Kind]['problem'] extends null ? never : Kind;
}[PageKind];
