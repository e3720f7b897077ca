import { firstId } from '#core/first-id.ts';
import type { Db } from '#features/database.ts';
import type { PlannedTools } from '#features/planned-changes/apply-due-changes.ts';
import { takePlannedTurn } from '#features/planned-changes/take-planned-turn.ts';
import { switchStandby } from '#features/watches/switch-standby.ts';
import { RepeatedTurns } from '#platform/repeated-turns.ts';

const standbyMs = 5_000;

/** Changes of codes that nobody asks for at that moment. Only the API may change codes, so the worker leaves them to it. */
export function changeByItself(db: Db, tools: PlannedTools): { start(): void; stop(): Promise<void> } {
  const { log } = tools;
  let after: string | null = null;
  const runners = [
    new RepeatedTurns(
      () => takePlannedTurn(db, tools),
      // While PostgreSQL is away, nothing can be changed anyway.
      (error) => log.warn({ err: error }, "planned changes can't be applied at the moment"),
    ),
    new RepeatedTurns(
      async () => {
        after = await switchStandby(db, after ?? firstId);
        return after === null ? standbyMs : 0;
      },
      (error) => log.warn({ err: error }, "stand-by addresses can't be used at the moment"),
    ),
  ];
  return {
    start: () => {
      for (const runner of runners) runner.start();
    },
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
