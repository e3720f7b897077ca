const width = 30;

/** A progress bar in one line; nothing if nobody is watching. */
export function showProgress(share: number, words: string): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round(share * width);
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
  process.stderr.write(`\r${bar} ${words}${share >= 1 ? '\n' : ''}`);
}
