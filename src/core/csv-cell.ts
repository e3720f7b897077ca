/** A cell of a CSV file: quoted if necessary. A value that a spreadsheet would calculate becomes text. */
export function csvCell(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
