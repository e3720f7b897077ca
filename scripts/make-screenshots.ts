import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  type DashboardPage,
  dashboardPages,
  openPage,
  pictures,
  publicPages,
  wordsOf,
} from '../test/support/data/dashboard-pages.ts';
import { BrowserService } from '../test/support/scratch/browser-service.ts';

/**
 * Takes pictures of every page: desktop and phone, light and dark, empty and full. `npm run screenshots`; with --docs only those of the
 * documents, into their folder. SCANS sets the number of scans in the demo (2 million).
 */
const isForDocs = process.argv.includes('--docs');
const folder = isForDocs ? 'docs/images' : 'screenshots';
const scans = process.env['SCANS'] ?? '2000000';
const email = 'demo@harbour-coffee.example';
const password = 'harbour coffee demo';
const sizes = {
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
/** The content of the pages in the documents' pictures, and the picture: a test compares them. */
const record: Record<string, { words: string[]; sha256: string }> = {};

mkdirSync(folder, { recursive: true });
const service = await BrowserService.start({ DOMAIN_TARGET: 'links.example.com' });
try {
  process.stdout.write(`Making a demo of ${scans} scans …\n`);
  const made = await service.command('demo', '--email', email, '--password', password, '--scans', scans);
  if (made.code !== 0) throw new Error(made.stderr);
  const bare = await service.command('demo', '--email', 'new@example.com', '--password', password, '--empty');
  if (bare.code !== 0) throw new Error(bare.stderr);
  for (const [size, options] of Object.entries(sizes)) {
    for (const theme of ['light', 'dark'] as const) {
      const look = { ...options, colorScheme: theme, reducedMotion: 'reduce' } as const;
      const full = await service.signIn(email, password, look);
      const empty = await service.signIn('new@example.com', password, look);
      const nobody = await service.newPage(look);
      const take = async (page: typeof full, wanted: DashboardPage, name: string) => {
        if (isForDocs && (!pictures.includes(`${wanted.name} ${size} ${theme}`) || name !== wanted.name))
          return;
        await openPage(page, wanted);
        const path = `${folder}/${name}-${size}-${theme}.png`;
        await page.screenshot({ path, fullPage: !isForDocs });
        if (isForDocs)
          record[`${wanted.name} ${size} ${theme}`] = {
            words: await wordsOf(page),
            sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
          };
        process.stdout.write(`${path}\n`);
      };
      for (const wanted of dashboardPages) await take(full, wanted, wanted.name);
      for (const wanted of dashboardPages.filter(({ isForEmpty }) => isForEmpty))
        await take(empty, wanted, `${wanted.name}-empty`);
      for (const wanted of publicPages) await take(nobody, wanted, wanted.name);
      await Promise.all([full, empty, nobody].map((page) => page.context().close()));
    }
  }
  if (isForDocs) writeFileSync(`${folder}/pictures.json`, `${JSON.stringify(record, null, 2)}\n`);
} finally {
  await service.close();
}
