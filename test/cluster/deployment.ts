/**
 * The overlay `k8s/trial` on the cluster that KUBECONFIG names, in a namespace of its own, reached through its load
 * balancer; removed with its data.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Administrator } from '../../scripts/demo/step-report.ts';
import { findFreePort } from '../../scripts/embedded-servers/server-process.ts';
import { waitUntilHealthy } from '../../scripts/launcher/health-check.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { missingImage, provideImages, serviceImage } from './images.ts';
import { kubectl, Namespace } from './kubectl.ts';
import { writeOverlay } from './overlay.ts';
import { PortForward } from './port-forward.ts';

/** Pulls and starts of all servers and services on a busy machine. */
const START_TIMEOUT = '15m';
const HEALTH_TIMEOUT_MS = 5 * 60_000;
/** Ports of the load balancer: the gateway and the downloads. */
const [HTTP_PORT, FILES_PORT] = [3000, 9000];

export class ClusterDeployment {
  readonly namespace: Namespace;
  readonly base: string;
  /** The first one. */
  readonly administrator: Administrator;
  readonly #forward: PortForward;

  private constructor(
    namespace: Namespace,
    base: string,
    administrator: Administrator,
    forward: PortForward,
  ) {
    this.namespace = namespace;
    this.base = base;
    this.administrator = administrator;
    this.#forward = forward;
  }

  /** Applies the manifests. Returns when every pod is ready and every service responds. */
  static async start(): Promise<ClusterDeployment> {
    const namespace = new Namespace(`css-test-${randomBytes(3).toString('hex')}`);
    const [port, filesPort] = [await findFreePort(), await findFreePort()];
    const base = `http://localhost:${port}`;
    const folder = mkdtempSync(join(tmpdir(), 'css-k8s-'));
    try {
      const administrator = writeOverlay(folder, {
        namespace: namespace.name,
        image: serviceImage(),
        base,
        filesBase: `http://localhost:${filesPort}`,
      });
      await apply(folder);
      await waitForRollouts(namespace);
      const ports = new Map([
        [port, HTTP_PORT],
        [filesPort, FILES_PORT],
      ]);
      const forward = await PortForward.start(namespace, 'load-balancer', ports);
      const deployment = new ClusterDeployment(namespace, base, administrator, forward);
      await waitUntilHealthy(base, AbortSignal.timeout(HEALTH_TIMEOUT_MS)).catch(async (error: unknown) => {
        await forward.stop();
        throw error;
      });
      return deployment;
    } catch (error) {
      await remove(namespace);
      throw error;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  async stop(): Promise<void> {
    await this.#forward.stop();
    await remove(this.namespace);
  }
}

/**
 * Why these tests cannot run here; false where they can. KUBECONFIG must be set: a cluster that is merely the current one
 * may be in use.
 */
export async function missingCluster(): Promise<string | false> {
  if (process.env.TEST_KUBERNETES === undefined) return 'npm run test:kubernetes runs them';
  if (process.env.KUBECONFIG === undefined) return 'KUBECONFIG names no cluster for tests';
  try {
    await kubectl('version', '--request-timeout=10s');
  } catch {
    return 'no Kubernetes cluster answers at KUBECONFIG, or kubectl is missing';
  }
  return missingImage();
}

/** Builds the overlay of a folder, provides its images and applies it. */
async function apply(folder: string): Promise<void> {
  const manifests = await kubectl('kustomize', join(folder, 'test'));
  await provideImages([...manifests.matchAll(/^ *(?:- )?image: (\S+)$/gm)].map(([, image = '']) => image));
  const file = join(folder, 'manifests.yaml');
  writeFileSync(file, manifests, { mode: 0o600 });
  await kubectl('apply', '--filename', file);
}

/** @throws Error that tells the state of the pods */
async function waitForRollouts(namespace: Namespace): Promise<void> {
  const servers = ['statefulset/mongodb', 'statefulset/nats', 'statefulset/s3', 'deployment/redis'];
  const services = ['load-balancer', ...SERVICE_NAMES].map((name) => `deployment/${name}`);
  try {
    for (const workload of [...servers, ...services])
      await namespace.run('rollout', 'status', workload, `--timeout=${START_TIMEOUT}`);
  } catch (error) {
    throw new Error(`not every pod is ready:\n${await namespace.describe()}`, { cause: error });
  }
}

const remove = (namespace: Namespace): Promise<string> =>
  kubectl('delete', 'namespace', namespace.name, '--ignore-not-found', '--timeout=5m');
