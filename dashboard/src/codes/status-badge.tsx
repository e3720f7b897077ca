import { useState } from 'react';
import type { QrItem } from '../api/types.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { type ScanStop, type Stoppable, scanStopOf } from './scan-stop.ts';

const tones: Record<ScanStop, Tone> = {
  blocked: 'bad',
  archived: 'plain',
  'project archived': 'warn',
  expired: 'warn',
  'limit reached': 'warn',
};

/** What a visitor would get. */
export function StatusBadge({ code }: { code: Stoppable & Pick<QrItem, 'render_status'> }) {
  const [nowMs] = useState(Date.now);
  const stop = scanStopOf(code, nowMs);
  if (stop !== null) return <Badge tone={tones[stop]}>{stop}</Badge>;
  if (code.render_status === 'error') return <Badge tone="bad">image failed</Badge>;
  if (code.render_status !== 'done') return <Badge tone="accent">preparing image…</Badge>;
  return <Badge tone="good">active</Badge>;
}
