/**
 * Configuration of jest. Each test file runs in one of a few workers, which load a module once for all their files;
 * all files share one set of real servers. Restarts jest under the Node of this repository where another
 * one runs it. `npx jest PATH` runs the files whose path contains that; `npm test` is lint, types and all
 * of them.
 */
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const NODE = realpathSync(fileURLToPath(new URL('node_modules/.bin/node', import.meta.url)));

if (realpathSync(process.execPath) !== NODE) {
  const { status } = spawnSync(NODE, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(status ?? 130);
}

/** `npm run dev -- test:long` gives every property test 10,000 runs. */
const long = process.env.LAW_RUNS !== undefined;
/** Who names a path or a title means all suites with it, the long ones too. */
const isChosen = process.argv
  .slice(2)
  .some((argument) => !argument.startsWith('-') || /^--test(?:NamePattern|PathPatterns?)=/.test(argument));

const DAY_MS = 24 * 60 * 60 * 1000;
// Each day other long suites run (`test/jest/suites-of-today.cjs`), and suites try other values (`test/world/share-of.ts`).
process.env.TEST_DAY ??= String(Math.floor(Date.now() / DAY_MS));

export default {
  roots: ['<rootDir>/shared', '<rootDir>/services', '<rootDir>/scripts', '<rootDir>/tools', '<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  filter: long || isChosen ? undefined : '<rootDir>/test/jest/suites-of-today.cjs',
  moduleFileExtensions: ['ts', 'mjs', 'js', 'json', 'node'],
  transform: {},
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testEnvironment: '<rootDir>/test/jest/environment.mjs',
  injectGlobals: false,
  runtime: '<rootDir>/test/jest/runtime.cjs',
  testSequencer: '<rootDir>/test/jest/sequencer.mjs',
  setupFilesAfterEnv: ['<rootDir>/test/after-test.ts', '<rootDir>/test/large-differences.ts'],
  globalSetup: '<rootDir>/test/jest/start-servers.mjs',
  globalTeardown: '<rootDir>/test/jest/stop-servers.mjs',
  reporters: ['<rootDir>/test/jest/reporter.mjs'],
  // One more than processors, at most three: the suites wait for servers almost as long as they compute.
  maxWorkers: Math.min(3, availableParallelism() + 1),
  // A worker keeps the modules of finished files. One that holds a tenth of the memory is replaced, which costs seconds.
  workerIdleMemoryLimit: 0.1,
  // A busy machine needs longer than jest's half second to take the heap of a worker apart. One with a leak never ends.
  workerGracefulExitTimeout: 30_000,
  // How long the slowest sound test may take on a busy machine: a limit for what hangs, never a measure.
  testTimeout: long ? 60 * 60_000 : 120_000,
};
