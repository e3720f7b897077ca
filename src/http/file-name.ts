/** A name for a download. Only letters and digits are safe in a header. */
export function fileName(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return plain.slice(0, 60) || 'qr-code';
}
