/** What the cluster of a run is and does, for its report: a plain cluster may lack metrics, or enforce no network policies. */
import { kubectl, type Namespace } from './kubectl.ts';

/** Connects to Redis, which only gateways may reach. */
const PROBE = `
  const socket = require('node:net').connect(6379, 'redis');
  const tell = (text) => { console.log(text); process.exit(); };
  socket.on('connect', () => tell('not enforced')).on('error', () => tell('enforced'));
  setTimeout(() => tell('enforced'), 3000);`;

/** Version, nodes, metrics and network policies, in one line. */
export async function describeCluster(namespace: Namespace): Promise<string> {
  const { serverVersion }: { serverVersion: { gitVersion: string } } = JSON.parse(
    await kubectl('version', '--output=json'),
  );
  const nodes = (await kubectl('get', 'nodes', '--output=name')).split('\n');
  const metrics = await kubectl('get', '--raw', '/apis/metrics.k8s.io/v1beta1').then(
    () => 'served, so pods are scaled by use',
    () => 'missing, so only the bounds of autoscalers have an effect',
  );
  const [pod = ''] = await namespace.pods('standards');
  return [
    `Kubernetes ${serverVersion.gitVersion}, ${nodes.length} node${nodes.length === 1 ? '' : 's'}`,
    `metrics ${metrics}`,
    `network policies ${await namespace.runInPod(pod, PROBE)}`,
  ].join('; ');
}
