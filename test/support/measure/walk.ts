import type { Locator, Page } from 'playwright-core';
import type { Screencast } from './screencast.ts';

/** Seconds per step of a practised person (keystroke-level model): decide, point and press; one typed character. */
const actionSeconds = 1.35 + 1.1 + 0.2;
const characterSeconds = 0.28;
/** Of a recording. */
const typingMs = 45;

/** What a person does on a page: clicks, typed characters, and the time that the service lets them wait. */
export class Walk {
  clicks = 0;
  characters = 0;
  waitMs = 0;
  /** What was done to what, in order. */
  readonly steps: string[] = [];
  /** If the walk is recorded. */
  screencast: Screencast | null = null;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Points at something and presses. */
  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await this.#begin('click', target);
    await this.#wait(() => target.click());
  }

  /** Clicks into a field and types. */
  async type(field: Locator, text: string): Promise<void> {
    this.clicks += 1;
    this.characters += text.length;
    await this.#begin('type into', field);
    if (this.screencast === null) await this.#wait(() => field.fill(text));
    else {
      await field.fill('');
      await field.pressSequentially(text, { delay: typingMs });
    }
  }

  async press(key: string): Promise<void> {
    this.characters += 1;
    await this.#page.keyboard.press(key);
  }

  /** Opens a list and picks one of its options. */
  async choose(list: Locator, option: string): Promise<void> {
    this.clicks += 2;
    await this.#begin('choose from', list);
    await this.#wait(() => list.selectOption(option));
  }

  /** Opens the dialog of the operating system and picks a file. */
  async pickFile(field: Locator, name: string, content: string): Promise<void> {
    this.clicks += 3;
    this.steps.push(`pick ${name}`);
    await this.#wait(() =>
      field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content, 'utf8') }),
    );
  }

  /** Starts a download, and waits for its file. */
  async download(target: Locator): Promise<string> {
    const downloading = this.#page.waitForEvent('download', { timeout: 120_000 });
    await this.click(target);
    return this.#wait(async () => (await downloading).suggestedFilename());
  }

  /** Waits until the page shows something. */
  async see(target: Locator, timeout = 120_000): Promise<void> {
    this.steps.push(`see ${target}`);
    await this.#wait(() => target.first().waitFor({ timeout }));
  }

  /** Goes to an address from elsewhere: a bookmark, or a link in a mail. */
  async open(address: string): Promise<void> {
    this.clicks += 1;
    await this.#wait(() => this.#page.goto(address));
  }

  get seconds(): number {
    return this.clicks * actionSeconds + this.characters * characterSeconds + this.waitMs / 1_000;
  }

  toString(): string {
    const waited = (this.waitMs / 1_000).toFixed(1);
    return `${this.clicks} clicks, ${this.characters} characters, ${waited} s waiting: ${Math.round(this.seconds)} s`;
  }

  async #begin(action: string, target: Locator): Promise<void> {
    this.steps.push(`${action} ${target}`);
    await this.screencast?.point(target);
  }

  async #wait<Result>(act: () => Promise<Result>): Promise<Result> {
    const beganMs = performance.now();
    const result = await act();
    this.waitMs += performance.now() - beganMs;
    return result;
  }
}
