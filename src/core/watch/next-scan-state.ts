import { expectedScans, isSurge, quietAt, type ScanBaseline } from './scan-baseline.ts';

const dayMs = 86_400_000;

/** What is known about the scans of a code. */
export interface ScanState {
  lastScanMs: number;
  /** When silence begins to mean something; null while it does. */
  quietAtMs: number | null;
  /** The last scan before a silence that means something. */
  quietSinceMs: number | null;
  /** The last time at which an hour had far more scans than usual. */
  surgeSinceMs: number | null;
}

export interface ScanLook {
  baseline: ScanBaseline;
  weekHourOf: (hour: number) => number;
  known: Pick<ScanState, 'quietSinceMs' | 'surgeSinceMs'>;
  lastScanMs: number;
  /** Until when every scan is known. */
  knownMs: number;
  /** Of the last whole hour: its scans, and how many are usual. */
  scans: number;
  expected: number;
  /** Whether we can be sure that no scan is missing. */
  isSure: boolean;
  /** Whether scans are to be expected at all, and since when the code can't have been closed. */
  isOpen: boolean;
  openSinceMs: number;
}

/** The state after a look, and the alarms: each one once, until there are scans again, or no surge for a day. */
export function nextScanState(look: ScanLook): {
  next: ScanState;
  /** How many scans are missing; null: no alarm. */
  missing: number | null;
  isNewSurge: boolean;
} {
  const { baseline, weekHourOf, known, lastScanMs, knownMs, scans, expected, isSure, isOpen } = look;
  // A code that is closed has no silence: it starts again when it is opened.
  const fromMs = isOpen ? Math.max(lastScanMs, look.openSinceMs) : knownMs;
  const silentMs = quietAt(baseline, fromMs, weekHourOf);
  const isSilent = silentMs !== null && silentMs <= knownMs;
  const wasSilent = known.quietSinceMs !== null && known.quietSinceMs >= lastScanMs && isOpen;
  const isNewSilence = isSilent && isSure && !wasSilent;
  const isSurging = isSurge(baseline, scans, expected);
  const isLater = known.surgeSinceMs !== null && knownMs - known.surgeSinceMs >= dayMs;
  const isQuiet = wasSilent || isNewSilence;
  return {
    next: {
      lastScanMs,
      quietAtMs: isQuiet ? null : silentMs,
      quietSinceMs: isQuiet ? (known.quietSinceMs ?? lastScanMs) : null,
      surgeSinceMs: isSurging ? knownMs : isLater ? null : known.surgeSinceMs,
    },
    missing: isNewSilence ? Math.round(expectedScans(baseline, fromMs, knownMs, weekHourOf)) : null,
    isNewSurge: isSurging && known.surgeSinceMs === null,
  };
}
