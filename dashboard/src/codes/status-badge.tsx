import { useState } from 'react';
import type { QrItem } from '../api/types.ts';
import { Badge } from '../ui/badge.tsx';

type Known = Pick<
  QrItem,
  'status' | 'is_project_archived' | 'render_status' | 'scan_limit' | 'scan_count' | 'expires_at'
>;

/** What a visitor would get. */
export function StatusBadge({ code }: { code: Known }) {
  const [nowMs] = useState(Date.now);
  if (code.status === 'blocked') return <Badge tone="bad">blocked</Badge>;
  if (code.status === 'archived') return <Badge>archived</Badge>;
  if (code.is_project_archived) return <Badge tone="warn">project archived</Badge>;
  if (code.expires_at !== null && Date.parse(code.expires_at) < nowMs)
    return <Badge tone="warn">expired</Badge>;
  if (code.scan_limit !== null && code.scan_count >= code.scan_limit)
    return <Badge tone="warn">limit reached</Badge>;
  if (code.render_status === 'error') return <Badge tone="bad">image failed</Badge>;
  if (code.render_status !== 'done') return <Badge tone="accent">preparing image…</Badge>;
  return <Badge tone="good">active</Badge>;
}
