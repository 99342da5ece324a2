/** Connects ports of this machine with those of a Deployment, by kubectl. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Namespace } from './kubectl.ts';

export class PortForward {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /**
   * Returns when both sides are connected.
   * @param ports of the Deployment, by ports of this machine
   * @throws Error when kubectl ends
   */
  static async start(
    { name }: Namespace,
    deployment: string,
    ports: ReadonlyMap<number, number>,
  ): Promise<PortForward> {
    const pairs = [...ports].map(([here, there]) => `${here}:${there}`);
    const child = spawn(
      'kubectl',
      ['--namespace', name, 'port-forward', '--address=127.0.0.1', `deployment/${deployment}`, ...pairs],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await new Promise<void>((resolve, reject) => {
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.split('Forwarding from').length > pairs.length) resolve();
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`kubectl port-forward ended with ${code}`)));
    });
    return new PortForward(child);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
  }
}
