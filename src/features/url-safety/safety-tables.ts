import type { ColumnType, Generated } from 'kysely';

/** The tables that `migrations/` make for the safety of destinations. Types only. */
export interface SafetyTables {
  safety_state: SafetyStateTable;
  destinations: DestinationsTable;
  qr_destinations: QrDestinationsTable;
  safety_log: SafetyLogTable;
  safety_rules: SafetyRulesTable;
  threat_lists: ThreatListsTable;
  threat_list_chunks: ThreatListChunksTable;
  threat_list_changes: ThreatListChangesTable;
  safety_changes: SafetyChangesTable;
  hash_confirmations: HashConfirmationsTable;
}

export type VerdictKind = 'safe' | 'unsafe' | 'unverified';

interface SafetyStateTable {
  version: Generated<number>;
  rules_version: Generated<number>;
  sweep_position: Generated<string>;
  sweep_started_at: Generated<Date>;
  sweep_finished_at: Date | null;
}

interface DestinationsTable {
  destination_id: string;
  url: string;
  prefixes: number[] | null;
  verdict: Generated<VerdictKind>;
  provider: string | null;
  threat: string | null;
  detail: string | null;
  list_version: Generated<number>;
  checked_at: Generated<Date>;
  valid_until: Date | null;
  is_settled: Generated<boolean>;
}

interface QrDestinationsTable {
  destination_id: string;
  qr_id: string;
  linked_at: Generated<Date>;
  linked_version: number;
}

interface SafetyLogTable {
  log_id: Generated<number>;
  logged_at: Generated<Date>;
  event: 'verdict' | 'blocked' | 'restored' | 'replaced';
  destination_id: string;
  qr_id: string | null;
  was: string | null;
  verdict: VerdictKind;
  provider: string | null;
  threat: string | null;
  detail: string | null;
  list_version: number;
}

interface SafetyRulesTable {
  expression: string;
  action: 'block' | 'allow';
  scope: 'domain' | 'url';
  pattern: string;
  reason: Generated<string>;
  made_at: Generated<Date>;
}

interface ThreatListsTable {
  list_id: string;
  version: Generated<number>;
  snapshot_version: Generated<number>;
  entries: Generated<number>;
  token: string | null;
  updated_at: Date | null;
  next_update_at: Generated<Date>;
  failures: Generated<number>;
  last_error: string | null;
}

interface ThreatListChunksTable {
  list_id: string;
  prefix_length: number;
  ordinal: number;
  entries: Buffer;
}

interface ThreatListChangesTable {
  list_id: string;
  version: number;
  prefix_length: number;
  from_version: number;
  added: Buffer;
  removed: Buffer;
}

interface SafetyChangesTable {
  change_id: Generated<number>;
  source: string;
  kind: 'added' | 'removed';
  keys: Buffer;
  position: Generated<number>;
  made_at: Generated<Date>;
}

interface HashConfirmationsTable {
  prefix: Buffer;
  threat_types: string;
  threats: ColumnType<{ hash: string; threat: string; until: string }[], string, string>;
  negative_until: Date | null;
  asked_at: Generated<Date>;
}
