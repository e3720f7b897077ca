import type { Page } from 'playwright-core';

export interface DashboardPage {
  name: string;
  /** `{code}` stands for the most used code of the demo. */
  path: string;
  /** Shown when the page is complete. */
  until: string | RegExp;
  isForEmpty?: boolean;
}

const demoCode = 'Menu of the day';

/** Every page for signed-in users. */
export const dashboardPages: DashboardPage[] = [
  { name: 'overview', path: '/?project={project}', until: 'Overview', isForEmpty: true },
  { name: 'overview-all', path: '/', until: 'Overview' },
  { name: 'compare', path: '/compare?ids={project},{code}', until: 'Compare', isForEmpty: true },
  { name: 'codes', path: '/codes', until: 'QR codes', isForEmpty: true },
  { name: 'codes-not-found', path: '/codes?q=zzzzzz', until: 'No matching codes' },
  { name: 'new-code', path: '/codes/new', until: 'New QR code', isForEmpty: true },
  { name: 'import-codes', path: '/codes/import', until: 'New codes from a table', isForEmpty: true },
  { name: 'check-photo', path: '/check-photo', until: 'Check a photo of a print' },
  { name: 'code-analytics', path: '/codes/{code}', until: demoCode },
  { name: 'code-design', path: '/codes/{code}/design', until: demoCode },
  { name: 'code-rules', path: '/codes/{code}/rules', until: demoCode },
  { name: 'code-settings', path: '/codes/{code}/settings', until: demoCode },
  { name: 'code-history', path: '/codes/{code}/history', until: demoCode },
  { name: 'projects', path: '/projects', until: 'Projects', isForEmpty: true },
  { name: 'project', path: '/projects/{project}', until: 'Tables and menus' },
  { name: 'project-domain', path: '/projects/{project}/domain', until: 'Domain' },
  { name: 'visitor-pages', path: '/projects/{project}/pages', until: 'Visitor pages' },
  { name: 'templates', path: '/templates', until: 'Style templates', isForEmpty: true },
  { name: 'profile', path: '/settings', until: 'Settings', isForEmpty: true },
  { name: 'security', path: '/settings/security', until: 'Settings', isForEmpty: true },
  { name: 'members', path: '/settings/members', until: 'Settings', isForEmpty: true },
  { name: 'sso', path: '/settings/sso', until: 'Settings', isForEmpty: true },
  { name: 'audit-log', path: '/settings/audit-log', until: 'Settings', isForEmpty: true },
  { name: 'keys', path: '/settings/keys', until: 'Settings', isForEmpty: true },
  { name: 'webhooks', path: '/settings/webhooks', until: 'Settings', isForEmpty: true },
  { name: 'plan', path: '/settings/plan', until: 'Settings', isForEmpty: true },
  { name: 'data', path: '/settings/data', until: 'Settings', isForEmpty: true },
];

/** Public pages. */
export const publicPages: DashboardPage[] = [
  { name: 'sign-in', path: '/sign-in', until: 'Sign in' },
  { name: 'sign-up', path: '/sign-up', until: 'Create your account' },
  { name: 'forgot-password', path: '/forgot-password', until: 'Choose a new password' },
  { name: 'choose-password', path: '/choose-password?token=x', until: 'Choose a password' },
  { name: 'choose-password-ended', path: '/choose-password', until: 'This link has expired' },
  { name: 'confirm-email', path: '/confirm-email?token=x', until: 'Confirm your new email address' },
  { name: 'invitation-ended', path: '/invitation', until: 'This invitation has ended' },
  { name: 'not-found', path: '/no/such/page', until: 'Page not found' },
];

/** Pages in the documents: page, size and theme. */
export const pictures = [
  'overview desktop light',
  'codes desktop light',
  'code-analytics desktop dark',
  'code-design desktop light',
  'code-rules desktop light',
  'new-code desktop dark',
  'templates desktop light',
  'project-domain desktop light',
  'code-analytics phone light',
  'compare desktop light',
  'import-codes desktop light',
  'visitor-pages desktop light',
];

/** The text of a page besides its data: headings, labels, tabs, buttons. A picture with another text is outdated. */
export async function wordsOf(page: Page): Promise<string[]> {
  const texts = await page.locator('h1, h2, label, th, legend, nav a, main > * button').allInnerTexts();
  const words = texts.map((text) =>
    text
      .replaceAll(/[\d.,%]+/g, '#')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return [...new Set(words.filter((text) => text !== ''))].sort();
}

/** Opens a page, and waits until everything has loaded. */
export async function openPage(page: Page, wanted: DashboardPage): Promise<void> {
  const hasIds = /[{]/.test(wanted.path);
  const ids = hasIds ? await findIds(page) : { code: '', project: '' };
  const path = wanted.path.replace('{code}', ids.code).replace('{project}', ids.project);
  await page.goto(`/dashboard${path}`);
  await page.getByRole('heading', { name: wanted.until }).first().waitFor();
  // A live stream never ends, so the network is never idle there.
  for (
    let wait = 0;
    wait < 200 && (await page.locator('.animate-pulse, [aria-busy=true]').count()) > 0;
    wait++
  )
    await page.waitForTimeout(50);
  await page.waitForTimeout(150);
}

async function findIds(page: Page): Promise<{ code: string; project: string }> {
  const answer = (path: string) =>
    page.evaluate(async (asked) => (await fetch(`/dashboard/api${asked}`)).json(), path) as Promise<{
      items: Record<string, string>[];
    }>;
  const codes = await answer(`/qr-codes?label_contains=${encodeURIComponent(demoCode)}`);
  const projects = await answer('/projects');
  const project = projects.items.find(({ name }) => name === 'Tables and menus');
  return { code: codes.items[0]?.['qr_id'] ?? '', project: project?.['project_id'] ?? '' };
}
