import assert from 'node:assert';
import type { KeyActor, Member } from '#core/actor.ts';
import { withTransactionSetting } from '#platform/postgres.ts';
import type { Db } from './database.ts';

interface Planned {
  /** Whether it was planned before, and happens now. */
  isPlanned?: boolean;
}

/** Who acts, as far as history is concerned. */
type Acting =
  | (Pick<Member, 'kind' | 'userId'> & Planned)
  | (Pick<KeyActor, 'kind' | 'keyId'> & Planned)
  | { kind: 'operator' | 'system' };

/**
 * The database in the name of somebody: triggers write them into the history of each change. In SQL: `acting()`.
 * @param bulkId the bulk change that the changes belong to.
 */
export function actAs(db: Db, actor: Acting, bulkId: string | null = null): Db {
  return withTransactionSetting(db, actorSetting(actor, bulkId));
}

export function actorSetting(actor: Acting, bulkId: string | null = null): { name: string; value: string } {
  const parts = [...partsOf(actor), bulkId ?? '-'];
  assert(
    parts.every((part) => /^[\w-]+$/.test(part)),
    'the parts of an actor are separated by spaces',
  );
  return { name: 'waypost.actor', value: parts.join(' ') };
}

function partsOf(actor: Acting): [kind: string, via: string, id: string] {
  if ('userId' in actor) return [actor.kind, actor.isPlanned ? 'schedule' : 'dashboard', actor.userId];
  if ('keyId' in actor) return [actor.kind, actor.isPlanned ? 'schedule' : 'api', actor.keyId];
  return [actor.kind, actor.kind === 'operator' ? 'cli' : 'schedule', '-'];
}
