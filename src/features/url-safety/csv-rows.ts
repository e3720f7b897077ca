/** Rows of comma-separated values with quotes (RFC 4180). A quote that never closes makes the last row null. */
export function* csvRows(text: string): Generator<string[] | null> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field: string;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === -1) return yield null;
      field = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const stop = endOfField(text, at);
      field = text.slice(at, stop);
      at = stop;
    }
    row.push(field);
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    if (text[at] === '\r') at += 1;
    if (at < text.length && text[at] !== '\n') {
      // Something behind a closing quote: the rest of this line is lost.
      const next = text.indexOf('\n', at);
      at = next === -1 ? text.length : next;
      row = [];
      yield null;
    } else if (row.length > 1 || row[0] !== '') yield row;
    row = [];
    at += 1;
  }
  // A comma was the last thing: the field behind it is empty.
  if (row.length > 0) yield [...row, ''];
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfField(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === ',' || char === '\n' || char === '\r') return at;
  }
  return text.length;
}
