export function Logo() {
  return (
    <span className="flex items-center gap-2.5 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-7 text-accent" aria-hidden>
        <rect width="32" height="32" rx="8" fill="currentColor" />
        <path fill="var(--on-accent)" d="M15 6h2v4h6l3.5 3.5L23 17h-6v9h-2v-9H8v-7h7z" />
      </svg>
      Waypost
    </span>
  );
}
