import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const startedMs = Date.now();
let failures = 0;

export function step(text: string): void {
  process.stdout.write(`\n== ${Math.round((Date.now() - startedMs) / 1_000)} s: ${text}\n`);
}

/** Prints whether a check holds, and remembers failures. */
export function check(what: string, found: string, expected: string): void {
  const isRight = found.trim() === expected;
  if (!isRight) failures += 1;
  process.stdout.write(isRight ? `yes  ${what}\n` : `NO   ${what}: ${found.trim()}, not ${expected}\n`);
}

export function failureCount(): number {
  return failures;
}

/** @returns the output; throws with its end if the command failed. */
export function run(
  program: string,
  args: string[],
  options: { cwd?: string; input?: string; env?: Record<string, string> } = {},
): string {
  const { env, ...rest } = options;
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      maxBuffer: 64 * 2 ** 20,
      timeout: 900_000,
      env: { ...process.env, ...env },
      ...rest,
    }).trim();
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${(stdout + stderr).slice(-3_000)}`);
  }
}

/** @returns the output, whether the command failed or not. */
export function attempt(action: () => string): string {
  try {
    return action();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Repeats a request until the expected response arrives or time is up; returns the last response. */
export async function until(expected: string, question: () => string, seconds = 60): Promise<string> {
  for (const endMs = Date.now() + seconds * 1_000; ; ) {
    const answer = attempt(question);
    if (answer === expected || Date.now() > endMs) return answer;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** The commands of a `console` block under a heading of a document, without comments. */
export function documentedCommands(sources: string, section: keyof typeof sections): string[] {
  const { file, heading } = sections[section];
  const document = readFileSync(join(sources, file), 'utf8');
  const text = document.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const blocks = [...text.matchAll(/```console\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const commands = blocks
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '');
  if (commands.length === 0) throw new Error(`${file} has no commands in "${heading}"`);
  return commands;
}

/** The sections whose commands are followed. */
export const sections = {
  containers: { file: 'docs/self-hosting.md', heading: 'One host with containers' },
  systemd: { file: 'docs/self-hosting.md', heading: 'One host with systemd' },
  backup: { file: 'docs/backups.md', heading: 'Take a backup' },
} as const;
