import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { Column, Row } from '#core/table-rows.ts';
import type { LargeFileWriter } from '#platform/large-files.ts';
import type { TableWriter } from './export-tools.ts';

/** One group is encoded at a time, so this bounds the time on the event loop. */
const rowsPerGroup = 20_000;

const types = {
  text: 'STRING',
  integer: 'INT64',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
  json: 'JSON',
} as const satisfies Record<Column['type'], ColumnSource['type']>;

/** Writes a Parquet file row group by row group. */
export class ParquetFile implements TableWriter {
  readonly #file: LargeFileWriter;
  readonly #columns: readonly Column[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #rows: Row[] = [];

  constructor(file: LargeFileWriter, columns: readonly Column[]) {
    this.#file = file;
    this.#columns = columns;
    const schema = schemaFromColumnData({ columnData: this.#columnData([]) });
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, createdBy: 'waypost' });
  }

  begin(): Promise<number> {
    return this.#drain();
  }

  async write(rows: readonly Row[]): Promise<number> {
    for (const row of rows) this.#rows.push(row);
    return this.#rows.length < rowsPerGroup ? 0 : this.#writeGroup();
  }

  async finish(): Promise<number> {
    const bytes = await this.#writeGroup();
    await this.#writer.finish();
    return bytes + (await this.#drain());
  }

  async #writeGroup(): Promise<number> {
    if (this.#rows.length === 0) return 0;
    const columnData = this.#columnData(this.#rows);
    this.#rows = [];
    await this.#writer.write({ columnData, rowGroupSize: rowsPerGroup });
    return this.#drain();
  }

  async #drain(): Promise<number> {
    const chunk = this.#bytes.getBytes();
    await this.#file.write(chunk);
    this.#bytes.index = 0;
    return chunk.length;
  }

  #columnData(rows: readonly Row[]): ColumnSource[] {
    return this.#columns.map(({ name, type }) => ({
      name,
      type: types[type],
      nullable: true,
      data: rows.map((row) => parquetValue(row[name] ?? null, type)),
    }));
  }
}

function parquetValue(value: unknown, type: Column['type']): unknown {
  if (value === null) return null;
  if (type === 'integer') return BigInt(value as number);
  return type === 'time' ? new Date(value as string) : value;
}
