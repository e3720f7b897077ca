const width = 30;

/** A bar that stays in its line, and nothing where nobody is watching. */
export function showProgress(share: number, words: string): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round(share * width);
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
  process.stderr.write(`\r${bar} ${words}${share >= 1 ? '\n' : ''}`);
}
