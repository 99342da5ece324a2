/** Test of the message about a server program that cannot be fetched. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { locateProgram, ProgramNotFoundError } from './locate-program.ts';
import { MONGOD, type ServerProgram } from './programs.ts';

it('MongoDB that cannot be fetched because there is no Python names Python as a way to get it', async () => {
  const { PATH } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'no-python-'));
  process.env.PATH = folder;
  afterTest(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  });
  const build = { tags: ['any'], sha256: '0'.repeat(64) };
  const source = {
    kind: 'wheel',
    version: '99.0.0',
    requirement: 'mongod==99.0.0',
    platforms: { [`${process.platform}-${process.arch}`]: build },
    member: 'mongod',
    megabytes: 1,
  } as const;
  const program: ServerProgram = { ...MONGOD, minimumVersion: [99, 0, 0], sources: [source] };
  await assert.rejects(locateProgram(program), (error) => {
    assert.ok(error instanceof ProgramNotFoundError);
    assert.equal(
      error.message,
      'MongoDB is missing (no mongod on the PATH; no python3 with pip). Install Python 3 with pip, with which it is fetched, or mongod 99.0 or newer, or set MONGODB_URI.',
    );
    return true;
  });
});
