/**
 * Tests of the files in `k8s/`: derived ones are current, each fits what Kubernetes publishes, and they fit each
 * other.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { derivedKubernetesFiles } from '../../scripts/deploy/write-kubernetes-manifests.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { environmentVariables } from '../../shared/kernel/node/config.ts';
import { DRAIN_SECONDS } from '../../shared/kernel/node/shutdown-times.ts';
import {
  type Container,
  type KubernetesManifest,
  manifestFiles,
  manifestsOf,
  type PodSpec,
  parseManifest,
  parseManifests,
  podTemplateOf,
  readVariables,
} from './manifest-files.ts';

const OVERLAYS = ['in-cluster', 'external'];
/** Kinds that are about some pods; an empty selector of theirs would be about none. */
const SELECTING: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'Service',
  'PodDisruptionBudget',
]);

const base = manifestsOf('base');
const ofKind = (manifests: readonly KubernetesManifest[], kind: string): KubernetesManifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);
const deployments = ofKind(base, 'Deployment');
const everyManifest = ['base', ...OVERLAYS, 'trial', 'restore', 'search'].flatMap(manifestsOf);
const pods: { name: string; labels: Record<string, string>; spec: PodSpec }[] = everyManifest.flatMap(
  (manifest) => {
    const template = podTemplateOf(manifest);
    if (template === undefined) return [];
    return [{ name: manifest.metadata.name, labels: template.metadata.labels, spec: template.spec }];
  },
);
const containersOf = ({ containers, initContainers = [] }: PodSpec): Container[] => [
  ...initContainers,
  ...containers,
];
const variablesOf = (manifest: KubernetesManifest) => podTemplateOf(manifest)?.spec.containers[0]?.env ?? [];

describe('the files in k8s/', () => {
  it('those derived from the contract and the settings of services are current (H31)', () => {
    for (const [file, text] of derivedKubernetesFiles())
      assert.ok(
        readFileSync(file, 'utf8') === text,
        `${file} is out of date. Rewrite it: npx node scripts/deploy/write-kubernetes-manifests.ts`,
      );
  });

  for (const file of manifestFiles())
    it(`${file} fits the definitions of Kubernetes 1.35`, () => {
      assert.ok(parseManifests(readFileSync(file, 'utf8')).length > 0);
    });

  it('a wrong field, value or version would be found', () => {
    const [good] = deployments;
    for (const wrong of [
      { ...good, apiVersion: 'apps/v1beta1' },
      { ...good, spec: { ...good?.spec, replica: 2 } },
      { ...good, spec: { ...good?.spec, replicas: 'two' } },
      { ...good, spec: { replicas: 2 } },
    ])
      assert.throws(() => parseManifest(wrong));
  });
});

describe('the pods', () => {
  it('meet the restricted standard of Kubernetes, on a read-only root file system, without a token of the API', () => {
    assert.ok(pods.length > SERVICE_NAMES.length);
    for (const { name, spec } of pods) {
      const { securityContext = {} } = spec;
      assert.equal(spec.automountServiceAccountToken, false, name);
      assert.equal(securityContext.runAsNonRoot, true, name);
      assert.ok(Number(securityContext.runAsUser) > 0, name);
      assert.deepEqual(securityContext.seccompProfile, { type: 'RuntimeDefault' }, name);
      for (const container of containersOf(spec))
        assert.deepEqual(
          container.securityContext,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          `${name} ${container.name}`,
        );
    }
  });

  it('say what they need, and what they may use at most', () => {
    for (const { name, spec } of pods)
      for (const { resources } of containersOf(spec)) {
        assert.deepEqual(Object.keys(resources?.requests ?? {}).sort(), ['cpu', 'memory'], name);
        assert.ok(resources?.limits?.memory, name);
      }
  });

  it('are found by the selectors that name them', () => {
    const matches = (selector: Record<string, string>): boolean =>
      pods.some(({ labels }) => Object.entries(selector).every(([label, value]) => labels[label] === value));
    for (const { kind, metadata, spec } of everyManifest) {
      const { matchLabels, ...plain } = spec?.selector ?? {};
      const selector = matchLabels ?? spec?.podSelector?.matchLabels ?? (kind === 'Service' ? plain : {});
      const isOfAll = Object.keys(selector).length === 0;
      assert.ok(
        isOfAll ? !SELECTING.has(kind) : matches(selector),
        `${kind} ${metadata.name}: ${JSON.stringify(selector)}`,
      );
    }
  });
});

