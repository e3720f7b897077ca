import type { ThreatLists } from '#features/url-safety/lists/threat-lists.ts';
import { PostgresListener } from '#platform/postgres-listener.ts';
import type { ProcessContext } from './process-part.ts';

/** Keeps the threat lists of a process current. A lost notification costs a write one more try, nothing else. */
export function listenForLists({ config, log }: ProcessContext, lists: ThreatLists): PostgresListener {
  const refresh = () => {
    lists.refresh().catch((error: unknown) => log.warn({ err: error }, 'the threat lists could not be read'));
  };
  return new PostgresListener({
    url: config.databaseDirectUrl,
    channel: 'safety_changed',
    log,
    onNotification: refresh,
    onGap: refresh,
  });
}
