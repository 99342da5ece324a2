/**
 * Configuration of jest. Each test file has a registry of its own for the modules of this repository, in one of a
 * few workers; all files share one set of real servers. Restarts jest under the Node of this repository where another
 * one runs it. `npx jest PATH` runs the files whose path contains that; `npm test` is lint, types and all
 * of them.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const NODE = fileURLToPath(new URL('node_modules/.bin/node', import.meta.url));
const MODULES = '--experimental-vm-modules';

// Our packages are ES modules, which jest can only load with this option, under the Node of this repository:
// begin again with both.
if (!process.execArgv.includes(MODULES)) {
  const { status } = spawnSync(
    NODE,
    [MODULES, '--no-warnings=ExperimentalWarning', ...process.argv.slice(1)],
    {
      stdio: 'inherit',
    },
  );
  process.exit(status ?? 130);
}

/** `npm run dev -- test:long` gives every property test 10,000 runs. */
const long = process.env.LAW_RUNS !== undefined;

export default {
  roots: ['<rootDir>/shared', '<rootDir>/services', '<rootDir>/scripts', '<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'mjs', 'js', 'json', 'node'],
  transform: { '\\.ts$': '<rootDir>/test/jest/strip-types.mjs' },
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testEnvironment: '<rootDir>/test/jest/environment.mjs',
  injectGlobals: false,
  runtime: '<rootDir>/test/jest/runtime.cjs',
  globalSetup: '<rootDir>/test/jest/start-servers.mjs',
  globalTeardown: '<rootDir>/test/jest/stop-servers.mjs',
  reporters: ['<rootDir>/test/jest/reporter.mjs'],
  // One more than processors, at most three: the suites wait for servers almost as long as they compute.
  maxWorkers: Math.min(3, availableParallelism() + 1),
  // Modules of a finished file are not all freed; a worker that has grown is replaced.
  workerIdleMemoryLimit: '1GB',
  // How long the slowest sound test may take on a busy machine: a limit for what hangs, never a measure.
  testTimeout: long ? 60 * 60_000 : 120_000,
};
