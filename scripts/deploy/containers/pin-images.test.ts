/** Tests of the digests of base images: how they are written, and that every image of the repository has one. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { baseImageFiles, imagesIn, withDigests } from './base-images.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const PINNED = [
  'Dockerfile',
  'docker-compose.yml',
  'k8s/in-cluster/mongodb.yaml',
  'k8s/trial/load-balancer.yaml',
];

/** A copy of what names images, beside a `docker` that answers so. */
function copyWithDocker(script: string): { folder: string; pin(): { status: number | null; said: string } } {
  const folder = mkdtempSync(join(tmpdir(), 'pin-images-'));
  afterTest(() => rmSync(folder, { recursive: true }));
  for (const name of ['scripts', 'shared', 'k8s', 'Dockerfile', 'docker-compose.yml', 'package.json'])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'docker'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` };
  return {
    folder,
    pin() {
      const program = join(folder, 'scripts', 'deploy', 'containers', 'pin-images.ts');
      const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
      return { status, said: `${stdout}${stderr}` };
    },
  };
}

describe('digests of base images', () => {
  it('are written behind the tags in every file, instead of older ones', () => {
    const { folder, pin } = copyWithDocker(`echo ${DIGEST}`);
    const { status, said } = pin();
    assert.equal(status, 0, said);
    assert.ok(said.includes(`mongo:8.0@${DIGEST}`));
    for (const name of PINNED) {
      const text = readFileSync(join(folder, name), 'utf8');
      const images = imagesIn(text);
      assert.ok(images.length > 0, name);
      for (const image of images) assert.ok(text.includes(`${image}@${DIGEST}`), `${image} in ${name}`);
      assert.equal(
        withDigests(text, () => null),
        withDigests(readFileSync(name, 'utf8'), () => null),
      );
      assert.doesNotMatch(text, /construction-specification-service:\S*@/);
    }
  });

  it.each([
    ["echo 'unknown command: docker buildx' >&2; exit 1", /docker buildx/],
    [
      "echo 'ERROR: failed to do request: dial tcp: lookup registry-1.docker.io: no such host' >&2; exit 1",
      /no such host/,
    ],
    [`case "$4" in mongo*) echo none;; *) echo ${DIGEST};; esac`, /instead of the digest of mongo:8\.0/],
  ])('stay as they are where one cannot be told: %s', (script, reason) => {
    const { folder, pin } = copyWithDocker(script);
    const { status, said } = pin();
    assert.equal(status, 1);
    assert.match(said, /^Nothing was changed: .*\n$/);
    assert.match(said, reason);
    for (const name of PINNED)
      assert.equal(readFileSync(join(folder, name), 'utf8'), readFileSync(name, 'utf8'));
  });

  it('stand behind every base image of the repository, everywhere the same', () => {
    const digests = new Map<string, string>();
    for (const file of baseImageFiles()) {
      const text = readFileSync(file, 'utf8');
      for (const image of imagesIn(text)) {
        const [digest = '', ...others] = new Set(
          text
            .split(image)
            .slice(1)
            .flatMap((after) => /^(?:@sha256:[0-9a-f]{64})?(?![\w.-])/.exec(after) ?? []),
        );
        assert.ok(digest !== '' && others.length === 0, `${image} in ${file}`);
        assert.equal(digests.get(image) ?? digest, digest, image);
        digests.set(image, digest);
      }
    }
    assert.ok(digests.size > 0);
  });
});
