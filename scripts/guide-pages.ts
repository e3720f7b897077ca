import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Pages whose files have their place elsewhere, for the people who look there first. */
const elsewhere: Readonly<Record<string, string>> = {
  sdk: 'sdk/README.md',
  contributing: 'CONTRIBUTING.md',
  architecture: 'ARCHITECTURE.md',
};

export interface GuideSection {
  title: string;
  pages: string[];
}

/** The contents of the guide, by reader. */
export const guideSections = JSON.parse(
  readFileSync(join(root, 'docs/contents.json'), 'utf8'),
) as GuideSection[];

/** The file of each page. */
export const guidePages: ReadonlyMap<string, string> = new Map(
  guideSections.flatMap(({ pages }) => pages).map((name) => [name, elsewhere[name] ?? `docs/${name}.md`]),
);
