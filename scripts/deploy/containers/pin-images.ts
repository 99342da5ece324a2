/**
 * `npm run dev -- pin-images`: asks the registries for the digests of all base images (`base-images.ts` lists them), and writes them behind the tags in the
 * Dockerfile, docker-compose.yml and k8s/. Where one cannot be found nothing is written. Needs Docker with buildx.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { firstErrorLine } from '../../console/first-error-line.ts';
import { baseImageFiles, imagesIn, withDigests } from './base-images.ts';
import { docker } from './compose.ts';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

const files = baseImageFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const images = new Set(files.flatMap(({ text }) => imagesIn(text)));
try {
  const digests = new Map<string, string>();
  for (const image of images) digests.set(image, await askDigest(image));
  for (const { path, text } of files) {
    const pinned = withDigests(text, (image) => digests.get(image) ?? null);
    if (pinned !== text) writeFileSync(path, pinned);
  }
  for (const [image, digest] of digests) console.log(`${image}@${digest}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @throws Error that says what is missing */
async function askDigest(image: string): Promise<string> {
  let answer: string;
  try {
    answer = await docker(['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}']);
  } catch (error) {
    throw new Error(
      `Nothing was changed: no digest of ${image} (${firstErrorLine(error instanceof Error && 'stderr' in error ? error.stderr : error)}). This needs docker buildx and a registry that answers.`,
    );
  }
  if (DIGEST.test(answer)) return answer;
  throw new Error(
    `Nothing was changed: docker buildx answered "${answer}" instead of the digest of ${image}.`,
  );
}
