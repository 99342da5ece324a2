// `npm run NAME` and `npm run dev -- TOOL`: table of the commands and developer tools. Runs `prepare.mjs` and then
// the program; `npm run dev` lists the tools. Plain JavaScript without dependencies, because it runs under the machine's
// own Node before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const USAGE = 'npm run dev -- TOOL [OPTIONS]: tools for developers of this service.';
const EX_USAGE = 64;
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const JEST = 'node_modules/jest/bin/jest.js';

/**
 * For each command: the servers that it needs, its program with arguments, its variables, and whether it needs the
 * packages of developers, as all tools do. `--help` prints the comment at
 * the head of the program, unless it has a title or a help of its own.
 */
const COMMANDS = {
  demo: { servers: 'start', program: ['tools/demo/demo.ts'], hasHelp: true },
  import: { servers: 'start', program: ['scripts/import/import.ts'], hasHelp: true },
  backup: { servers: 'start', program: ['scripts/deploy/backup.ts'] },
  restore: { servers: 'start', program: ['scripts/deploy/restore.ts'] },
  bus: { servers: 'start', program: ['scripts/deploy/bus.ts'], hasHelp: true },
  'bus:package': {
    servers: 'start',
    program: ['scripts/deploy/pack-bus-client.ts'],
    hasHelp: true,
    dev: true,
  },
  'client:package': {
    servers: 'start',
    program: ['scripts/deploy/pack-rest-client.ts'],
    hasHelp: true,
    dev: true,
  },
  'verify-audit': { servers: 'start', program: ['scripts/verify/verify-audit.ts'] },
  'rotate-signing-key': { servers: 'start', program: ['scripts/deploy/rotate-signing-key.ts'] },
  'search:rebuild': { servers: 'start', program: ['scripts/deploy/search-rebuild.ts'] },
  'search:score': { servers: 'start', program: ['tools/bench/search-score.ts'] },
  'nats-users': { servers: 'start', program: ['scripts/deploy/nats-users.ts'], hasHelp: true },
  'kubernetes-secrets': {
    servers: 'start',
    program: ['scripts/deploy/write-kubernetes-secrets.ts'],
    hasHelp: true,
  },
  'replace-containers': { servers: 'start', program: ['scripts/deploy/containers/replace-containers.ts'] },
  'test:containers': {
    servers: 'start',
    program: [JEST, '-i', 'test/containers'],
    env: { TEST_CONTAINERS: '1' },
    title: 'tests the images and Docker Compose; needs a container engine',
    dev: true,
  },
  'test:kubernetes': {
    servers: 'start',
    program: [JEST, '-i', 'test/cluster'],
    env: { TEST_KUBERNETES: '1' },
    title: 'tests the manifests on a Kubernetes cluster of its own',
    dev: true,
  },
};

