/**
 * The base images of the Dockerfile, Docker Compose and Kubernetes: where they are written, and their digests. A
 * stand-in for one (`local-images.ts`) has its tag and not its digest, so Compose takes each name from a variable.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docker } from './compose.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** `ARG NODE_IMAGE=…`, `${REDIS_IMAGE:-…}` and `image: …`, each with a tag and perhaps a digest. */
const IMAGE = /((?:\b[A-Z]\w*_IMAGE(?:=|:-))|\bimage: )([\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?/g;
/** Built here. */
const OWN_IMAGE = /^construction-specification-service:/;
const VARIABLE = /\b([A-Z]\w*_IMAGE)(?:=|:-)([\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?/g;

/** The files that name base images. */
export const baseImageFiles = (): string[] => [
  join(ROOT, 'Dockerfile'),
  join(ROOT, 'docker-compose.yml'),
  ...globSync(join(ROOT, 'k8s/*/*.yaml')).sort(),
];

/** The base images that a text names, with their tags and without their digests. */
export const imagesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(IMAGE)].map(([, , image = '']) => image).filter((image) => !OWN_IMAGE.test(image)),
  ),
];

/**
 * The text with other digests.
 * @param digestOf `sha256:…` of an image, null for none
 */
export const withDigests = (text: string, digestOf: (image: string) => string | null): string =>
  text.replaceAll(IMAGE, (written: string, before: string, image: string) => {
    if (OWN_IMAGE.test(image)) return written;
    const digest = digestOf(image);
    return `${before}${image}${digest === null ? '' : `@${digest}`}`;
  });

/** The variables of Compose that name images, each with the plain tag. */
export function imageVariables(): Record<string, { image: string; digest: string }> {
  const text = ['Dockerfile', 'docker-compose.yml']
    .map((name) => readFileSync(join(ROOT, name), 'utf8'))
    .join('\n');
  const found = [...text.matchAll(VARIABLE)].filter(([, , image = '']) => !OWN_IMAGE.test(image));
  return Object.fromEntries(found.map(([, name = '', image = '', digest = '']) => [name, { image, digest }]));
}

/** The variables of Compose for images that this engine has by their tag alone: stand-ins. */
export async function standInVariables(): Promise<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const [name, { image, digest }] of Object.entries(imageVariables()))
    if (digest !== '' && !(await hasImage(`${image}${digest}`)) && (await hasImage(image)))
      variables[name] = image;
  return variables;
}

/** Whether the engine has an image. */
export const hasImage = (name: string): Promise<boolean> =>
  docker(['image', 'inspect', name]).then(
    () => true,
    () => false,
  );