describe('the services on Kubernetes', () => {
  it('each has a Deployment that replaces pods one after the other, and a budget for disruptions', () => {
    assert.deepEqual(deployments.map(({ metadata }) => metadata.name).sort(), [...SERVICE_NAMES].sort());
    assert.deepEqual(
      ofKind(base, 'PodDisruptionBudget')
        .map(({ metadata }) => metadata.name)
        .sort(),
      [...SERVICE_NAMES].sort(),
    );
    for (const { metadata, spec } of deployments) {
      const pod = spec?.template?.spec;
      const [container] = pod?.containers ?? [];
      const { startupProbe, readinessProbe, livenessProbe, lifecycle } = container ?? {};
      assert.ok(startupProbe && readinessProbe && livenessProbe, metadata.name);
      assert.equal(spec?.strategy?.rollingUpdate?.maxUnavailable, 0);
      const preStop = lifecycle?.preStop?.sleep?.seconds ?? 0;
      assert.ok(
        preStop >= 5 && (pod?.terminationGracePeriodSeconds ?? 0) > preStop + DRAIN_SECONDS,
        metadata.name,
      );
    }
  });

  it('an autoscaled one has no number of replicas that `kubectl apply` would restore', () => {
    const autoscaled = ofKind(base, 'HorizontalPodAutoscaler').map(({ spec }) => spec?.scaleTargetRef?.name);
    assert.deepEqual(autoscaled.sort(), ['datasheets', 'gateway', 'projects', 'standards']);
    for (const { metadata, spec } of deployments)
      assert.equal(spec?.replicas === undefined, autoscaled.includes(metadata.name), metadata.name);
  });

  it('receive only variables that the configuration declares, and parts of addresses', () => {
    const parts = /^(MONGODB_(PASSWORD|SCHEME|HOSTS|OPTIONS)|NATS_(PASSWORD|SCHEME|HOST))$/;
    const declared = new Set(environmentVariables().map(({ name }) => name));
    const given = [
      ...deployments.flatMap((deployment) => variablesOf(deployment).map(({ name }) => name)),
      ...OVERLAYS.flatMap((overlay) => [...readVariables(`k8s/${overlay}/configuration.env`).keys()]),
    ];
    assert.ok(given.length > 50);
    assert.deepEqual(
      given.filter((name) => !declared.has(name) && !parts.test(name)),
      [],
    );
  });

  it('are reached under the host names that callers are told, in one class of Ingress', () => {
    const servers = readVariables('k8s/in-cluster/servers.env');
    const urls = [
      readVariables('k8s/in-cluster/configuration.env').get('BASE_URL'),
      `${servers.get('S3_PUBLIC_ENDPOINT')}/${servers.get('S3_BUCKET')}`,
    ].map((url) => new URL(url ?? ''));
    const ingresses = ofKind([...base, ...manifestsOf('in-cluster')], 'Ingress');
    for (const { spec } of ingresses) {
      const [rule] = spec?.rules ?? [];
      assert.deepEqual(spec?.tls?.[0]?.hosts, [rule?.host]);
      assert.equal(spec?.ingressClassName, 'nginx');
      const path = rule?.http.paths[0]?.path;
      assert.ok(
        urls.some(({ host, pathname }) => host === rule?.host && pathname === path),
        rule?.host,
      );
    }
    assert.equal(ingresses.length, urls.length);
  });

  it('find every key of the ConfigMap and of the Secret in both overlays', () => {
    for (const overlay of OVERLAYS) {
      const workloads =
        overlay === 'in-cluster' ? [...base, ...manifestsOf(overlay), ...manifestsOf('restore')] : base;
      const secrets = readVariables(`k8s/${overlay}/secrets.template.env`);
      const servers = readVariables(`k8s/${overlay}/servers.env`);
      for (const { name, valueFrom } of workloads.flatMap(variablesOf)) {
        const { secretKeyRef, configMapKeyRef } = valueFrom ?? {};
        if (secretKeyRef && secretKeyRef.optional !== true)
          assert.ok(secrets.has(secretKeyRef.key), `${overlay} ${name}`);
        if (configMapKeyRef) assert.ok(servers.has(configMapKeyRef.key), `${overlay} ${name}`);
      }
    }
  });

  it('reach their servers and nothing else: all is forbidden, and each kind of server has a policy (H31)', () => {
    const closed = ofKind(base, 'NetworkPolicy').find(
      ({ metadata }) => metadata.name === 'nothing-by-default',
    );
    assert.deepEqual(closed?.spec, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const labels = new Set(
      pods.flatMap((pod) => Object.keys(pod.labels).filter((label) => label.startsWith('client-of/'))),
    );
    assert.equal(labels.size, 6);
    for (const overlay of OVERLAYS) {
      const selected = ofKind(manifestsOf(overlay), 'NetworkPolicy').flatMap(({ spec }) =>
        Object.keys(spec?.podSelector?.matchLabels ?? {}),
      );
      for (const label of labels) assert.ok(selected.includes(label), `${overlay} ${label}`);
    }
  });

  it('OpenSearch is three nodes on machines of their own, of which one may be disrupted, and reached by clients alone', () => {
    const manifests = manifestsOf('search');
    const [cluster] = ofKind(manifests, 'StatefulSet');
    const own = { matchLabels: { 'app.kubernetes.io/name': 'opensearch' } };
    assert.equal(cluster?.spec?.replicas, 3);
    const spread = cluster.spec.template?.spec.affinity?.podAntiAffinity;
    assert.deepEqual(
      spread?.preferredDuringSchedulingIgnoredDuringExecution?.map(({ podAffinityTerm }) => podAffinityTerm),
      [{ topologyKey: 'kubernetes.io/hostname', labelSelector: own }],
    );
    const [budget] = ofKind(manifests, 'PodDisruptionBudget');
    assert.deepEqual(budget?.spec, { maxUnavailable: 1, selector: own });
    const allowed = ofKind(manifests, 'NetworkPolicy').flatMap(({ spec }) => spec?.ingress ?? []);
    assert.deepEqual(allowed, [
      {
        from: [{ podSelector: { matchLabels: { 'client-of/search': 'true' } } }],
        ports: [{ protocol: 'TCP', port: 9200 }],
      },
      { from: [{ podSelector: own }], ports: [{ protocol: 'TCP', port: 9300 }] },
    ]);
  });

  it('programs in other namespaces reach NATS by a label of both, and services a collector of traces (H31)', () => {
    const policy = (folder: string, name: string) =>
      ofKind(manifestsOf(folder), 'NetworkPolicy').find(({ metadata }) => metadata.name === name)?.spec;
    const client = { matchLabels: { 'client-of/nats': 'true' } };
    assert.deepEqual(policy('in-cluster', 'nats')?.ingress, [
      {
        from: [{ podSelector: client }, { namespaceSelector: client, podSelector: client }],
        ports: [{ protocol: 'TCP', port: 4222 }],
      },
    ]);
    const traces = policy('base', 'traces');
    assert.deepEqual(traces?.podSelector, client);
    assert.deepEqual(traces.egress, [
      {
        to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
        ports: [{ protocol: 'TCP', port: 4318 }],
      },
    ]);
  });
});
