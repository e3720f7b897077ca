import type { QueryClient } from '@tanstack/react-query';

/** What users entered and did not save yet. It survives a reload of the page. Signing out and closing the tab remove it. */
const prefix = 'waypost-draft ';
const lettersMax = 200_000;
const changed = new Set<string>();
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

export function readDraft(key: string): unknown {
  const text = sessionStorage.getItem(prefix + key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function keepDraft(key: string, value: unknown): void {
  markUnsaved(key);
  const text = JSON.stringify(value);
  try {
    if (text.length > lettersMax) throw new Error('the draft is too large');
    sessionStorage.setItem(prefix + key, text);
  } catch {
    // It can't be stored: leaving the page still asks, and nothing older is restored.
    sessionStorage.removeItem(prefix + key);
  }
}

export function dropDraft(key: string): void {
  sessionStorage.removeItem(prefix + key);
  if (changed.delete(key)) announce();
}

/** Something on this page was entered and is not saved. */
export function markUnsaved(key: string): void {
  if (changed.has(key)) return;
  changed.add(key);
  announce();
}

/** The form is gone; its draft stays. */
export function unmarkUnsaved(key: string): void {
  if (changed.delete(key)) announce();
}

/** The user decided to leave, or has signed out. */
export function dropAllDrafts(which: 'of this page' | 'all'): void {
  for (const key of which === 'all' ? allKeys() : changed) sessionStorage.removeItem(prefix + key);
  changed.clear();
  announce();
}

/** Saves that wait for the connection are not sent. */
export function cancelWaiting(queryClient: QueryClient): void {
  const mutations = queryClient.getMutationCache();
  for (const mutation of mutations.getAll()) if (mutation.state.isPaused) mutations.remove(mutation);
}

function allKeys(): string[] {
  return Object.keys(sessionStorage).flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
}

export function hasUnsaved(): boolean {
  return changed.size > 0;
}

export function onUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
