/**
 * Lookup of a server program in a usable version: on the PATH, then in the cache, else downloaded or built
 * into the cache.
 */
import { existsSync, readdirSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstErrorLine } from '../../console/first-error-line.ts';
import {
  executableName,
  fetchProgram,
  mayHaveBuildForPlatform,
  PythonMissingError,
} from './fetch-program.ts';
import { DiskFullError, describeFullDisk, isDiskFullError } from './full-disk.ts';
import type { ServerProgram, Version } from './programs.ts';
import { isAtLeast, parseVersion, readProgramVersion } from './run-program.ts';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/back-ends/', import.meta.url));

/** The program cannot be found or fetched; the message says what was tried and what to set. */
export class ProgramNotFoundError extends Error {}

interface LocatedProgram {
  readonly path: string;
  readonly version: Version;
}

/**
 * Finds the program, or fetches it.
 * @param accept narrows the usable versions, for data that other versions cannot read
 * @throws ProgramNotFoundError, or DiskFullError when there is no space to fetch it
 */
export async function locateProgram(
  program: ServerProgram,
  accept: (version: Version) => boolean = () => true,
): Promise<LocatedProgram> {
  const tried: string[] = [];
  let needsPython = false;
  const isUsable = (version: Version): boolean =>
    isAtLeast(version, program.minimumVersion) && accept(version);
  const found = (await findOnPath(program, isUsable, tried)) ?? findInCache(program, isUsable);
  if (found !== null) return found;
  for (const source of program.sources) {
    if (!accept(parseVersion(source.version)) || !mayHaveBuildForPlatform(source)) continue;
    try {
      return await fetchIntoCache(program, source);
    } catch (error) {
      // The other sources need as much space.
      const fullDisk = isDiskFullError(error) ? describeFullDisk(error, [CACHE, tmpdir()]) : null;
      if (fullDisk !== null) throw new DiskFullError(`Cannot fetch ${program.title}. ${fullDisk}`);
      needsPython ||= error instanceof PythonMissingError;
      tried.push(firstErrorLine(error));
    }
  }
  const minimum = program.minimumVersion.slice(0, 2).join('.');
  throw new ProgramNotFoundError(
    `${program.title} is missing (${tried.join('; ')}). Install ${
      needsPython ? 'Python 3 with pip, with which it is fetched, or ' : ''
    }${program.name} ${minimum} or newer, or set ${program.variable}.`,
  );
}

async function findOnPath(
  program: ServerProgram,
  isUsable: (version: Version) => boolean,
  tried: string[],
): Promise<LocatedProgram | null> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, executableName(program.name));
    try {
      if (folder === '') continue;
      await access(path, constants.X_OK);
    } catch {
      continue;
    }
    try {
      const version = await readProgramVersion(path);
      if (isUsable(version)) return { path, version };
      tried.push(`${path} is ${version.join('.')}`);
    } catch (error) {
      tried.push(`${path} does not run: ${firstErrorLine(error)}`);
    }
  }
  if (tried.length === 0) tried.push(`no ${program.name} on the PATH`);
  return null;
}

function findInCache(program: ServerProgram, isUsable: (version: Version) => boolean): LocatedProgram | null {
  if (!existsSync(CACHE)) return null;
  for (const folder of readdirSync(CACHE)) {
    if (!folder.startsWith(`${program.name}@`)) continue;
    const version = parseVersion(folder);
    const path = join(CACHE, folder, executableName(program.name));
    if (isUsable(version) && existsSync(path)) return { path, version };
  }
  return null;
}

async function fetchIntoCache(
  program: ServerProgram,
  source: ServerProgram['sources'][number],
): Promise<LocatedProgram> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'fetching-'));
  try {
    const path = await fetchProgram(program, source, folder);
    const reported = await readProgramVersion(path);
    // A build from source may not know its version.
    const version = reported.some((part) => part > 0) ? reported : parseVersion(source.version);
    const target = join(CACHE, `${program.name}@${version.join('.')}`, executableName(program.name));
    await mkdir(dirname(target), { recursive: true });
    // Atomic, also for concurrent starts.
    await rename(path, target);
    return { path: target, version };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
