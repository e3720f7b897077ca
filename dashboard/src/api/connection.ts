import { onlineManager } from '@tanstack/react-query';

const askAgainMs = 2_000;
const answerMsMax = 5_000;
let isAsking = false;

/** A request got no response. If nothing else gets one either, queries and saves wait until something does. */
export function noteLost(): void {
  if (isAsking) return;
  isAsking = true;
  void askUntilBack();
}

async function askUntilBack(): Promise<void> {
  while (!(await isReachable())) {
    onlineManager.setOnline(false);
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  isAsking = false;
  onlineManager.setOnline(true);
}

function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(answerMsMax);
  return fetch('/dashboard/icon.svg', { cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
}
