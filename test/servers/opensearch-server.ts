/** Start of an OpenSearch server as a local program on 127.0.0.1, on data that are removed when it stops. */
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
} from '../../scripts/start/embedded-servers/server-process.ts';
import { fetchOpenSearch } from './opensearch-jars.ts';

const MINIMUM_JAVA = 21;
const JAVA_FOLDER = '/usr/lib/jvm';
const START_MS = 120_000;
/** On data that nobody keeps, a nearly full disk makes no index read-only. */
const SETTINGS = ['-Ecluster.routing.allocation.disk.threshold_enabled=false', '-Enetwork.host=127.0.0.1'];
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

/** Starts a cluster of one node. @throws Error without a JDK of 21 or newer, or without Maven */
export async function startOpenSearch(): Promise<OpenSearchServer> {
  const java = await findJava();
  const home = await fetchOpenSearch();
  const folder = createScratchFolder('opensearch');
  const [config, data, temporary] = ['config', 'data', 'tmp'].map((name) => join(folder, name));
  for (const each of [config, data, temporary]) mkdirSync(String(each));
  writeFileSync(join(String(config), 'log4j2.properties'), LOG_SETTINGS);
  const [port, transport] = [await findFreePort(), await findFreePort()];
  const args = [
    ...JAVA_OPTIONS,
    ...(process.getuid?.() === 0 ? AS_ROOT : []),
    `-Djava.io.tmpdir=${temporary}`,
    `-Dopensearch.path.home=${home}`,
    `-Dopensearch.path.conf=${config}`,
    ...['-cp', `${home}/lib/*`, 'org.opensearch.bootstrap.OpenSearch'],
    ...[
      `-Epath.data=${data}`,
      `-Epath.logs=${folder}`,
      `-Ehttp.port=${port}`,
      `-Etransport.port=${transport}`,
    ],
    ...SETTINGS,
    ...['-Ediscovery.type=single-node'],
  ];
  let lastOutput = '';
  const server = await launchServer({
    program: java,
    args,
    cwd: folder,
    output: (text) => {
      lastOutput = `${lastOutput}${text}`.slice(-2_000);
    },
  });
  const stop = async (): Promise<void> => {
    await server.stop(10_000);
    removeScratchFolder(folder);
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await retryWhileRunning(server, () => askHealth(url), START_MS);
  } catch (error) {
    await stop();
    throw new Error(`OpenSearch did not start: ${lastOutput.trim().split('\n').at(-1) || error}`);
  }
  return { url, pid: server.pid, stop };
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
