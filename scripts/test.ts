/**
 * `npm test`: lint, types, then every test file in a process of its own, over one set of real servers.
 * `npm test -- gateway` runs the files whose path contains that; options with -- go to node:
 * `npm test -- merge --test-name-pattern=moved`. `--long` gives the property tests 10,000 runs, and the matrix split over NATS every caller.
 */

import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { VARIABLES } from '../shared/kernel/config.ts';
import { startTestServers } from './back-ends/test-servers.ts';
import { onStopRequest } from './running/stop-request.ts';
import { runCheck } from './test-runner/checks.ts';
import { closingLines, fileLine, hasFailures, totals } from './test-runner/report.ts';
import { type FileResult, ROOT, runFile } from './test-runner/run-file.ts';

const CONCURRENCY = 2;
const long = process.argv.includes('--long');
const patience = long ? 60 * 60_000 : 120_000;
const given = process.argv.slice(2).filter((argument) => argument !== '--long');
const options = given.filter((argument) => argument.startsWith('--'));
const filters = given.filter((argument) => !argument.startsWith('--'));

const all = globSync('{shared,services,scripts,test}/**/*.test.ts', { cwd: ROOT }).sort();
const fits = (file: string, filter: string): boolean => file.includes(filter.replace(/^\.\//, ''));
const unknown = filters.filter((filter) => !all.some((file) => fits(file, filter)));
if (unknown.length > 0) {
  // Of several filters a mistyped one would be missed in the result of the others.
  console.error(`No test file has ${unknown.join(' or ')} in its path; nothing was tested.`);
  process.exit(1);
}
const files = filters.length === 0 ? all : all.filter((file) => filters.some((filter) => fits(file, filter)));
const width = Math.max(10, ...files.map((file) => file.length));
const results: FileResult[] = [];
const abort = new AbortController();
onStopRequest({ first: () => abort.abort(), again: () => process.exit(130) });

if (filters.length === 0) {
  tell(await runCheck('lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--colors=off', '.']));
  tell(await runCheck('types', 'typescript/bin/tsc', ['--noEmit', '--pretty', 'false']));
}
if (files.length > 0) await runFiles();
else console.log('No test files yet.');
for (const line of closingLines(results)) console.log(line);
if (abort.signal.aborted) console.log('\nInterrupted.');
process.exitCode = abort.signal.aborted ? 130 : hasFailures(results) || results.length === 0 ? 1 : 0;
console.log(`\n${totals(results)}`);

async function runFiles(): Promise<void> {
  const servers = await startTestServers();
  const env = { ...environment(), ...servers.env };
  const waiting = [...files];
  const worker = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined && !abort.signal.aborted; file = waiting.shift()) {
      tell(await runFile({ root: ROOT, file, env, options, patience, signal: abort.signal }));
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, availableParallelism()) }, worker));
  } finally {
    await servers.stop();
  }
}

/** The tests see no configuration of the person who runs them. What is compiled is kept: every file is a process that loads the same. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !(name in VARIABLES) && name !== 'NODE_OPTIONS');
  return {
    ...Object.fromEntries(own),
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compile'),
    ...(long ? { LAW_RUNS: '10000' } : {}),
  };
}

function tell(result: FileResult): void {
  results.push(result);
  console.log(fileLine(result, width));
}
