/** kubectl on the cluster that KUBECONFIG names, and the pods of a namespace there. */
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const POLL_INTERVAL_MS = 500;
/** Longer than a busy machine needs to start pods, or the autoscaler to change their number. */
const PODS_TIMEOUT_MS = 5 * 60_000;

const run = promisify(execFile);

interface Pod {
  metadata: { name: string; deletionTimestamp?: string };
  status: { conditions?: { type: string; status: string }[] };
}

/** Runs kubectl. @returns what it prints. @throws Error with what it prints on stderr */
export async function kubectl(...args: string[]): Promise<string> {
  const { stdout } = await run('kubectl', args, { maxBuffer: 64 << 20 });
  return stdout.trim();
}

export class Namespace {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** `kubectl --namespace NAME …` */
  run(...args: string[]): Promise<string> {
    return kubectl('--namespace', this.name, ...args);
  }

  /** Names of the pods of a service; those that end are not among them. */
  async pods(service: string): Promise<string[]> {
    return (await this.#podsOf(service))
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(({ metadata }) => metadata.name);
  }

  /** Resolves when so many pods of a service are ready, and no other one is left. @throws Error after five minutes */
  async waitForPods(service: string, count: number): Promise<void> {
    const deadline = performance.now() + PODS_TIMEOUT_MS;
    for (;;) {
      const pods = await this.#podsOf(service);
      if (pods.length === count && pods.every(isReady)) return;
      if (performance.now() > deadline)
        throw new Error(`${service} has not ${count} ready pods:\n${await this.describe()}`);
      await delay(POLL_INTERVAL_MS);
    }
  }

  /** Runs JavaScript in a pod, as the user of its container. @returns what it prints */
  runInPod(pod: string, script: string): Promise<string> {
    return this.run('exec', pod, '--', 'node', '-e', script);
  }

  /** Its pods and the last warnings, for a message. */
  async describe(): Promise<string> {
    const pods = await this.run('get', 'pods', '--output=wide');
    const warnings = await this.run(
      'get',
      'events',
      '--field-selector=type=Warning',
      '--sort-by=lastTimestamp',
    );
    return [pods, ...warnings.split('\n').slice(-20)].join('\n');
  }

  async #podsOf(service: string): Promise<Pod[]> {
    const selector = `--selector=app.kubernetes.io/name=${service}`;
    const { items }: { items: Pod[] } = JSON.parse(await this.run('get', 'pods', selector, '--output=json'));
    return items;
  }
}

const isReady = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined &&
  status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;
