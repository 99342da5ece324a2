/**
 * The images of a deployment on the nodes of a cluster. CSS_IMAGE names one that the nodes pull; without it the image is
 * built here and imported, with those images of the servers that the container engine here has: where no registry is
 * reachable they are its stand-ins.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasImage, standInVariables } from '../../scripts/deploy/containers/base-images.ts';
import { ComposeProject, docker } from '../../scripts/deploy/containers/compose.ts';
import { kubectl } from './kubectl.ts';

/** What Docker Compose builds. */
const LOCAL_IMAGE = 'construction-specification-service:dev';

const run = promisify(execFile);

/** The image of the services. */
export const serviceImage = (): string => process.env.CSS_IMAGE ?? LOCAL_IMAGE;

/** Why the nodes cannot get the image; false where they can. */
export async function missingImage(): Promise<string | false> {
  if (process.env.CSS_IMAGE !== undefined) return false;
  if ((await importCommand()) === null)
    return 'set CSS_IMAGE to an image that the nodes can pull, or IMAGE_IMPORT to a command that imports an archive of images';
  try {
    await docker(['version']);
    await docker(['compose', 'version']);
    return false;
  } catch {
    return 'no container engine with Docker Compose answers, and CSS_IMAGE names no image';
  }
}

/**
 * Builds the image and imports it into the nodes, with those of other images that are here; does nothing where CSS_IMAGE
 * names one.
 * @param others images of the servers, perhaps repeated
 */
export async function provideImages(others: readonly string[]): Promise<void> {
  const command = await importCommand();
  if (process.env.CSS_IMAGE !== undefined || command === null) return;
  await new ComposeProject(await standInVariables()).run('build', 'secrets');
  const images = new Set([LOCAL_IMAGE]);
  for (const image of new Set(others)) if (await hasImage(image)) images.add(image);
  const folder = mkdtempSync(join(tmpdir(), 'css-images-'));
  try {
    const archive = join(folder, 'images.tar');
    await docker(['save', '--output', archive, ...images]);
    await run('sh', ['-c', `${command} "$0"`, archive], { maxBuffer: 64 << 20 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The command that imports an archive, its last argument; null where none is known. */
async function importCommand(): Promise<string | null> {
  if (process.env.IMAGE_IMPORT !== undefined) return process.env.IMAGE_IMPORT;
  const context = await kubectl('config', 'current-context').catch(() => '');
  if (context.startsWith('kind-')) return `kind load image-archive --name ${context.slice('kind-'.length)}`;
  return context === 'minikube' ? 'minikube image load' : null;
}
