/**
 * Deploys the overlay `k8s/trial` on the cluster that KUBECONFIG names, in a namespace of its own, reached through
 * its load balancer; takes and restores backups of it, and removes it with its data.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/start/embedded-servers/server-process.ts';
import { waitUntilHealthy } from '../../scripts/start/launcher/wait-until-healthy.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import type { Administrator } from '../../tools/demo/step-checks.ts';
import { missingImage, provideImages, serviceImage } from './images.ts';
import { kubectl, Namespace } from './kubectl.ts';
import { addRestore, writeOverlay } from './overlay.ts';
import { PortForward } from './port-forward.ts';

/** Pulls and starts of all servers and services on a busy machine. */
const START_TIMEOUT = '15m';
const HEALTH_TIMEOUT_MS = 5 * 60_000;
/** The label of the services' Deployments. */
const SERVICES = 'app.kubernetes.io/part-of=construction-specification-service';
const NAME_OF_FIRST = 'jsonpath={.items[0].metadata.name}';
/** Ports of the load balancer: the gateway and the downloads. */
const [HTTP_PORT, FILES_PORT] = [3000, 9000];

export class ClusterDeployment {
  readonly namespace: Namespace;
  readonly base: string;
  /** The first one. */
  readonly administrator: Administrator;
  /** The folder of its overlay. */
  readonly #folder: string;
  readonly #forward: PortForward;

  private constructor(
    namespace: Namespace,
    base: string,
    administrator: Administrator,
    folder: string,
    forward: PortForward,
  ) {
    this.namespace = namespace;
    this.base = base;
    this.administrator = administrator;
    this.#folder = folder;
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
      await apply(folder, provideImages);
      await waitForRollouts(namespace);
      const ports = new Map([
        [port, HTTP_PORT],
        [filesPort, FILES_PORT],
      ]);
      const forward = await PortForward.start(namespace, 'load-balancer', ports);
      const deployment = new ClusterDeployment(namespace, base, administrator, folder, forward);
      await waitUntilHealthy(base, AbortSignal.timeout(HEALTH_TIMEOUT_MS)).catch(async (error: unknown) => {
        await forward.stop();
        throw error;
      });
      return deployment;
    } catch (error) {
      await remove(namespace);
      rmSync(folder, { recursive: true });
      throw error;
    }
  }

  /** Takes a backup, as at night. @returns its name on the volume */
  async backUp(): Promise<string> {
    await this.namespace.run('create', 'job', 'backup-now', '--from=cronjob/backup');
    await this.#waitForJob('backup-now');
    return this.namespace.run('get', 'pods', '--selector=job-name=backup-now', `--output=${NAME_OF_FIRST}`);
  }

  /** Restores a backup into new servers (docs/kubernetes.md), and starts the services. @returns what the restore printed */
  async restore(backup: string): Promise<string> {
    const { namespace } = this;
    await namespace.run('scale', 'deployment', '--selector', SERVICES, '--replicas=0');
    await namespace.run('delete', 'statefulset', 'mongodb', 's3');
    await namespace.run('delete', 'pvc', '--selector', 'app.kubernetes.io/name in (mongodb, s3)');
    const end = addRestore(this.#folder, backup);
    await apply(this.#folder);
    await this.#waitForJob('restore');
    const printed = await namespace.run('logs', '--selector=job-name=restore', '--tail=-1');
    await namespace.run('delete', 'job', 'restore');
    end();
    await apply(this.#folder);
    await waitForRollouts(namespace);
    await waitUntilHealthy(this.base, AbortSignal.timeout(HEALTH_TIMEOUT_MS));
    return printed;
  }

  async #waitForJob(name: string): Promise<void> {
    try {
      await this.namespace.run(
        'wait',
        '--for=condition=complete',
        `job/${name}`,
        `--timeout=${START_TIMEOUT}`,
      );
    } catch (error) {
      throw new Error(`the job ${name} is not complete:\n${await this.namespace.describe()}`, {
        cause: error,
      });
    }
  }

  async stop(): Promise<void> {
    await this.#forward.stop();
    await remove(this.namespace);
    rmSync(this.#folder, { recursive: true });
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

/** Builds the overlay of a folder and applies it. @param provide is given the names of its images before that */
async function apply(
  folder: string,
  provide: (images: readonly string[]) => Promise<void> = async () => undefined,
): Promise<void> {
  const manifests = await kubectl('kustomize', join(folder, 'test'));
  await provide([...manifests.matchAll(/^ *(?:- )?image: (\S+)$/gm)].map(([, image = '']) => image));
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
