import { existsSync } from 'node:fs';
import { installPackages, isInstalled } from './install-packages.ts';

/**
 * Programs that only tests use: a second QR reader, a load generator, an S3 service, readers of PDF and PostScript, a browser, proxies, an alert checker. Debian
 * packages by program.
 */
const tools: Record<string, string> = {
  zbarimg: 'zbar-tools',
  wrk: 'wrk',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  pdftoppm: 'poppler-utils',
  gs: 'ghostscript',
  qpdf: 'qpdf',
  chromium: 'chromium',
  caddy: 'caddy',
  promtool: 'prometheus',
  patroni: 'patroni',
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  ip: 'iproute2',
  faketime: 'faketime',
};

/** Libraries for the renderer of the Helm chart, by one of their folders. */
const libraries: Record<string, string> = {
  '/usr/lib/go': 'golang-go',
  '/usr/share/gocode/src/github.com/Masterminds/sprig': 'golang-github-masterminds-sprig-dev',
  '/usr/share/gocode/src/gopkg.in/yaml.v3': 'golang-gopkg-yaml.v3-dev',
};

const missing = [
  ...Object.entries(tools).filter(([program]) => !isInstalled(program)),
  ...Object.entries(libraries).filter(([folder]) => !existsSync(folder)),
].map(([, name]) => name);
if (missing.length > 0) installPackages(missing);
