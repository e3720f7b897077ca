import { type LedgerEvent, withNetwork } from '#core/ledger-record.ts';
import type { Clock } from '#platform/clock.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { ScanBatch } from './scan-batch.ts';
import { makeScanEvent, networkHash, visitorHash } from './scan-event.ts';
import type { Group } from './scan-group.ts';
import { utcDay, type VisitorSalt } from './visitor-salt.ts';

interface BatchParts {
  clock: Clock;
  salt: VisitorSalt;
}

/** Creates a batch of these groups with its own ID. Without counting, it has no events. */
export function makeBatch({ clock, salt }: BatchParts, groups: Group[], isCounting: boolean): ScanBatch {
  return {
    batchId: newUuid(),
    recordedOn: utcDay(clock.nowMs()),
    codes: groups.map(({ target, counted }) => ({ target, scans: counted.length })),
    events: isCounting ? JSON.stringify(makeEvents(groups, salt.get())) : '[]',
  };
}

function makeEvents(groups: Group[], salt: ReturnType<VisitorSalt['get']>): LedgerEvent[] {
  return groups.flatMap(({ target, counted }, index) =>
    target.analyticsEnabled
      ? counted.map(({ scan: { visit }, outcome, visitor }, nth) =>
          withNetwork(
            makeScanEvent(index + 1, nth + 1, visit, outcome, visitor ?? visitorHash(visit, salt)),
            networkHash(visit, salt),
          ),
        )
      : [],
  );
}
