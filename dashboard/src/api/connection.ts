import { onlineManager } from '@tanstack/react-query';

const askAgainMs = 2_000;
let timer: ReturnType<typeof setTimeout> | null = null;

/** A request got no response: until one gets through, queries and saves wait. */
export function noteLost(): void {
  onlineManager.setOnline(false);
  timer ??= setTimeout(() => void askAgain(), askAgainMs);
}

async function askAgain(): Promise<void> {
  timer = null;
  const isBack = await fetch('/dashboard/icon.svg', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  if (isBack) onlineManager.setOnline(true);
  else noteLost();
}
