/**
 * `npx node scripts/start/install-servers.ts start|split|test`, run by `scripts/prepare.mjs`: finds or installs the
 * server programs of a mode and the word vectors of search. Then it builds the console, or for the tests installs the
 * packages of the second verifier of exports. Optional servers of the tests may be missing; their suites are skipped.
 */
import { buildConsole } from '../../console/build.ts';
import { fileVariableOf } from '../../shared/kernel/node/environment-reader.ts';
import { fetchVerifierPackages } from './embedded-servers/fetch-verifier-packages.ts';
import { fetchWordVectors } from './embedded-servers/fetch-word-vectors.ts';
import { describeFullDisk, isDiskFullError } from './embedded-servers/full-disk.ts';
import { locateProgram, ProgramNotFoundError } from './embedded-servers/locate-program.ts';
import {
  MONGOD,
  NATS_SERVER,
  REDIS_SERVER,
  type ServerProgram,
  VERSITYGW,
} from './embedded-servers/programs.ts';

const REQUIRED_PROGRAMS: Readonly<Record<string, readonly ServerProgram[]>> = {
  start: [MONGOD],
  split: [MONGOD, NATS_SERVER],
  test: [MONGOD, NATS_SERVER],
};

/** If one is missing, the suites that need it are skipped. */
const OPTIONAL_PROGRAMS: Readonly<Record<string, readonly ServerProgram[]>> = {
  test: [REDIS_SERVER, VERSITYGW],
};

const mode = process.argv[2] ?? 'start';
try {
  for (const program of REQUIRED_PROGRAMS[mode] ?? [])
    if (!isConfigured(program)) await locateProgram(program);
  for (const program of OPTIONAL_PROGRAMS[mode] ?? []) {
    if (isConfigured(program)) continue;
    await locateProgram(program).catch((error: unknown) => {
      if (!(error instanceof ProgramNotFoundError)) throw error;
    });
  }
  await fetchWordVectors();
  if (mode === 'test') await fetchVerifierPackages();
  else await buildConsole();
} catch (error) {
  const fullDisk = isDiskFullError(error) ? describeFullDisk(error, []) : null;
  console.error(fullDisk ?? (error instanceof Error ? error.message : error));
  process.exitCode = 1;
}

/** Tests ignore configured servers, which may contain real data. */
function isConfigured(program: ServerProgram): boolean {
  const variables = [program.variable, fileVariableOf(program.variable)];
  return mode !== 'test' && variables.some((name) => (process.env[name] ?? '').trim() !== '');
}
