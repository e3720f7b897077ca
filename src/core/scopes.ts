/** What restricted keys and OAuth clients can be allowed to do. */
export const scopes = ['qr.read', 'qr.write', 'analytics.read', 'webhooks.write'] as const;

export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

/** @param held null: unrestricted. */
export function hasScope(held: readonly Scope[] | null, needed: Scope): boolean {
  if (held === null || held.includes(needed)) return true;
  return needed === 'qr.read' && held.includes('qr.write');
}
