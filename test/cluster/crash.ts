/**
 * Ends a process in a pod at once and in the middle of its requests, like kill -9. That signal reaches no first
 * process of a container from within; Node's inspector, which SIGUSR1 opens inside the pod, does it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Namespace } from './kubectl.ts';

/** Prints a line when it ends the process. */
const SCRIPT = `
  process.kill(1, 'SIGUSR1');
  const findTarget = () =>
    fetch('http://127.0.0.1:9229/json/list').then((response) => response.json()).catch(() => new Promise((resolve) => setTimeout(resolve, 50)).then(findTarget));
  findTarget().then(([{ webSocketDebuggerUrl }]) => {
    const socket = new WebSocket(webSocketDebuggerUrl);
    socket.onopen = () => {
      console.log('now');
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'process.abort()' } }));
    };
  });`;

/**
 * Ends the process; Kubernetes starts the container again.
 * @returns when, in milliseconds since the start of this process
 * @throws Error where the script did not come so far
 */
export async function crash({ name }: Namespace, pod: string): Promise<number> {
  const child = spawn('kubectl', ['--namespace', name, 'exec', pod, '--', 'node', '-e', SCRIPT], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let crashedAt: number | null = null;
  let errors = '';
  child.stdout.once('data', () => {
    crashedAt = performance.now();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  // The script ends with the container.
  await once(child, 'close');
  if (crashedAt === null) throw new Error(`the process of ${pod} did not end: ${errors}`);
  return crashedAt;
}
