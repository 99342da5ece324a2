/**
 * Deployment of the services in several processes over NATS, each of which can be killed with -9, paused
 * and restarted. For the kill tests.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMINISTRATOR } from '../../scripts/start/launcher/disposable-service.ts';
import { waitUntilHealthy } from '../../scripts/start/launcher/wait-until-healthy.ts';
import { databasePrefix, dropDatabases, mongodbUri, natsUrl } from '../test-servers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Services of each process, by its name. */
type Processes = Readonly<Record<string, string>>;
const PROCESSES: Processes = {
  gateway: 'gateway',
  identity: 'identity',
  standards: 'standards',
  'wiki-moderation': 'wiki-moderation',
  projects: 'projects,datasheets,files',
  audit: 'audit',
};

/** Additional environment variables of a process, by its name. */
type OwnVariables = Readonly<Record<string, NodeJS.ProcessEnv>>;

/** Processes that are killed: all but the gateway, whose end only closes connections. */
export const KILLABLE_SERVICES: readonly string[] = [
  'audit',
  'standards',
  'projects',
  'wiki-moderation',
  'identity',
];

export class Deployment {
  readonly prefix: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'construction-kill-'));
  readonly #running = new Map<string, ChildProcess>();
  readonly #processes: Processes;
  readonly #variables: OwnVariables;
  #base = '';
  kills = 0;

  private constructor(processes: Processes, variables: OwnVariables, prefix: string) {
    this.#processes = processes;
    this.#variables = variables;
    this.prefix = prefix;
  }

  get base(): string {
    return this.#base;
  }

  static async start(
    processes = PROCESSES,
    variables: OwnVariables = {},
    prefix = databasePrefix('kill'),
  ): Promise<Deployment> {
    const deployment = new Deployment(processes, variables, prefix);
    try {
      const addresses = await Promise.all(Object.keys(processes).map((name) => deployment.#start(name)));
      deployment.#base = addresses.find((address) => address !== null) ?? '';
      await deployment.waitUntilHealthy();
      return deployment;
    } catch (error) {
      await deployment.stop();
      throw error;
    }
  }

  /** Resolves when every service responds. */
  waitUntilHealthy(): Promise<void> {
    return waitUntilHealthy(this.#base, AbortSignal.timeout(60_000));
  }

  /** Kills a process at any moment of its work, and starts it again. */
  async killAndRestart(name: string): Promise<void> {
    await this.kill(name);
    await this.restart(name);
  }

  async kill(name: string): Promise<void> {
    const child = this.#running.get(name);
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.kills += 1;
  }

  async restart(name: string): Promise<void> {
    await this.#start(name);
  }

  /** Stops a process like one with a busy event loop; it keeps its connections. */
  pause(name: string): void {
    this.#running.get(name)?.kill('SIGSTOP');
  }

  resume(name: string): void {
    this.#running.get(name)?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.#running.values()].map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        const forced = setTimeout(() => child.kill('SIGKILL'), 30_000);
        await ended;
        clearTimeout(forced);
      }),
    );
    await dropDatabases(this.prefix);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Starts a process. @returns the URL of its gateway, once it is ready */
  #start(name: string): Promise<string | null> {
    const child = spawn(process.execPath, ['scripts/start/start.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        SERVICES: this.#processes[name],
        MONGODB_URI: mongodbUri(),
        NATS_URL: natsUrl(),
        DATABASE_PREFIX: this.prefix,
        CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
        ADMIN_EMAIL: ADMINISTRATOR.email,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
        EMAIL_VERIFICATION: 'off',
        DATA_DIR: this.#folder,
        PORT: '0',
        LOG_LEVEL: 'silent',
        RATE_LIMIT_ANONYMOUS: '100000000',
        RATE_LIMIT_FREE: '100000000',
        RATE_LIMIT_COMPANY: '100000000',
        RATE_LIMIT_INVITATIONS: '100000000',
        ...this.#variables[name],
      },
    });
    this.#running.set(name, child);
    return new Promise((resolve, reject) => {
      child.once('message', (message: { address: string | null }) => resolve(message.address));
      child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready`)));
    });
  }
}
