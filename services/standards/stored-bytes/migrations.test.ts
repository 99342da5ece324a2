import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { lead } from '../../../test/people.ts';
import { startTestNode, useNode } from '../../../test/service-node.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';

const SERVICES = ['standards', 'identity', 'projects', 'files', 'wiki-moderation'] as const;
const node = useNode([...SERVICES]);
const world = new StandardsWorld(node);

it('standards and working copies of older data count from the start of a newer release on (Y8)', async () => {
  const { id } = await world.publishStandard();
  await node.call(lead, 'standards.edit', { id });
  await world.createWorkingCopy();
  const read = async () => (await node.call(lead, 'discovery.whoami', {})).storage?.used;
  const used = await read();
  assert.ok(used);

  const connection = await node.node.openDatabase('standards');
  await connection.collection('standards').updateMany({}, { $unset: { sealed_bytes: true } });
  const added = { subject_type: true, subject_id: true, bytes: true };
  await connection.collection('working_copies').updateMany({}, { $unset: added });
  assert.equal(await read(), 0);

  await connection.collection('data_version').deleteMany({});
  const { databasePrefix } = node.node.config;
  const restarted = await startTestNode(['standards'], { DATABASE_PREFIX: databasePrefix });
  await restarted.stop();
  assert.equal(await read(), used);
});
