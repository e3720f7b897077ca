import { exitCode } from './exit-code.ts';

/** A command that is stopped must not leave a server and a copy of everything behind. */
export function removeWhenStopped(cleanUp: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      cleanUp();
      process.exit(exitCode.failed);
    });
}
