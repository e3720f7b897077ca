/** The opinion of one provider, or of all together, about a destination. */
export type Verdict =
  | {
      kind: 'safe';
      validUntil: Date | null;
      /** Not everything could be checked, so earlier findings stay. */
      isPartial?: boolean;
    }
  | { kind: 'unsafe'; provider: string; threat: string; detail: string; validUntil: Date | null }
  /** Can't be determined now: ask again. */
  | { kind: 'unverified'; provider: string; detail: string; validUntil: Date | null };

export const safe: Verdict = { kind: 'safe', validUntil: null };

const severity = { safe: 0, unverified: 1, unsafe: 2 };

/** The worst one wins; among equals, the one that must be asked again first. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce((worst, verdict) => {
    const difference = severity[verdict.kind] - severity[worst.kind];
    if (difference !== 0) return difference > 0 ? verdict : worst;
    const sooner = endOf(verdict) < endOf(worst) ? verdict : worst;
    const isPartial = isPartialVerdict(verdict) || isPartialVerdict(worst);
    return sooner.kind === 'safe' && isPartial ? { ...sooner, isPartial } : sooner;
  }, safe);
}

export function isPartialVerdict(verdict: Verdict): boolean {
  return verdict.kind === 'safe' && verdict.isPartial === true;
}

function endOf({ validUntil }: Verdict): number {
  return validUntil?.getTime() ?? Number.POSITIVE_INFINITY;
}
