/**
 * Fetches OpenSearch for the tests from Maven Central, and lays its jars out as its distribution does. All of them
 * are checked against a digest that is stored here, since Maven Central publishes none for the whole.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from '../../scripts/console/progress.ts';
import { runProgram } from '../../scripts/start/embedded-servers/run-program.ts';
import { sha256 } from '../../shared/hash.ts';

export const OPENSEARCH_VERSION = '3.9.0';
const DIGEST = '964a68a07d86762da6cb86507a0a29cd7cdac18804fdb2875ccc80730d9cedf4';
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/opensearch/', import.meta.url));

const CORE = [
  ...['opensearch', 'opensearch-agent-bootstrap', 'opensearch-plugin-classloader'].map(
    (name) => `org.opensearch:${name}:${OPENSEARCH_VERSION}`,
  ),
  ...['log4j-api', 'log4j-core'].map((name) => `org.apache.logging.log4j:${name}:2.25.5`),
];

interface Module {
  artifact: string;
  className: string;
  /** The module that it extends. */
  extended?: string;
}

const MODULES: Readonly<Record<string, Module>> = {
  'lang-painless': { artifact: 'lang-painless', className: 'painless.PainlessModulePlugin' },
  'analysis-common': {
    artifact: 'analysis-common',
    className: 'analysis.common.CommonAnalysisModulePlugin',
    extended: 'lang-painless',
  },
  'mapper-extras': {
    artifact: 'mapper-extras-client',
    className: 'index.mapper.MapperExtrasModulePlugin',
  },
  reindex: { artifact: 'reindex-client', className: 'index.reindex.ReindexModulePlugin' },
  'transport-netty4': {
    artifact: 'transport-netty4-client',
    className: 'transport.Netty4ModulePlugin',
  },
};

/** The folder of OpenSearch, fetched when it is not there. @throws Error without Maven or access to Maven Central */
export async function fetchOpenSearch(): Promise<string> {
  const folder = join(CACHE, OPENSEARCH_VERSION);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const partial = await mkdtemp(join(CACHE, 'fetching-'));
  try {
    await runStep(`Fetching OpenSearch ${OPENSEARCH_VERSION} with Maven (70 MB)`, () => assemble(partial));
    // Another run may have fetched it in the meantime.
    if (!existsSync(folder)) await rename(partial, folder);
    return folder;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

async function assemble(folder: string): Promise<void> {
  const work = join(folder, 'work');
  writeProject(work, 'lib', CORE);
  for (const [name, { artifact, extended }] of Object.entries(MODULES))
    writeProject(work, name, [
      `org.opensearch:opensearch:${OPENSEARCH_VERSION}`,
      ...[artifact, ...(extended ? [extended] : [])].map(
        (one) => `org.opensearch.plugin:${one}:${OPENSEARCH_VERSION}`,
      ),
    ]);
  const names = ['lib', ...Object.keys(MODULES)];
  const modules = names.map((name) => `<module>${name}</module>`).join('');
  writePom(work, 'all', `<modules>${modules}</modules>`);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Maven replaces it.
  const target = '-DoutputDirectory=${basedir}/jars';
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', target];
  await runProgram('mvn', ['-B', '-q', '-f', join(work, 'pom.xml'), ...goal]);
  const digests: string[] = [];
  const take = async (project: string, into: string, without: ReadonlySet<string>): Promise<Set<string>> => {
    mkdirSync(join(folder, into), { recursive: true });
    const taken = new Set<string>();
    for (const jar of readdirSync(join(work, project, 'jars'))) {
      if (without.has(artifactOf(jar))) continue;
      digests.push(`${jar} ${sha256(readFileSync(join(work, project, 'jars', jar)))}`);
      await rename(join(work, project, 'jars', jar), join(folder, into, jar));
      taken.add(artifactOf(jar));
    }
    return taken;
  };
  const core = await take('lib', 'lib', new Set());
  const jarsOf = new Map<string, Set<string>>();
  for (const [name, { className, extended = '' }] of Object.entries(MODULES)) {
    const into = join('modules', name);
    jarsOf.set(name, await take(name, into, new Set([...core, ...(jarsOf.get(extended) ?? [])])));
    const descriptor = [
      `name=${name}\ndescription=${name}\nversion=${OPENSEARCH_VERSION}\nopensearch.version=${OPENSEARCH_VERSION}`,
      `java.version=21\nclassname=org.opensearch.${className}\nextended.plugins=${extended}\n`,
    ];
    writeFileSync(join(folder, into, 'plugin-descriptor.properties'), descriptor.join('\n'));
  }
  mkdirSync(join(folder, 'plugins'));
  rmSync(work, { recursive: true });
  const digest = sha256(digests.toSorted().join('\n'));
  if (digest !== DIGEST) throw new Error(`the jars of OpenSearch failed the checksum (${digest})`);
}

/** The name of a jar without its version, which the core and a module may have twice. */
const artifactOf = (jar: string): string => jar.replace(/-\d[^-]*(-[a-z].*)*\.jar$/, '');

function writeProject(work: string, name: string, dependencies: readonly string[]): void {
  const each = dependencies.map((dependency) => {
    const [group, artifact, version] = dependency.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  });
  writePom(join(work, name), name, `<dependencies>${each.join('')}</dependencies>`);
}

function writePom(folder: string, name: string, content: string): void {
  const file = join(folder, 'pom.xml');
  mkdirSync(dirname(file), { recursive: true });
  const own = `<groupId>tests</groupId><artifactId>${name}</artifactId><version>1</version><packaging>pom</packaging>`;
  writeFileSync(file, `<project><modelVersion>4.0.0</modelVersion>${own}${content}</project>\n`);
}
