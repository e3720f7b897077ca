/** URLs of people and attackers, combined at random from problematic parts. */
export function* generatedUrls(random: () => number): Generator<string> {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const some = (max: number, make: () => string) =>
    Array.from({ length: Math.floor(random() * (max + 1)) }, make).join('');
  const odd = () =>
    pick([
      '%',
      '%2',
      '%25',
      '%2e',
      '%2F',
      '%3f',
      '%23',
      '%40',
      '%3A',
      '%00',
      '%20',
      '%0a',
      '%FF',
      '%C3%BC',
      '%2532%35',
      '\t',
      '\r\n',
      ' ',
      '\\',
      '@',
      ':',
      ':80',
      '#',
      '?',
      '&',
      ';',
      '..',
      '.',
      '//',
      'é',
      'о',
      '。',
      '１',
      '\u{1F600}',
      '\u0301',
      '[',
      ']',
      '|',
      '^',
      '<',
    ]);
  const word = () =>
    pick([
      'a',
      'b.c',
      'Www',
      'xn--mlat-zra',
      'login',
      'paypal',
      '0x7f',
      '017',
      '256',
      '1',
      'index.html',
      'ü',
      'x-y_z',
    ]);
  const label = () => (random() < 0.85 ? word() : odd());
  const address = () =>
    pick([
      '127.0.0.1',
      '0x7f.1',
      '017700000001',
      '2130706433',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[64:ff9b::a00:1]',
      '[2001:DB8:0:0::1]',
      '1.2.3.4.5',
      '276.2.3',
      '[::192.9.5.5]',
      '[1:2',
      '0x1ffffffff',
    ]);
  const host = () =>
    random() < 0.15
      ? address()
      : [label(), ...Array.from({ length: Math.floor(random() * 8) }, label), 'com'].join('.');
  const segment = () => (random() < 0.6 ? `/${word()}` : `/${odd()}${some(2, odd)}`);
  for (;;) {
    const scheme =
      random() < 0.9
        ? pick(['http://', 'https://', 'HTTP://', 'http%3A%2F%2F'])
        : pick(['', '//', 'ftp://', 'mailto:', 'http:', ' http://', 'a+b://']);
    const user = random() < 0.05 ? pick(['u@', 'u:p@', 'a@b@', '%40@']) : '';
    const port = random() < 0.15 ? pick([':80', ':', ':8080', ':80:81', ':x']) : '';
    const query = random() < 0.4 ? `?${some(3, () => word() + (random() < 0.4 ? odd() : '='))}` : '';
    const fragment = random() < 0.2 ? `#${some(2, odd)}` : '';
    yield scheme + user + host() + port + some(6, segment) + (random() < 0.2 ? '/' : '') + query + fragment;
  }
}
