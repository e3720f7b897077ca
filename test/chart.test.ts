import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';

const chart = new URL('../deploy/helm/waypost', import.meta.url).pathname;
const renderer = new URL('./render-chart/main.go', import.meta.url).pathname;
/** The checks of the Kubernetes API itself, by kind. */
const kinds = {
  Deployment,
  StatefulSet,
  Job,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
};

/** The source of the types of each kind. */
const modules: Record<string, string> = {
  Deployment: 'kubernetes-models/apps/v1/Deployment',
  StatefulSet: 'kubernetes-models/apps/v1/StatefulSet',
  Job: 'kubernetes-models/batch/v1/Job',
  Ingress: 'kubernetes-models/networking.k8s.io/v1/Ingress',
  NetworkPolicy: 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy',
  PodDisruptionBudget: 'kubernetes-models/policy/v1/PodDisruptionBudget',
  Service: 'kubernetes-models/v1/Service',
  ServiceAccount: 'kubernetes-models/v1/ServiceAccount',
};

interface Container {
  args: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  ports?: { name: string; containerPort: number }[];
  readinessProbe?: { timeoutSeconds: number };
  volumeMounts: { name: string; mountPath: string }[];
  securityContext: { readOnlyRootFilesystem: boolean; runAsNonRoot: boolean };
}
interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken: boolean;
  topologySpreadConstraints?: { topologyKey: string }[];
  containers: Container[];
  volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
}
interface KubernetesObject {
  kind: keyof typeof kinds;
  metadata: { name: string };
  spec: {
    template?: { metadata?: { labels: Record<string, string> }; spec: PodSpec };
    selector?: Record<string, string> & { matchLabels?: Record<string, string> };
    serviceName?: string;
    clusterIP?: string;
    ports?: { name: string; port: number; targetPort: string }[];
    volumeClaimTemplates?: { metadata: { name: string } }[];
    rules?: { host: string }[];
  };
}

let folder: string;
before(() => {
  folder = mkdtempSync('/tmp/waypost-chart-');
  execFileSync('go', ['build', '-o', join(folder, 'render-chart'), renderer], {
    env: {
      ...process.env,
      GO111MODULE: 'off',
      GOPATH: '/usr/share/gocode',
      GOCACHE: join(folder, 'cache'),
      GOFLAGS: '',
    },
    stdio: 'pipe',
  });
});
after(() => rmSync(folder, { recursive: true, force: true }));

function render(values: object = {}): KubernetesObject[] {
  const input = JSON.stringify(values);
  return JSON.parse(execFileSync(join(folder, 'render-chart'), [chart], { input, encoding: 'utf8' }));
}

function find(objects: KubernetesObject[], kind: string, name: string): KubernetesObject {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  return found ?? assert.fail(`there is no ${kind} ${name}`);
}

const pods = (objects: KubernetesObject[]) =>
  objects.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind));
const specOf = (object: KubernetesObject): PodSpec =>
  object.spec.template?.spec ?? assert.fail(object.metadata.name);

