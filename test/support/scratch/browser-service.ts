import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { SmtpDouble } from '../doubles/smtp-double.ts';
import { freePort } from './free-port.ts';
import { type CommandResult, type RunningWaypost, runWaypost, startWaypost } from './spawn-waypost.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const built = new URL('../../../dashboard/dist/index.html', import.meta.url);

/** The whole service as separate processes, a mail server, and a real browser. */
export class BrowserService {
  readonly url: string;
  readonly scanUrl: string;
  readonly databaseUrl: string;
  readonly mails: SmtpDouble;
  /** Console messages and errors of the page. */
  readonly problems: string[] = [];
  readonly #environment: Record<string, string>;
  readonly #browser: Browser;
  readonly #process: RunningWaypost;
  readonly #database: TestDatabase;
  readonly #folder: string;

  private constructor(parts: {
    environment: Record<string, string>;
    browser: Browser;
    process: RunningWaypost;
    database: TestDatabase;
    mails: SmtpDouble;
    folder: string;
  }) {
    this.#environment = parts.environment;
    this.#browser = parts.browser;
    this.#process = parts.process;
    this.#database = parts.database;
    this.#folder = parts.folder;
    this.mails = parts.mails;
    this.url = parts.environment['API_BASE_URL'] ?? '';
    this.databaseUrl = parts.database.url;
    this.scanUrl = parts.process.addresses['scan'] ?? '';
  }

  static async start(extra: Record<string, string> = {}): Promise<BrowserService> {
    if (!existsSync(built)) throw new Error('the dashboard is not built: npm run build');
    const [database, mails, apiPort, scanPort] = await Promise.all([
      createTestDatabase(),
      SmtpDouble.start(),
      freePort(),
      freePort(),
    ]);
    const folder = mkdtempSync('/tmp/waypost-browser-');
    const environment = {
      DATABASE_URL: database.url,
      REDIS_KEY_PREFIX: `browser-${apiPort}:`,
      API_PORT: String(apiPort),
      SCAN_PORT: String(scanPort),
      // Passkeys work with this name, not with an IP address.
      API_BASE_URL: `http://localhost:${apiPort}`,
      PUBLIC_BASE_URL: `http://localhost:${scanPort}`,
      FILE_STORE: `file:${folder}/files`,
      JOURNAL_DIR: `${folder}/journal`,
      SMTP_URL: mails.url,
      TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
      COUNTRY_HEADER: 'CF-IPCountry',
      ...extra,
    };
    const process = await startWaypost([], environment);
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    return new BrowserService({ environment, browser, process, database, mails, folder });
  }

  /** A separate user with their own cookies and storage. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 900 },
      baseURL: this.url,
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      // A refusal is shown to the user; the browser logs it as well.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        this.problems.push(message.text());
    });
    return page;
  }

  /** Like the operator. */
  command(...args: string[]): Promise<CommandResult> {
    return runWaypost(args, this.#environment);
  }

  /** The link in the newest mail to an address. */
  async linkFor(email: string): Promise<string> {
    for (let attempt = 0; attempt < 600; attempt++) {
      const mail = this.mails.mails.findLast(({ to }) => to === email);
      const text = mail?.data.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
      const link = /http:\/\/localhost:\d+\/\S+/.exec(text ?? '')?.[0];
      if (link !== undefined) return link;
      await sleep(50);
    }
    throw new Error(`no mail to ${email} arrived`);
  }

  /** An account with a plan, and a page that is signed in to it. */
  async signedInPage(email: string, options: BrowserContextOptions = {}): Promise<Page> {
    const password = 'correct horse battery';
    const made = await this.command('demo', '--email', email, '--password', password, '--scans', '20000');
    if (made.code !== 0) throw new Error(made.stderr);
    return this.signIn(email, password, options);
  }

  async signIn(email: string, password: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.newPage(options);
    await page.goto('/dashboard/sign-in');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    const left = once(this.#process.child, 'exit');
    this.#process.child.kill('SIGKILL');
    await left;
    this.mails.close();
    await this.#database.drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
