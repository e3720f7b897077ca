import { installPackages, isInstalled } from './install-packages.ts';

/** What only tests use: a second reader of QR codes, a load generator, an S3 service, a reader of PDF, a browser, a proxy. Debian's packages by their program. */
const tools: Record<string, string> = {
  zbarimg: 'zbar-tools',
  wrk: 'wrk',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  pdftoppm: 'poppler-utils',
  chromium: 'chromium',
  caddy: 'caddy',
};

const missing = Object.keys(tools).filter((program) => !isInstalled(program));
if (missing.length > 0) installPackages(missing.map((program) => tools[program] ?? program));
