/** Tests of what goes and what stays when a standard is deleted. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { administrator, lead } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { HoldsWorld } from '../../../test/world/holds.ts';
import { findAuditDetails, StandardsWorld } from '../../../test/world/standards-world.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';
import { newLegacyComment } from '../legacy-comments/legacy-comment.fixture.ts';
import { LegacyComments } from '../legacy-comments/repository.ts';
import { standardCollection } from '../standard/model.ts';

describe('what a deletion removes', () => {
  const node = useNode(['identity', 'standards', 'projects', 'audit']);
  const world = new StandardsWorld(node);
  const open = (): Promise<Connection> => node.node.openDatabase('standards');

  const clauses = (text: string) => [{ address: '1', content: text }];
  const textOf = async (id: number) => {
    const read = await node.call(lead, 'standards.get', { id });
    return 'elements' in read ? read.elements.map(({ content }) => content) : [];
  };

  it('revisions, contents, working copies and comments go with a standard, and nothing of another (R-108)', async () => {
    const kept = await world.publishStandard(clauses('Stays.'));
    const gone = await world.publishStandard(clauses('Goes.'));
    await node.call(lead, 'standards.edit', { id: gone.id });
    const connection = await open();
    await new LegacyComments(connection).insert(
      null,
      newLegacyComment({ _id: 1, standard_id: gone.id }),
      newLegacyComment({ _id: 2, standard_id: kept.id }),
    );
    await world.deleteStandard(gone.id);
    const { db } = connection;
    assert.ok(db);
    for (const name of ['revisions', 'working_copy_versions', 'closed_working_copies', 'legacy_comments']) {
      assert.equal(await db.collection(name).countDocuments({ standard_id: gone.id }), 0, name);
    }
    assert.equal(await db.collection<{ _id: number }>('working_copies').countDocuments({ _id: gone.id }), 0);
    assert.equal(await db.collection('legacy_comments').countDocuments({ standard_id: kept.id }), 1);
    assert.equal(await db.collection('contents').countDocuments(), 1);
    assert.deepEqual(await textOf(kept.id), ['Stays.']);
  });

  it('customised copies stay, lose their parent, and keep the content that they share (R-108, S17)', async () => {
    const source = await world.publishStandard(clauses('Shared.'));
    const copy = await world.publishStandard(clauses('Copy.'));
    const connection = await open();
    const { db } = connection;
    assert.ok(db);
    // As a customisation is stored: sealed with the content of its source.
    const shared = await db.collection('revisions').findOne({ standard_id: source.id });
    await db
      .collection('revisions')
      .updateOne({ standard_id: copy.id }, { $set: { content_id: shared?.content_id } });
    const lineage = {
      customized_from_revision_id: source.revisionId,
      parent_current_revision_id: source.revisionId,
      last_seen_source_revision_id: source.revisionId,
    };
    await standardCollection(connection).updateOne({ _id: copy.id }, { $set: lineage });
    const { customizationCount } = await world.deleteStandard(source.id);
    assert.equal(customizationCount, 1);
    const details = await findAuditDetails(node, source.id, 'standards.delete', () => true);
    assert.deepEqual([details.customizationCount, details.revisionCount], [1, 1]);
    const after = await standardCollection(connection).findById(copy.id).lean();
    assert.ok(after);
    for (const member of Object.keys(lineage))
      assert.equal(Object.entries(after).find(([name]) => name === member)?.[1], null);
    assert.equal(await db.collection('contents').countDocuments({ _id: shared?.content_id }), 1);
  });

  it('the origins of its clauses go with a copy; they stay where another copy had merged it, and so do the editions that copies have clauses of (W13, R-108)', async () => {
    const holds = new HoldsWorld(node);
    const copies = new CustomizationWorld(node);
    const { db } = await open();
    assert.ok(db);
    const { standardId } = await holds.adopt();
    const copyOf = async (id: number, name: string) => (await copies.customize(id, { name })).id;
    const [first, second] = [await copyOf(standardId, 'First copy'), await copyOf(standardId, 'Second copy')];
    const below = await copyOf(first, 'Copy of the first copy');
    const revisionsOf = async (id: number) =>
      (await db.collection<{ _id: number }>('revisions').find({ standard_id: id }).toArray()).map(
        ({ _id }) => _id,
      );
    const revisions = new Map(
      await Promise.all(
        [standardId, first, second, below].map(async (id) => [id, await revisionsOf(id)] as const),
      ),
    );
    const storedOf = async (id: number) => [
      (await revisionsOf(id)).length,
      await db
        .collection<{ _id: number }>('clause_origins')
        .countDocuments({ _id: { $in: revisions.get(id) ?? [] } }),
    ];
    const remove = async (id: number, who = lead) => {
      await node.call(who, 'standards.deprecate', { id });
      await node.call(who, 'standards.delete', { id, confirmName: (await holds.read(id)).name });
    };
    assert.deepEqual(
      [await storedOf(standardId), await storedOf(second)],
      [
        [1, 0],
        [1, 1],
      ],
    );
    for (const id of [first, second]) await remove(id);
    assert.deepEqual(
      [await storedOf(first), await storedOf(second)],
      [
        [1, 1],
        [0, 0],
      ],
    );
    await remove(standardId, administrator);
    assert.deepEqual(await storedOf(standardId), [1, 0]);
    await remove(below);
    assert.deepEqual(await storedOf(below), [0, 0]);
  });
});
