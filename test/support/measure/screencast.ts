import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from 'playwright-core';

/** `npm run screencasts` sets it. */
export const isRecording = process.env['RECORD_SCREENCASTS'] !== undefined;

export const screencastFolder = join(import.meta.dirname, '../../../docs/screencasts');
/** Nobody wants to watch a page that waits. */
const pauseSecondsMax = 1;
const pointMs = 450;
const lastMs = 1_500;
const width = 960;
const phoneWidth = 400;

/** Records what a page shows, as the browser paints it, and makes a small video of it. */
export class Screencast {
  readonly #folder = mkdtempSync(join(tmpdir(), 'waypost-screencast-'));
  readonly #frames: { file: string; second: number }[] = [];
  readonly #page: Page;
  readonly #session: CDPSession;
  #isOver = false;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async start(page: Page): Promise<Screencast> {
    const session = await page.context().newCDPSession(page);
    const cast = new Screencast(page, session);
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      if (cast.#isOver) return;
      const file = join(cast.#folder, `${String(cast.#frames.length).padStart(6, '0')}.png`);
      writeFileSync(file, Buffer.from(data, 'base64'));
      cast.#frames.push({ file, second: metadata.timestamp ?? 0 });
      void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    });
    await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 2 });
    return cast;
  }

  /** Moves a pointer to what will be clicked, so that a viewer sees where. */
  async point(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) return;
    await this.#page.evaluate(
      ({ x, y }) => {
        const known = document.getElementById('screencast-pointer');
        const dot = known ?? document.createElement('div');
        dot.id = 'screencast-pointer';
        dot.setAttribute('aria-hidden', 'true');
        Object.assign(dot.style, {
          position: 'fixed',
          zIndex: '99999',
          width: '28px',
          height: '28px',
          margin: '-14px',
          borderRadius: '50%',
          background: 'rgba(67, 56, 202, .45)',
          border: '2px solid #4338ca',
          pointerEvents: 'none',
          transition: 'left .3s, top .3s',
          left: `${x}px`,
          top: `${y}px`,
        });
        if (known === null) (document.querySelector('dialog[open]') ?? document.body).append(dot);
      },
      { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 },
    );
    await this.#page.waitForTimeout(pointMs);
  }

  /** Writes the video and its last picture. */
  async save(name: string): Promise<void> {
    await this.#page.waitForTimeout(lastMs);
    this.#isOver = true;
    await this.#session.send('Page.stopScreencast');
    const lines = this.#frames.flatMap(({ file, second }, place) => {
      const next = this.#frames[place + 1]?.second ?? second + pauseSecondsMax;
      return [
        `file '${file}'`,
        `duration ${Math.min(pauseSecondsMax, Math.max(0.01, next - second)).toFixed(3)}`,
      ];
    });
    const list = join(this.#folder, 'frames.txt');
    writeFileSync(list, `${lines.join('\n')}\n`);
    mkdirSync(screencastFolder, { recursive: true });
    const isPhone = (this.#page.viewportSize()?.width ?? 0) < width / 2;
    const scale = `scale=${isPhone ? phoneWidth : width}:-2:flags=lanczos`;
    const quiet = ['-y', '-loglevel', 'error'];
    const frames = ['-f', 'concat', '-safe', '0', '-i', list, '-an', '-vf', `fps=12,${scale}`];
    const coding = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '30', '-pix_fmt', 'yuv420p'];
    const video = join(screencastFolder, `${name}.mp4`);
    execFileSync('ffmpeg', [...quiet, ...frames, ...coding, '-movflags', '+faststart', video]);
    const last = this.#frames.at(-1)?.file ?? '';
    execFileSync('ffmpeg', [...quiet, '-i', last, '-vf', scale, join(screencastFolder, `${name}.png`)]);
    rmSync(this.#folder, { recursive: true });
  }
}