/** The same for the tools of developers, with what they do and their options. */
const TOOLS = {
  bench: {
    servers: 'split',
    program: ['tools/bench/run.ts'],
    title: 'measures the main operations against a baseline',
    options: `[--peer] [--split] [--rounds 50] [--standards 700] [--sheets 100] [--files 2000] [--parts files,wiki] [--mode 'one process']`,
  },
  fuzz: {
    servers: 'split',
    program: ['tools/fuzz/run.ts'],
    title: 'sends generated requests, checks every response (tools/fuzz/README.md)',
    options: '[--calls 8000] [--seed N] [--one] [--split] [--only ENDPOINT] [--table]',
  },
  'mcp-conformance': {
    servers: 'start',
    program: ['tools/mcp-conformance/run.ts'],
    title: 'runs the official conformance suite of MCP against a service of its own',
  },
  timing: {
    servers: 'start',
    program: ['tools/bench/hostile/timing.ts'],
    title: 'tests whether response times reveal accounts',
    options: '[LOGINS]',
  },
  'bus-flood': {
    servers: 'split',
    program: ['tools/bench/hostile/bus-flood.ts'],
    title: 'sends hostile packets of every kind on the bus as a program, measures memory and other callers',
    options: '[--packets 1000]',
  },
  'large-list': {
    servers: 'split',
    program: ['tools/bench/hostile/large-list.ts'],
    title: 'measures a list of 100,000 standards',
    options: '[--split] [--rows 100000]',
  },
  'svg-event-loop': {
    servers: 'start',
    program: ['tools/bench/hostile/svg-event-loop.ts'],
    title: 'measures how long hostile SVG files hold up other requests',
  },
  'backup-times': {
    servers: 'start',
    program: ['tools/bench/backup-times.ts'],
    title: 'measures a backup under writes and its restore',
    options: '[--standards 2000] [--files 100]',
  },
  'index-outage': {
    servers: 'start',
    program: ['tools/bench/index-outage.ts'],
    title: 'stops a search index under writes, measures how it catches up',
    options: '[--seconds 60]',
  },
  'merge-plan': {
    servers: 'start',
    program: ['tools/bench/merge-plan.ts'],
    title: 'measures merge plans of 10,000 and 30,000 clauses',
  },
  'upload-memory': {
    servers: 'start',
    program: ['tools/bench/upload-memory.ts'],
    title: 'measures the memory of uploads of 100 MiB',
  },
  'kill:audit': {
    servers: 'test',
    program: ['test/kill/kill-audit.ts'],
    title: 'kills services with -9, then checks the audit trail',
    options: '[--seconds 30] [--people 4]',
  },
  'kill:containers': {
    servers: 'start',
    program: ['test/containers/kill-containers.ts'],
    title: 'kills containers of Docker Compose with -9 under load, then reads every write back',
    options: '[--writes 10000] [--kills 100] [--seconds 2]',
  },
  'kill:search': {
    servers: 'start',
    program: ['test/kill/kill-search.ts'],
    title: 'kills each of three nodes of OpenSearch with -9 under searches; needs Java 21 and Maven',
    options: '[--clauses 20000] [--companies 4] [--seconds 20]',
  },
  'kill:steps': {
    servers: 'test',
    program: [JEST, 'test/kill/crash-'],
    env: { EVERY_STEP: '1' },
    title: 'kills services with -9 at every step of their writes',
  },
  'test:long': {
    servers: 'test',
    program: [
      JEST,
      '\\.long\\.test',
      'shared/',
      'scripts/import/documents/',
      'files/folders/folder-tree',
      'working-copy/racing-editors',
      'datasheets/upgrading/generated',
      'projects/certificates',
      'test/leaks/one-process',
      'test/matrix/one-process',
      'test/split',
    ],
    env: { LAW_RUNS: '10000' },
    title:
      'runs all long suites, property tests on 10,000 cases each, leak test and permission matrix in full',
  },
  'local-images': {
    servers: 'test',
    program: ['scripts/deploy/containers/local-images.ts'],
    title: 'makes stand-ins for base images where no image registry is reachable',
    options: '[FOLDER of debootstrap]',
  },
  'pin-images': {
    servers: 'test',
    program: ['scripts/deploy/containers/pin-images.ts'],
    title: 'writes the digests of the base images behind their tags, as the registries tell them now',
  },
  'record-examples': {
    servers: 'test',
    program: [JEST, '-i', 'test/query-plans/every-query', 'services/identity/actions/verification'],
    env: { RECORD_EXAMPLES: '1' },
    title: 'writes the examples of the OpenAPI document from what the service answers',
  },
  'test:python-client': {
    servers: 'test',
    program: [JEST, 'test/clients/python-client'],
    env: { TEST_PYTHON_CLIENT: '1' },
    title: 'generates a Python client from the OpenAPI document and plays the main job with it',
  },
  'test:opensearch': {
    servers: 'test',
    program: [
      JEST,
      ...['shared/search', 'services/standards/search', 'services/wiki-moderation/search'],
      ...['test/hostile/held-text', 'test/leaks/one-process'],
    ],
    env: { TEST_OPENSEARCH: '1' },
    title: 'runs the suites of search on OpenSearch; needs Java 21 and Maven, or a container engine',
  },
  'test:browser': {
    servers: 'test',
    program: [JEST, 'test/browser'],
    title: 'tests the console and the API reference in Chromium',
  },
  'test:console-split': {
    servers: 'test',
    program: [JEST, '-i', 'test/browser/console-'],
    env: { TEST_SPLIT: '1' },
    title: 'tests the console in Chromium with the service in eight processes over NATS',
  },
};

const [name, ...args] = process.argv.slice(2);
const command = { ...COMMANDS, ...TOOLS }[name];
if (command && !command.hasHelp && args.some((word) => word === '--help' || word === '-h'))
  printToolUsage(command);
else if (command) run(command);
else printUsage();

function printUsage() {
  const width = Math.max(...Object.keys(TOOLS).map((tool) => tool.length)) + 2;
  const tools = Object.entries(TOOLS).map(([tool, { title }]) => `  ${tool.padEnd(width)}${title}`);
  if (name !== undefined && name !== '--help' && name !== '-h') {
    console.error(`There is no tool ${name}.\n`);
    process.exitCode = EX_USAGE;
  }
  console.log([USAGE, '', ...tools].join('\n'));
}

function printToolUsage({ title, options = '', program: [file] }) {
  if (title === undefined) return console.log(headOf(file));
  console.log(`npm run ${COMMANDS[name] ? '' : 'dev -- '}${name} ${options}`.trim());
  console.log(`  ${title}`);
}

/** The comment at the head of a program, which says how it is called. */
function headOf(file) {
  const [, comment] = /^\/\*\*\n(.*?) \*\//s.exec(readFileSync(at(file), 'utf8'));
  return comment.replaceAll(/^ \* ?/gm, '').trim();
}

function run({ servers, program: [file, ...options], env, dev }) {
  const prepared = spawnSync(
    process.execPath,
    [at('scripts/prepare.mjs'), servers, ...(dev || TOOLS[name] ? ['dev'] : [])],
    { stdio: 'inherit' },
  );
  if (prepared.status !== 0) process.exit(prepared.status ?? 1);
  const child = spawn(at('node_modules/.bin/node'), [at(file), ...options, ...args], {
    cwd: at('.'),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  // Ctrl-C reaches the child from the terminal; other signals are passed on.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    // As shells count the end by a signal: 130 after Ctrl-C, which is no refusal.
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}
