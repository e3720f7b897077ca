import type { PageKind } from '../page-kinds.ts';

/** Everything that visitors read, in one language. Names of actions are labels of buttons and links. */
export interface VisitorWords {
  pages: Record<PageKind, { title: string; text: string }>;
  actions: {
    report: string;
    /** Opens the fallback address of the owner (D80). */
    visit: string;
    call: string;
    mail: string;
    website: string;
    map: string;
    save: string;
    calendar: string;
  };
}
