/**
 * A deployment by `docker-compose.yml` for the container tests: built, started by testcontainers with ports and a
 * name of its own, and removed with its data. Its containers can be killed, and services taken off a network or given
 * another address of a host.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartedDockerComposeEnvironment } from 'testcontainers';
import { standInVariables } from '../../scripts/deploy/containers/base-images.ts';
import { ComposeProject, docker, waitUntilHealthy } from '../../scripts/deploy/containers/compose.ts';
import { findFreePort } from '../../scripts/start/embedded-servers/server-process.ts';
import { ADMINISTRATOR } from '../../scripts/start/launcher/test-administrator.ts';
import { waitUntilHealthy as waitUntilServiceHealthy } from '../../scripts/start/launcher/wait-until-healthy.ts';
import { UNLIMITED } from './load.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Eight services and their servers start in less than a minute on idle cores. */
const START_TIMEOUT_MS = 10 * 60_000;

export class ComposeDeployment {
  readonly project: ComposeProject;
  readonly base: string;
  /** Its variables, by which any command of Compose finds it. */
  readonly variables: Readonly<Record<string, string>>;
  readonly #environment: StartedDockerComposeEnvironment;

  private constructor(
    environment: StartedDockerComposeEnvironment,
    project: ComposeProject,
    variables: Readonly<Record<string, string>>,
  ) {
    this.#environment = environment;
    this.project = project;
    this.variables = variables;
    this.base = `http://localhost:${variables.PORT}`;
  }

  /**
   * Builds the image and starts the deployment. Returns when every service responds.
   * @param files of Docker Compose
   */
  static async start(files: readonly string[] = ['docker-compose.yml']): Promise<ComposeDeployment> {
    const { DockerComposeEnvironment } = await import('testcontainers');
    const name = `css-test-${randomBytes(3).toString('hex')}`;
    const variables = {
      ...(await standInVariables()),
      ...UNLIMITED,
      PORT: String(await findFreePort()),
      FILES_PORT: String(await findFreePort()),
      NATS_PORT: String(await findFreePort()),
      ADMIN_EMAIL: ADMINISTRATOR.email,
      COMPOSE_PROJECT_NAME: name,
      COMPOSE_FILE: files.join(':'),
    };
    const project = new ComposeProject(variables);
    await project.run('build', 'secrets');
    const environment = await new DockerComposeEnvironment(ROOT, [...files])
      .withProjectName(name)
      .withEnvironment(variables)
      .withStartupTimeout(START_TIMEOUT_MS)
      // `stop` removes it: the reaper needs an image of its own.
      .withAutoCleanup(false)
      .up();
    const deployment = new ComposeDeployment(environment, project, variables);
    try {
      await deployment.waitUntilHealthy();
      return deployment;
    } catch (error) {
      await deployment.stop();
      throw error;
    }
  }

  /** Resolves when every service responds through the load balancer. */
  waitUntilHealthy(): Promise<void> {
    return waitUntilServiceHealthy(this.base, AbortSignal.timeout(START_TIMEOUT_MS));
  }

  /**
   * The first administrator, with the password that the command in the log of `secrets` prints.
   * @param service in whose container the command reads it
   */
  async administrator(service = 'identity'): Promise<{ email: string; password: string }> {
    const printed = await this.project.run('logs', '--no-log-prefix', 'secrets');
    const script = /node --print '(.+)'/.exec(printed)?.[1];
    if (script === undefined) throw new Error(`no command was printed: ${printed}`);
    const password = await this.project.run('exec', '-T', service, 'node', '--print', script);
    return { email: ADMINISTRATOR.email, password: password.trim() };
  }

  /** Ends a container like a crash, at any moment of its work, and starts it again. Returns when it is ready. */
  async killAndRestart(id: string): Promise<void> {
    await docker(['kill', '--signal', 'KILL', id]);
    await docker(['start', id]);
    await waitUntilHealthy(id);
  }

  /** Restarts the containers of a service with another address for a host name. Returns when they are ready. */
  async replaceHost(service: string, host: string, address: string): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'css-compose-'));
    const file = join(folder, 'hosts.yml');
    writeFileSync(file, JSON.stringify({ services: { [service]: { extra_hosts: { [host]: address } } } }));
    try {
      const files = [...(this.variables.COMPOSE_FILE ?? '').split(':'), file].flatMap((name) => [
        '--file',
        name,
      ]);
      await this.project.run(...files, 'up', '--detach', '--no-deps', '--wait', service);
    } finally {
      rmSync(folder, { recursive: true });
    }
    await this.waitUntilHealthy();
  }

  /** Takes a service off a network of the deployment. @returns what connects it again */
  async cut(service: string, from: string): Promise<() => Promise<void>> {
    const network = `${this.variables.COMPOSE_PROJECT_NAME}_${from}`;
    const ids = await this.project.containers(service);
    for (const id of ids) await docker(['network', 'disconnect', network, id]);
    return async () => {
      for (const id of ids) await docker(['network', 'connect', '--alias', service, network, id]);
    };
  }

  /** Removes it with its data, and what other profiles have started. */
  async stop(): Promise<void> {
    await this.project.run(
      '--profile',
      'single',
      '--profile',
      'tools',
      'rm',
      '--force',
      '--stop',
      '--volumes',
    );
    await this.#environment.down({ removeVolumes: true });
  }
}

/** Why the container tests cannot run here; false where they can. */
export async function missingEngine(): Promise<string | false> {
  if (process.env.TEST_CONTAINERS === undefined) return 'npm run test:containers runs them';
  try {
    await docker(['version']);
    await docker(['compose', 'version']);
    return false;
  } catch {
    return 'no container engine with Docker Compose answers';
  }
}
