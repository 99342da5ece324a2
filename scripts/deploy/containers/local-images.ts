/**
 * `npm run dev -- local-images [FOLDER]`: makes stand-ins for the base images, under their very names, on a machine without an
 * image registry: Debian by debootstrap, with the server programs that the tests use. Needs root for debootstrap, a
 * container engine, and the registries of packages. Where images can be pulled nothing of it is needed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateProgram } from '../../start/embedded-servers/locate-program.ts';
import { MONGOD, NATS_SERVER, REDIS_SERVER, VERSITYGW } from '../../start/embedded-servers/programs.ts';
import { exitWithError } from '../../start/launcher/fatal-error.ts';

/** The name of each image, and its target in the Dockerfile. */
const IMAGES: Readonly<Record<string, string>> = {
  'node:24-bookworm-slim': 'node',
  'python:3.13-slim': 'python',
  'gcr.io/distroless/cc-debian12:nonroot': 'distroless',
  'mongo:8.0': 'mongo',
  'nats:2.14': 'nats',
  'nats:2.14-alpine': 'nats-alpine',
  'redis:8': 'redis',
  'versity/versitygw:v1.8.0': 'versitygw',
  'haproxy:3.2': 'haproxy',
};

const DOCKERFILE = fileURLToPath(new URL('../../../docker/local-images.Dockerfile', import.meta.url));
const DEBIAN = 'css-local/debian:bookworm';
const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

try {
  const [debootstrapped] = process.argv.slice(2);
  if (!hasImage(DEBIAN)) importDebian(debootstrapped);
  const context = mkdtempSync(join(tmpdir(), 'css-images-'));
  try {
    await fillContext(context);
    for (const [image, target] of Object.entries(IMAGES))
      run('docker', [
        'build',
        '--network',
        'host',
        '--file',
        DOCKERFILE,
        '--target',
        target,
        '--tag',
        image,
        context,
      ]);
  } finally {
    rmSync(context, { recursive: true });
  }
  console.log(`Stand-ins: ${Object.keys(IMAGES).join(', ')}.
They have no digests: docker compose --env-file docker/local-images.env …`);
} catch (error) {
  exitWithError(error);
}

function hasImage(name: string): boolean {
  return spawnSync('docker', ['image', 'inspect', name], { stdio: 'ignore' }).status === 0;
}

/** @param debianFolder a folder in which debootstrap has made Debian already; by default a temporary one is made */
function importDebian(debianFolder: string | undefined): void {
  const folder = debianFolder ?? mkdtempSync(join(tmpdir(), 'css-debian-'));
  if (debianFolder === undefined) run('debootstrap', ['--variant=minbase', 'bookworm', folder, MIRROR]);
  run('sh', ['-c', `tar -C "$0" -c . | docker import - ${DEBIAN}`, folder]);
  if (debianFolder === undefined) rmSync(folder, { recursive: true });
}

/** Node with npm, the servers, and the certificates that this machine trusts, of its proxy too. */
async function fillContext(folder: string): Promise<void> {
  for (const program of [MONGOD, NATS_SERVER, REDIS_SERVER, VERSITYGW])
    place((await locateProgram(program)).path, join(folder, program.name));
  place(process.execPath, join(folder, 'node'));
  cpSync(npmFolder(), join(folder, 'npm'), { recursive: true, dereference: true });
  if (!existsSync(CERTIFICATES)) throw new Error(`${CERTIFICATES} is missing: install ca-certificates.`);
  cpSync(CERTIFICATES, join(folder, 'ca-certificates.crt'));
}

/** The folder of the npm that runs this command. */
function npmFolder(): string {
  const cli = process.env.npm_execpath;
  if (cli === undefined) throw new Error('Run this as npm run dev -- local-images.');
  return join(dirname(cli), '..');
}

/** A link where both folders are on one disk, else a copy. */
function place(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    cpSync(source, target);
  }
}

/** @throws Error when the program fails; it has printed why */
function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) throw new Error(`${command} does not run: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`);
}
