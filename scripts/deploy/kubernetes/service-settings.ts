/**
 * Settings of the Deployment of each service: replicas and resources, which come from measurements
 * (docs/kubernetes.md, Resources).
 */
import type { ServiceName } from '../../../shared/contracts/services.ts';

interface ServiceSettings {
  /** Pods at most, of an autoscaled service; otherwise two pods run always. */
  readonly maxReplicas?: number;
  /** Processor time that a pod is guaranteed; the autoscaler keeps its use at 70 % of this. */
  readonly cpu: string;
  /** Memory that a pod is guaranteed, and its limit. */
  readonly memory: readonly [request: string, limit: string];
  /** Temporary files at most; otherwise 1 GiB. */
  readonly temporaryFiles?: string;
}

/** One pod may be unavailable, for an upgrade of its machine or a fault. */
export const MIN_REPLICAS = 2;

export const SERVICE_SETTINGS: Readonly<Record<ServiceName, ServiceSettings>> = {
  // Its budgets for bodies and responses (768 MB) come on top of what it needs.
  gateway: { maxReplicas: 8, cpu: '300m', memory: ['256Mi', '1536Mi'] },
  identity: { cpu: '200m', memory: ['224Mi', '768Mi'] },
  // Its search index grows with the library: its terms in memory, its texts in a temporary file, two while it is rebuilt.
  standards: { maxReplicas: 8, cpu: '500m', memory: ['384Mi', '2Gi'], temporaryFiles: '8Gi' },
  'wiki-moderation': { cpu: '200m', memory: ['256Mi', '1Gi'], temporaryFiles: '4Gi' },
  projects: { maxReplicas: 8, cpu: '400m', memory: ['320Mi', '1Gi'] },
  datasheets: { maxReplicas: 8, cpu: '200m', memory: ['224Mi', '1Gi'] },
  files: { cpu: '100m', memory: ['192Mi', '768Mi'] },
  audit: { cpu: '100m', memory: ['192Mi', '512Mi'] },
};
