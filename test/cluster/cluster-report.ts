/**
 * Reports what the Kubernetes cluster of a test run can do: a plain one may measure no pods, or enforce no network
 * policies.
 */
import { kubectl, type Namespace } from './kubectl.ts';

/** Connects to Redis, which only gateways may reach. */
const PROBE = `
  const socket = require('node:net').connect(6379, 'redis');
  const tell = (text) => { console.log(text); process.exit(); };
  socket.on('connect', () => tell('not enforced')).on('error', () => tell('enforced'));
  setTimeout(() => tell('enforced'), 3000);`;

/** Why nothing measures pods here; false where it does. */
export const missingPodMetrics = (): Promise<string | false> =>
  kubectl('get', '--raw', '/apis/metrics.k8s.io/v1beta1').then(
    () => false,
    () => 'the cluster serves no metrics of pods',
  );

/** Version, nodes and network policies, in one line. */
export async function describeCluster(namespace: Namespace): Promise<string> {
  const { serverVersion }: { serverVersion: { gitVersion: string } } = JSON.parse(
    await kubectl('version', '--output=json'),
  );
  const nodes = (await kubectl('get', 'nodes', '--output=name')).split('\n');
  const [pod = ''] = await namespace.pods('standards');
  return [
    `Kubernetes ${serverVersion.gitVersion}, ${nodes.length} node${nodes.length === 1 ? '' : 's'}`,
    `network policies ${await namespace.runInPod(pod, PROBE)}`,
  ].join('; ');
}
