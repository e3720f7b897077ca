import { useSyncExternalStore } from 'react';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();
const darkRoom = matchMedia('(prefers-color-scheme: dark)');
darkRoom.addEventListener('change', apply);

function stored(): Theme {
  return themes.find((theme) => theme === localStorage.getItem('theme')) ?? 'system';
}

function apply(): void {
  const isDark = stored() === 'dark' || (stored() === 'system' && darkRoom.matches);
  document.documentElement.classList.toggle('dark', isDark);
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme): void {
  localStorage.setItem('theme', theme);
  apply();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, stored);
}
