import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DatabaseTables } from './database-tables.ts';

export type Database = DatabaseTables;
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

export type QrStatus = Selectable<DatabaseTables['qr_codes']>['status'];
export type RenderStatus = Selectable<DatabaseTables['qr_codes']>['render_status'];