describe('the Helm chart', () => {
  for (const [name, values] of Object.entries({
    'as it comes': {},
    'with every option': {
      image: { digest: `sha256:${'0'.repeat(64)}` },
      databaseSecrets: { api: 'db-api', scan: 'db-scan', worker: 'db-worker', migrate: 'db-owner' },
      scan: { replicas: 2, replayJournalsOf: [2, 3], journal: { storageClass: 'fast' } },
      serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/waypost' } },
      ingress: { annotations: { a: 'b' }, tls: [{ hosts: ['app.example.com'], secretName: 'tls' }] },
    },
    'with ingress and policies switched off': {
      ingress: { enabled: false },
      networkPolicy: { enabled: false },
    },
  }))
    test(`${name}: Kubernetes accepts every object`, () => {
      const objects = render(values);
      assert.ok(objects.length >= 10);
      for (const object of objects) {
        const Kind = kinds[object.kind];
        assert.ok(Kind !== undefined, `${object.kind} is not checked`);
        const model = new Kind(object as never);
        assert.doesNotThrow(() => model.validate(), `${object.kind} ${object.metadata.name}`);
      }
    });

  test('no object has a field that Kubernetes doesn’t know', () => {
    const objects = render({ scan: { replayJournalsOf: [2] } });
    const imports = Object.keys(kinds).map((kind) => `import type { I${kind} } from '${modules[kind]}';`);
    const values = objects.map(
      (object, index) => `export const o${index}: I${object.kind} = ${JSON.stringify(object)};`,
    );
    writeFileSync(join(folder, 'objects.ts'), [...imports, ...values].join('\n'));
    symlinkSync(new URL('../node_modules', import.meta.url).pathname, join(folder, 'node_modules'));
    const flags =
      '--ignoreConfig --noEmit --strict --skipLibCheck --target esnext --module nodenext --types node'.split(
        ' ',
      );
    const compiler = new URL('../node_modules/.bin/tsc', import.meta.url).pathname;
    // An object literal with an extra field doesn't match its type.
    try {
      execFileSync(compiler, [...flags, join(folder, 'objects.ts')], { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      assert.fail((error as { stdout: string }).stdout.slice(0, 2_000));
    }
  });

  test('a process can write only to its volumes and /tmp, and no pod has a cluster token', () => {
    for (const object of pods(render({ scan: { replayJournalsOf: [3] } }))) {
      const spec = specOf(object);
      assert.equal(spec.automountServiceAccountToken, false, object.metadata.name);
      for (const container of spec.containers) {
        assert.equal(container.securityContext.readOnlyRootFilesystem, true);
        assert.equal(container.securityContext.runAsNonRoot, true);
        assert.ok(
          container.volumeMounts.some(({ mountPath }) => mountPath === '/tmp'),
          object.metadata.name,
        );
        const known = [
          ...(spec.volumes ?? []),
          ...(object.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata),
        ];
        for (const { name } of container.volumeMounts)
          assert.ok(
            known.some((volume) => volume.name === name),
            name,
          );
      }
    }
  });

  test('pods are spread over nodes and zones, and their probes wait longer than our checks take', () => {
    const objects = render();
    for (const [kind, name] of [
      ['Deployment', 'waypost-api'],
      ['StatefulSet', 'waypost-scan'],
      ['Deployment', 'waypost-worker'],
    ] as const) {
      const spec = specOf(find(objects, kind, name));
      const keys = (spec.topologySpreadConstraints ?? []).map(({ topologyKey }) => topologyKey);
      assert.deepEqual(keys, ['kubernetes.io/hostname', 'topology.kubernetes.io/zone']);
      assert.equal(spec.serviceAccountName, 'waypost');
      for (const { readinessProbe } of spec.containers) assert.ok((readinessProbe?.timeoutSeconds ?? 1) >= 2);
    }
  });

  test('services point to ports of their pods, and the StatefulSet to a headless service', () => {
    const objects = render();
    for (const service of objects.filter(({ kind }) => kind === 'Service')) {
      const target = pods(objects).find(({ spec }) => {
        const labels = spec.template?.metadata?.labels ?? {};
        return Object.entries(service.spec.selector ?? {}).every(([name, value]) => labels[name] === value);
      });
      const ports =
        target === undefined ? [] : specOf(target).containers.flatMap((container) => container.ports ?? []);
      for (const { targetPort } of service.spec.ports ?? [])
        assert.ok(
          ports.some(({ name }) => name === targetPort),
          `${service.metadata.name}: ${targetPort}`,
        );
    }
    const { serviceName = '' } = find(objects, 'StatefulSet', 'waypost-scan').spec;
    assert.equal(find(objects, 'Service', serviceName).spec.clusterIP, 'None');
  });

  test('a job counts the journal of each removed pod, from its volume', () => {
    const objects = render({
      scan: { replicas: 2, replayJournalsOf: [2] },
      databaseSecrets: { scan: 'db-scan' },
    });
    const [claim] = find(objects, 'StatefulSet', 'waypost-scan').spec.volumeClaimTemplates ?? [];
    const spec = specOf(find(objects, 'Job', 'waypost-replay-2-1'));
    const claimed = spec.volumes.map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName);
    // Kubernetes' names for the claims of a StatefulSet.
    assert.ok(claimed.includes(`${claim?.metadata.name}-waypost-scan-2`));
    assert.deepEqual(spec.containers[0]?.args, ['journal', 'replay']);
    assert.ok(spec.containers[0]?.env?.some(({ valueFrom }) => valueFrom?.secretKeyRef.name === 'db-scan'));
  });
});
