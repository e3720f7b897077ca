import { installPackages, isInstalled } from './install-packages.ts';

/** What only tests use: a second reader of QR codes, and an S3 service. Debian's packages by the program they bring. */
const tools: Record<string, string> = {
  zbarimg: 'zbar-tools',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
};

const missing = Object.keys(tools).filter((program) => !isInstalled(program));
if (missing.length > 0) installPackages(missing.map((program) => tools[program] ?? program));
