const heading = `-- The schema that migrations/ make, table by table with all that belongs to it. To be read, not to be run.
-- Written by \`npm run schema\`; test/schema.test.ts fails when it is stale.
`;

interface Block {
  name: string;
  type: string;
  sql: string;
}

const blockStart = /^-- Name: (.*); Type: ([A-Z ]+); Schema: .*$/m;
const ofTable = [
  'SEQUENCE',
  'SEQUENCE OWNED BY',
  'DEFAULT',
  'CONSTRAINT',
  'FK CONSTRAINT',
  'INDEX',
  'TRIGGER',
];

/** The output of pg_dump in a readable order. */
export function formatSchema(dump: string): string {
  const blocks = readBlocks(dump);
  const tables = blocks.filter(({ type }) => type === 'TABLE').map(({ name }) => name);
  const parts = [
    section('Tables'),
    ...tables.map((table) => formatTable(table, blocks)),
    section('Views'),
    ...blocks.filter(({ type }) => type === 'VIEW').map(({ sql }) => sql),
    section('Functions'),
    ...blocks.filter(({ type }) => type === 'FUNCTION').map(({ sql }) => sql),
  ];
  return `${heading}\n${parts.join('\n\n')}\n`;
}

function section(title: string): string {
  return `-- ---------- ${title} ----------`;
}

function formatTable(table: string, blocks: Block[]): string {
  const own = blocks.filter(({ name, type }) => type === 'TABLE' && name === table);
  const belonging = blocks.filter((block) => ofTable.includes(block.type) && tableOf(block) === table);
  belonging.sort((a, b) => ofTable.indexOf(a.type) - ofTable.indexOf(b.type));
  return [...own, ...belonging].map(({ sql }) => sql).join('\n');
}

function tableOf({ name, type, sql }: Block): string | undefined {
  if (type === 'INDEX') return /\bON (?:ONLY )?(\w+)/.exec(sql)?.[1];
  if (type.startsWith('SEQUENCE'))
    return /\b(\w+)\.\w+;$/.exec(sql)?.[1] ?? /ALTER TABLE (\w+)/.exec(sql)?.[1];
  return name.split(' ')[0];
}

function readBlocks(dump: string): Block[] {
  const [, ...pieces] = dump.split(/^--\n(?=-- Name: )/m);
  const blocks = pieces.map((piece): Block => {
    const [, name = '', type = ''] = blockStart.exec(piece) ?? [];
    const sql = piece
      .replace(/^(--.*|SET .*|\\.*)$/gm, '')
      .replaceAll('public.', '')
      .replace(/\n{2,}/g, '\n')
      .trim()
      .replace(/^ALTER TABLE ONLY (\S+)\n {4}/, 'ALTER TABLE $1 ');
    return { name, type, sql };
  });
  return blocks.sort((a, b) => (a.name < b.name ? -1 : 1));
}
