/** IPv4 addresses of every range that is not public: no code may redirect there. */
const ipv4 = [
  '127.0.0.1',
  '127.0.0.53',
  '127.1.2.3',
  '127.255.255.254',
  '0.0.0.0',
  '0.0.0.1',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '100.100.100.200',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
];

const ipv6 = [
  '::',
  '::1',
  'fe80::1',
  'fe80::ffff:ffff',
  'fc00::1',
  'fd00:ec2::254',
  'fd12:3456:789a::1',
  'ff02::1',
  '2001:db8::1',
  '100::1',
  '2001::1',
  '2001:10::1',
  '2001:20::1',
  '3fff::1',
  '5f00::1',
  'fec0::1',
  '64:ff9b:1::1',
  '0:0:0:0:0:0:0:1',
  '::0:1',
];

export const privateIps: string[] = [...ipv4, ...ipv6];

/** All spellings that a parser may understand. */
export const privateAddresses: string[] = [
  ...ipv4.flatMap(spellings),
  ...ipv6.map((address) => `[${address}]`),
];

function spellings(address: string): string[] {
  const parts = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const whole = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  const hex = (value: number) => value.toString(16);
  const pair = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0${whole.toString(8)}`,
    parts.map((part) => `0x${hex(part)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    address.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    address.replaceAll('.', '。'),
    address.replace(/\d/, (digit) => `%3${digit}`),
    `[::ffff:${address}]`,
    `[::ffff:${pair}]`,
    `[::${pair}]`,
    `[64:ff9b::${pair}]`,
    `[2002:${pair}::1]`,
  ];
}
