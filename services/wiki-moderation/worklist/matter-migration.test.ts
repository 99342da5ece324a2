import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { startTestNode } from '../../../test/service-node.ts';
import { LIBRARY_AND_WIKI, pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

const node = useModerationWorld();

it('holds of older data get their matter at the start of a newer release, and are changed by it (Y15)', async () => {
  const { id, edition } = await node.newModeratedPage();
  const target = { id, adoptedRevId: edition.id, reason_code: 'spam' as const };
  const held = { ...target, element_addresses: ['1.1', '2.1'] };
  const { matterId } = await node.call(pageModerator, 'wiki.adopted.elements.revoke', held);
  await node.call(pageModerator, 'wiki.adopted.revoke', target);
  const connection = await node.node.openDatabase('wiki-moderation');
  await connection.collection('revocation_windows').updateMany({}, { $unset: { matter_id: true } });
  await connection.collection('data_version').deleteMany({});
  const { databasePrefix } = node.node.config;
  const restarted = await startTestNode(LIBRARY_AND_WIKI, { DATABASE_PREFIX: databasePrefix });
  await restarted.stop();
  const { items } = await node.call(pageModerator, 'wiki.moderation.worklist', { standardId: id });
  assert.deepEqual(
    items.map(({ id: row, matter_id, address }) => [matter_id, address ?? row]),
    [
      [matterId, '1.1'],
      [matterId, '2.1'],
      [matterId + 2, matterId + 2],
    ],
  );
  const { adoptedRevision } = await node.call(pageModerator, 'wiki.adopted.revocation.update', {
    ...target,
    matterId,
    level: 2,
  });
  assert.deepEqual(
    [adoptedRevision.effect?.level, adoptedRevision.clause_holds?.map(({ level }) => level)],
    [1, [2]],
  );
});
