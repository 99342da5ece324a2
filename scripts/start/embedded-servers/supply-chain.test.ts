/**
 * Tests that only packages and programs named in this repository are fetched, and that none of them runs during the
 * installation.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { sha256 } from '../../../shared/hash.ts';
import { afterTest } from '../../../test/after-test.ts';
import { fetchProgram } from './fetch-program.ts';
import { MONGOD, NATS_SERVER, REDIS_SERVER, type ServerProgram, VERSITYGW } from './programs.ts';

const PLATFORM = `${process.platform}-${process.arch}`;
const read = (name: string): string => readFileSync(name, 'utf8');

describe('programs that are fetched', () => {
  it('each source has a checksum of this repository', () => {
    for (const { name, sources } of [MONGOD, NATS_SERVER, REDIS_SERVER, VERSITYGW])
      for (const source of sources) {
        if (source.kind === 'go') assert.match(source.sum, /^h1:[A-Za-z0-9+/]{43}=$/, name);
        const builds = source.kind === 'go' ? {} : source.kind === 'wheel' ? source.platforms : source.builds;
        for (const [platform, build] of Object.entries(builds))
          assert.match(build.sha256, /^[0-9a-f]{64}$/, `${name} for ${platform}`);
      }
    for (const file of ['docker/word-vectors.txt', 'scripts/verify/verify-export-requirements.txt'])
      for (const line of read(file)
        .split(/(?<!\\)\n/)
        .filter((text) => text.includes('==')))
        assert.match(line, /--hash=sha256:[0-9a-f]{64}/, file);
  });

  it('an archive whose checksum is another is refused, whatever the site says of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'supply-chain-'));
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'nats-server'), 'a program');
    spawnSync('tar', ['-czf', join(folder, 'a.tar.gz'), '-C', folder, 'nats-server']);
    const archive = readFileSync(join(folder, 'a.tar.gz'));
    const server = createServer((request, response) => {
      response.end(request.url?.includes('sum') ? `${sha256(archive)}  a.tar.gz` : archive);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    afterTest(() => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    });
    const address = server.address();
    assert.ok(address && typeof address === 'object');
    const url = `http://127.0.0.1:${address.port}/a.tar.gz`;
    const fetchWith = (checksum: string): Promise<string> => {
      const builds = { [PLATFORM]: { url, sha256: checksum } };
      const source = { kind: 'official', version: '2.12.7', builds, megabytes: 1 } as const;
      const program: ServerProgram = { ...NATS_SERVER, sources: [source] };
      return fetchProgram(program, source, join(folder, 'out'));
    };
    await assert.rejects(fetchWith('0'.repeat(64)), /checksum/);
    assert.equal(readFileSync(await fetchWith(sha256(archive)), 'utf8'), 'a program');
  });
});

describe('npm packages', () => {
  it('run no script while they are installed, and Node 24 needs none', () => {
    const instructions = read('Dockerfile').replaceAll(/^\s*#.*$/gm, '');
    for (const [, command = ''] of instructions.matchAll(/(npm (?:ci|install|run).*)/g))
      assert.match(command, /^npm ci .*--ignore-scripts/);
    assert.match(read('scripts/prepare.mjs'), /'--ignore-scripts'/);
    const { packages }: { packages: Record<string, { hasInstallScript?: boolean; bin?: object }> } =
      JSON.parse(read('package-lock.json'));
    const nodes = Object.entries(packages).filter(([, { bin }]) => bin && 'node' in bin);
    assert.ok(nodes.length >= 3 && nodes.every(([, { hasInstallScript }]) => !hasInstallScript));
    assert.ok(!('allowScripts' in JSON.parse(read('package.json'))));
  });
});
