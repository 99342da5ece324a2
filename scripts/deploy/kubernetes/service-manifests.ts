/**
 * Manifests of one service: its Deployment, PodDisruptionBudget and, where its settings say so, HorizontalPodAutoscaler.
 */
import type { ServiceName } from '../../../shared/contracts/services.ts';
import { serversOf } from '../../../shared/kernel/node/servers-of-services.ts';
import { GRACE_SECONDS } from '../../../shared/kernel/node/shutdown-times.ts';
import { HEALTH_PORT, HTTP_PORT, serviceEnvironment } from './service-environment.ts';
import { MIN_REPLICAS, SERVICE_SETTINGS } from './service-settings.ts';

/** A document of a manifest file. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly [field: string]: unknown;
}

/** The user of the image. */
const USER_ID = 65532;
/** Until the Services of the cluster know that a pod terminates. */
const PRE_STOP_SECONDS = 5;

const NAME_LABEL = 'app.kubernetes.io/name';
const podsOf = (service: ServiceName) => ({ matchLabels: { [NAME_LABEL]: service } });

/** The manifests of a service, in the order of its file. */
export function serviceManifests(service: ServiceName): Manifest[] {
  const { maxReplicas } = SERVICE_SETTINGS[service];
  return [
    deployment(service),
    ...(maxReplicas === undefined ? [] : [autoscaler(service, maxReplicas)]),
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: service },
      spec: { maxUnavailable: 1, selector: podsOf(service) },
    },
  ];
}

function deployment(service: ServiceName): Manifest {
  const { maxReplicas } = SERVICE_SETTINGS[service];
  const labels = {
    [NAME_LABEL]: service,
    ...Object.fromEntries(serversOf(service).map((server) => [`client-of/${server}`, 'true'])),
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: service, labels: { [NAME_LABEL]: service } },
    spec: {
      // An autoscaled one has no number here: applying the manifests again would undo the autoscaler's.
      ...(maxReplicas === undefined ? { replicas: MIN_REPLICAS } : {}),
      revisionHistoryLimit: 3,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      selector: podsOf(service),
      template: { metadata: { labels }, spec: podSpec(service) },
    },
  };
}

function podSpec(service: ServiceName) {
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: GRACE_SECONDS,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER_ID,
      runAsGroup: USER_ID,
      fsGroup: USER_ID,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    topologySpreadConstraints: ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map(
      (topologyKey) => ({
        maxSkew: 1,
        topologyKey,
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: podsOf(service),
        // Otherwise the pods of the previous version count during an upgrade.
        matchLabelKeys: ['pod-template-hash'],
      }),
    ),
    containers: [container(service)],
    volumes: [
      { name: 'data', emptyDir: { sizeLimit: '1Gi' } },
      { name: 'tmp', emptyDir: { sizeLimit: SERVICE_SETTINGS[service].temporaryFiles ?? '1Gi' } },
    ],
  };
}

function container(service: ServiceName) {
  const { cpu, memory } = SERVICE_SETTINGS[service];
  const [request, limit] = memory;
  const probe = (path: string, settings: object) => ({
    httpGet: { path: `/healthz/${path}`, port: 'health' },
    ...settings,
  });
  return {
    name: service,
    image: 'construction-specification-service',
    imagePullPolicy: 'IfNotPresent',
    envFrom: [{ configMapRef: { name: 'configuration' } }],
    env: serviceEnvironment(service),
    ports: [
      ...(service === 'gateway' ? [{ name: 'http', containerPort: HTTP_PORT }] : []),
      { name: 'health', containerPort: HEALTH_PORT },
    ],
    // Migrations and the indexes of search may take minutes: such a pod is alive, and not ready.
    startupProbe: probe('live', { periodSeconds: 2, timeoutSeconds: 3, failureThreshold: 60 }),
    readinessProbe: probe('ready', { periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 }),
    livenessProbe: probe('live', { periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }),
    lifecycle: { preStop: { sleep: { seconds: PRE_STOP_SECONDS } } },
    // No limit of processor time: it would stop a pod in the middle of a request on an idle machine.
    resources: { requests: { cpu, memory: request }, limits: { memory: limit } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [
      { name: 'data', mountPath: '/data' },
      { name: 'tmp', mountPath: '/tmp' },
    ],
  };
}

function autoscaler(service: ServiceName, maxReplicas: number): Manifest {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: service },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: service },
      minReplicas: MIN_REPLICAS,
      maxReplicas,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
        },
      ],
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  };
}
