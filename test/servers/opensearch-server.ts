/** Start of OpenSearch as local programs on 127.0.0.1, on data that are removed when they stop: one node or several. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseVersion, runProgram } from '../../scripts/start/embedded-servers/run-program.ts';
import {
  createScratchFolder,
  removeScratchFolder,
} from '../../scripts/start/embedded-servers/scratch-folder.ts';
import {
  findFreePort,
  launchServer,
  retryWhileRunning,
  type ServerProcess,
} from '../../scripts/start/embedded-servers/server-process.ts';
import { fetchOpenSearch } from './opensearch-jars.ts';

const MINIMUM_JAVA = 21;
const JAVA_FOLDER = '/usr/lib/jvm';
const START_MS = 120_000;
const STOP_MS = 10_000;
/** On data that nobody keeps, a nearly full disk makes no index read-only. */
const SETTINGS = ['-Ecluster.routing.allocation.disk.threshold_enabled=false', '-Enetwork.host=127.0.0.1'];
const ALONE = ['-Ediscovery.type=single-node'];
/** OpenSearch refuses root, and cannot tell who runs it without its native library. */
const AS_ROOT = ['-Djna.nosys=true', '-Djna.noclasspath=true'];
const JAVA_OPTIONS = [
  ...['-Xms1g', '-Xmx1g', '-XX:MaxDirectMemorySize=256m', '--add-modules=jdk.incubator.vector'],
  ...['--enable-native-access=ALL-UNNAMED', '--sun-misc-unsafe-memory-access=allow'],
];
const LOG_SETTINGS = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %p %m%n
rootLogger.level = error
rootLogger.appenderRef.console.ref = console
`;

export interface OpenSearchServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** A node with its data, which it keeps when it is killed and started again. */
export class OpenSearchNode {
  readonly url: string;
  /** Where other nodes find it. */
  readonly transport: string;
  readonly #arguments: readonly string[];
  readonly #java: string;
  readonly #folder: string;
  #process: ServerProcess | null = null;
  #lastOutput = '';

  private constructor(java: string, home: string, [port, transport]: readonly [number, number]) {
    this.#java = java;
    this.#folder = createScratchFolder('opensearch');
    this.url = `http://127.0.0.1:${port}`;
    this.transport = `127.0.0.1:${transport}`;
    const [config, data, temporary] = ['config', 'data', 'tmp'].map((name) => join(this.#folder, name));
    for (const each of [config, data, temporary]) mkdirSync(String(each));
    writeFileSync(join(String(config), 'log4j2.properties'), LOG_SETTINGS);
    this.#arguments = [
      ...JAVA_OPTIONS,
      ...(process.getuid?.() === 0 ? AS_ROOT : []),
      `-Djava.io.tmpdir=${temporary}`,
      `-Dopensearch.path.home=${home}`,
      `-Dopensearch.path.conf=${config}`,
      ...['-cp', `${home}/lib/*`, 'org.opensearch.bootstrap.OpenSearch'],
      ...[`-Epath.data=${data}`, `-Epath.logs=${this.#folder}`],
      ...[`-Ehttp.port=${port}`, `-Etransport.port=${transport}`, `-Enode.name=${this.transport}`],
      ...SETTINGS,
    ];
  }

  /** Prepares a node. @throws Error without a JDK of 21 or newer, or without Maven */
  static async create(): Promise<OpenSearchNode> {
    const ports = [await findFreePort(), await findFreePort()] as const;
    return new OpenSearchNode(await findJava(), await fetchOpenSearch(), ports);
  }

  /** 0 while it does not run. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Starts it, and waits until its cluster can write and search. @throws Error with its last line of output */
  async start(settings: readonly string[]): Promise<void> {
    const server = await launchServer({
      program: this.#java,
      args: [...this.#arguments, ...settings],
      cwd: this.#folder,
      output: (text) => {
        this.#lastOutput = `${this.#lastOutput}${text}`.slice(-2_000);
      },
    });
    this.#process = server;
    try {
      await retryWhileRunning(server, () => askHealth(this.url), START_MS);
    } catch (error) {
      await this.stop();
      throw new Error(`OpenSearch did not start: ${this.#lastOutput.trim().split('\n').at(-1) || error}`);
    }
  }

  /** Ends it at once, as kill -9 does. */
  async kill(): Promise<void> {
    if (!this.#process) return;
    process.kill(this.#process.pid, 'SIGKILL');
    await this.#process.ended;
    this.#process = null;
  }

  /** Stops it and removes its data. */
  async stop(): Promise<void> {
    await this.#process?.stop(STOP_MS);
    this.#process = null;
    removeScratchFolder(this.#folder);
  }
}

/** Starts a cluster of one node. @throws Error without a JDK of 21 or newer, or without Maven */
export async function startOpenSearch(): Promise<OpenSearchServer> {
  const node = await OpenSearchNode.create();
  await node.start(ALONE);
  return { url: node.url, pid: node.pid, stop: () => node.stop() };
}

/** Nodes of one cluster. */
export interface OpenSearchCluster {
  readonly nodes: readonly OpenSearchNode[];
  /** Starts a node again that was killed. */
  restart(node: OpenSearchNode): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a cluster of so many nodes. @throws Error without a JDK of 21 or newer, or without Maven */
export async function startOpenSearchCluster(size: number): Promise<OpenSearchCluster> {
  const nodes: OpenSearchNode[] = [];
  for (let count = 0; count < size; count += 1) nodes.push(await OpenSearchNode.create());
  const addresses = nodes.map(({ transport }) => transport).join(',');
  const settings = [
    `-Ediscovery.seed_hosts=${addresses}`,
    `-Ecluster.initial_cluster_manager_nodes=${addresses}`,
  ];
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  try {
    await Promise.all(nodes.map((node) => node.start(settings)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, restart: (node) => node.start(settings), stop };
}

/** @throws Error unless the server can write and search */
export async function askHealth(url: string): Promise<void> {
  const response = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=10s`);
  if (!response.ok) throw new Error(`OpenSearch answered ${response.status}`);
}

/** The program of a Java that is new enough. */
async function findJava(): Promise<string> {
  const installed = existsSync(JAVA_FOLDER)
    ? readdirSync(JAVA_FOLDER).map((name) => join(JAVA_FOLDER, name))
    : [];
  const homes = [process.env.JAVA_HOME, ...installed].filter((home) => home !== undefined);
  for (const java of [...homes.map((home) => join(home, 'bin/java')), 'java']) {
    try {
      const [major] = parseVersion(await runProgram(java, ['--version']));
      if (major >= MINIMUM_JAVA) return java;
    } catch {
      // Not a Java that runs here.
    }
  }
  throw new Error(`no Java of ${MINIMUM_JAVA} or newer: set JAVA_HOME`);
}
