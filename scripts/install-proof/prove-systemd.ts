import type { ContainerEngine } from './container-engine.ts';
import { attempt, check, documentedCommands, step, until } from './steps.ts';

const units = { api: 9090, scan: 9091, worker: 9092 };
/** All except SYS_RESOURCE, which not every machine has: `--privileged` would need that too. */
const capabilities =
  'AUDIT_CONTROL AUDIT_READ AUDIT_WRITE BLOCK_SUSPEND CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID IPC_LOCK IPC_OWNER KILL LEASE LINUX_IMMUTABLE MAC_ADMIN MAC_OVERRIDE MKNOD NET_ADMIN NET_BIND_SERVICE NET_BROADCAST NET_RAW SETFCAP SETGID SETPCAP SETUID SYSLOG SYS_ADMIN SYS_BOOT SYS_CHROOT SYS_NICE SYS_PACCT SYS_PTRACE SYS_TTY_CONFIG WAKE_ALARM';
const name = 'machine';

/** The documented steps: first those that need the package registry, then the rest. */
export function systemdCommands(sources: string): { setup: string[]; rest: string[] } {
  const commands = documentedCommands(sources, 'systemd');
  const last = commands.findIndex((line) => line.includes('scripts/setup'));
  if (last === -1 || commands.length < 8) throw new Error('docs/self-hosting.md has no commands for systemd');
  const local = commands.map((line) => line.replace('<this repository>', '/repository.git'));
  return { setup: local.slice(0, last + 1), rest: local.slice(last + 1) };
}

/** Follows docs/self-hosting.md on a machine with a booted systemd, command by command. */
export async function proveSystemd(engine: ContainerEngine, sources: string): Promise<void> {
  step('a machine with systemd');
  const rights = capabilities.split(' ').flatMap((capability) => ['--cap-add', capability]);
  const guards = ['seccomp', 'apparmor', 'systempaths'].flatMap((guard) => [
    '--security-opt',
    `${guard}=unconfined`,
  ]);
  const memory = ['--tmpfs', '/run:exec', '--tmpfs', '/run/lock', '--tmpfs', '/tmp:exec'];
  const boot = ['sh', '-c', 'mount -o remount,rw /sys; exec /sbin/init'];
  engine.docker([
    'run',
    '-d',
    '--name',
    name,
    '--cgroupns=private',
    ...rights,
    ...guards,
    ...memory,
    'machine',
    ...boot,
  ]);
  const inside = (script: string) =>
    engine.docker(['exec', '-i', name, 'bash', '-euo', 'pipefail', '-s'], script);
  check('systemd runs', await until('running', () => inside('systemctl is-system-running')), 'running');

  step('the commands of docs/self-hosting.md');
  const { rest } = systemdCommands(sources);
  process.stdout.write(`${rest.map((line) => `     ${line}`).join('\n')}\n`);
  inside(`cd /opt/waypost\n${rest.join('\n')}`);
  const ready = (port: number) => () =>
    inside(`curl -s -o /dev/null -w '%{http_code}' 127.0.0.1:${port}/readyz`);
  for (const [unit, port] of Object.entries(units))
    check(`${unit} is ready`, await until('200', ready(port)), '200');
  check(
    'the service is well by its own doctor',
    attempt(() => inside('waypost doctor >/dev/null && echo yes')),
    'yes',
  );

  step('crash, stop, a wrong setting');
  const show = (unit: string, properties: string) =>
    inside(`systemctl show -p ${properties} waypost-${unit} | sort | tr '\\n' ' '`);
  for (const [unit, port] of Object.entries(units)) {
    inside(`systemctl kill -s KILL --kill-who=main waypost-${unit}; sleep 0.5`);
    check(
      `${unit} is started again after it was killed`,
      `${await until('200', ready(port))} ${show(unit, 'NRestarts')}`,
      '200 NRestarts=1',
    );
  }
  for (const unit of Object.keys(units)) {
    inside(`systemctl stop waypost-${unit}`);
    check(
      `${unit} leaves on SIGTERM`,
      show(unit, 'Result,ExecMainStatus'),
      'ExecMainStatus=0 Result=success',
    );
  }
  inside(`sed -i '/^SECRET_KEY/d' /etc/waypost.env; systemctl start waypost-api; sleep 5`);
  check(
    'a wrong setting fails once and stays failed',
    show('api', 'ActiveState,NRestarts'),
    'ActiveState=failed NRestarts=0',
  );
  engine.docker(['rm', '-f', name]);
}
