/**
 * Commands of Docker Compose on one deployment: its containers by service, their number, and their replacement one after the
 * other without an interruption.
 */
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { GRACE_SECONDS } from '../../../shared/kernel/node/shutdown-times.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const POLL_INTERVAL_MS = 500;
/** Longer than a container takes to migrate its data and build its index of search. */
const HEALTH_TIMEOUT_MS = 660_000;

const run = promisify(execFile);

/** Runs Docker. @returns what it prints. @throws Error with what it prints on stderr */
export async function docker(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const { stdout } = await run('docker', [...args], { cwd: ROOT, env, maxBuffer: 64 << 20 });
  return stdout.trim();
}

/** A deployment of `docker-compose.yml`. */
export class ComposeProject {
  readonly #env: NodeJS.ProcessEnv;

  /** @param variables of the deployment and of Compose, such as COMPOSE_PROJECT_NAME, in addition to those of this process */
  constructor(variables: Readonly<Record<string, string>> = {}) {
    this.#env = { ...process.env, ...variables };
  }

  /** `docker compose …` of this deployment. */
  run(...args: string[]): Promise<string> {
    return docker(['compose', ...args], this.#env);
  }

  /** Ids of the running containers of a service, the oldest first. */
  async containers(service: string): Promise<string[]> {
    const ids = (await this.run('ps', '--quiet', service)).split('\n').filter((id) => id !== '');
    if (ids.length === 0) return [];
    const created = await docker(['inspect', '--format', '{{.Created}} {{.Id}}', ...ids]);
    return created
      .split('\n')
      .sort()
      .flatMap((line) => line.split(' ').at(-1) ?? []);
  }

  /** Raises each service to this number of containers; those that run are kept. Returns when all are ready. */
  async scale(counts: Readonly<Record<string, number>>): Promise<void> {
    const scales = Object.entries(counts).map(([service, count]) => `--scale=${service}=${count}`);
    await this.run('up', '--detach', '--no-deps', '--no-recreate', ...scales, ...Object.keys(counts));
    for (const service of Object.keys(counts))
      for (const id of await this.containers(service)) await waitUntilHealthy(id);
  }

  /**
   * Replaces every container of a service, one after the other: the next one is ready before an old one finishes its
   * requests and goes. With another image they run that afterwards.
   */
  async replace(service: string, report: (line: string) => void = () => undefined): Promise<void> {
    const old = await this.containers(service);
    for (const id of old) {
      await this.scale({ [service]: old.length + 1 });
      await docker(['stop', '--time', String(GRACE_SECONDS), id]);
      await docker(['rm', '--volumes', id]);
      report(`${service}: ${id.slice(0, 12)} replaced`);
    }
  }
}

/** Resolves when the health check of a container succeeds. @throws Error when it has ended, or after eleven minutes */
export async function waitUntilHealthy(id: string): Promise<void> {
  const deadline = performance.now() + HEALTH_TIMEOUT_MS;
  for (;;) {
    const state = await docker(['inspect', '--format', '{{.State.Status}} {{.State.Health.Status}}', id]);
    if (state === 'running healthy') return;
    if (state.startsWith('exited') || performance.now() > deadline)
      throw new Error(`container ${id.slice(0, 12)} is ${state}`);
    await delay(POLL_INTERVAL_MS);
  }
}
