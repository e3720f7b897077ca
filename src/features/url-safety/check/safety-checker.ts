import type { Destination } from '#core/destination.ts';
import { safe, type Verdict, worstVerdict } from '#core/safety/verdict.ts';
import type { Clock } from '#platform/clock.ts';
import type { SafetyLists } from '../lists/safety-lists.ts';
import type { ThreatLists } from '../lists/threat-lists.ts';
import type { OwnRules } from './own-rules.ts';
import type { RedirectFollower } from './redirect-follower.ts';
import type { SafetyProvider } from './safety-provider.ts';
import { makeSubject, prefixKeys, type Subject } from './subject.ts';
import type { CheckedDestination, CheckResult, UrlChecker } from './url-checker.ts';

const retryMs = 60_000;

interface CheckerParts {
  ownRules: OwnRules;
  lists: ThreatLists;
  clock: Clock;
  providers: readonly SafetyProvider[];
  /** Null: destinations are not requested. */
  follower: RedirectFollower | null;
}

export interface Opinion {
  provider: string;
  verdict: Verdict;
}

/** Asks all providers at once; the worst verdict wins. */
export class SafetyChecker implements UrlChecker {
  readonly #parts: CheckerParts;

  constructor(parts: CheckerParts) {
    this.#parts = parts;
  }

  async check(destinations: Destination[]): Promise<CheckResult> {
    const lists = await this.#parts.lists.current();
    const checked = await Promise.all(destinations.map((destination) => this.#check(destination, lists)));
    return { version: lists.version, destinations: checked };
  }

  refresh(): Promise<SafetyLists> {
    return this.#parts.lists.refresh();
  }

  /** The opinion of each provider, for explanations. */
  async opinions(url: string): Promise<Opinion[]> {
    return this.#ask(makeSubject(url), await this.#parts.lists.current());
  }

  async #check(destination: Destination, lists: SafetyLists): Promise<CheckedDestination> {
    const subjects = [makeSubject(destination.url)];
    const verdicts = [await this.#judge(subjects[0] as Subject, lists)];
    // A URL that is known to be harmful is not requested.
    if (this.#parts.follower !== null && verdicts[0]?.kind === 'safe') {
      const chain = await this.#parts.follower.follow(destination.url, async (hop) => {
        const subject = makeSubject(hop);
        const verdict = await this.#judge(subject, lists);
        subjects.push(subject);
        verdicts.push(asHop(verdict, hop));
        return verdict.kind === 'safe';
      });
      verdicts.push(chain);
    }
    const prefixes = [...new Set(subjects.flatMap(prefixKeys))];
    return { ...destination, verdict: this.#withEnd(worstVerdict(verdicts)), prefixes };
  }

  /** An unknown result must be repeated soon. */
  #withEnd(verdict: Verdict): Verdict {
    if (verdict.kind !== 'unverified' || verdict.validUntil !== null) return verdict;
    return { ...verdict, validUntil: new Date(this.#parts.clock.nowMs() + retryMs) };
  }

  async #judge(subject: Subject, lists: SafetyLists): Promise<Verdict> {
    return worstVerdict((await this.#ask(subject, lists)).map(({ verdict }) => verdict));
  }

  /** The operator's rules override the lists, but not what is forbidden for everyone. */
  async #ask(subject: Subject, lists: SafetyLists): Promise<Opinion[]> {
    const own = { provider: 'rules', verdict: this.#parts.ownRules.judge(subject) };
    const rule = subject.expressions.flatMap(({ text }) => lists.rules.get(text) ?? []).at(0);
    if (rule?.action === 'allow') return [own, { provider: 'operator', verdict: safe }];
    const operator = { provider: 'operator', verdict: rule === undefined ? safe : blocked(rule.reason) };
    const names = { provider: 'look-alikes', verdict: this.#parts.ownRules.judgeName(subject) };
    const others = await Promise.all(
      this.#parts.providers.map(async (provider) => ({
        provider: provider.name,
        verdict: await provider.judge(subject, lists),
      })),
    );
    return [own, operator, names, ...others];
  }
}

function blocked(reason: string): Verdict {
  const detail = `is not allowed here${reason === '' ? '' : `: ${reason}`}`;
  return { kind: 'unsafe', provider: 'operator', threat: 'operator_rule', detail, validUntil: null };
}

function asHop(verdict: Verdict, hop: string): Verdict {
  if (verdict.kind === 'safe') return verdict;
  return { ...verdict, detail: `redirects to ${new URL(hop).host}, which ${verdict.detail}` };
}
