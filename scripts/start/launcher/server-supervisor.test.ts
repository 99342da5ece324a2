/** Test of an embedded MongoDB that dies: it is started again, and clients find it where it was. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { eventually } from '../../../test/eventually.ts';
import { withAdmin } from '../embedded-servers/replica-set.ts';
import { createScratchFolder, removeScratchFolder } from '../embedded-servers/scratch-folder.ts';
import { superviseMongod } from './server-supervisor.ts';

it('a MongoDB that dies is started again under the same connection string (E3)', async () => {
  const folder = createScratchFolder('supervised');
  afterTest(() => removeScratchFolder(folder));
  const lost: unknown[] = [];
  const mongod = await superviseMongod(folder, (error) => lost.push(error));
  afterTest(() => mongod.stop());
  const pid = (): number => Number(readFileSync(join(folder, 'mongod.lock'), 'utf8'));
  const first = pid();
  process.kill(first, 'SIGKILL');
  await eventually(async () => {
    assert.notEqual(pid(), first);
    await withAdmin(mongod.uri, async (command) => void (await command({ ping: 1 })));
    return true;
  });
  assert.deepEqual(lost, []);
});
