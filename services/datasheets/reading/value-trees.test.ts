/** Tests of the Merkle tree over the values of a datasheet revision, by which one value is proved. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { computeTreeHead, hashLeaves } from '../../../shared/proof-tree.ts';
import { toCanonicalJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { editor } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { elementIdOf, ProjectsWorld } from '../../../test/world/projects-world.ts';
import { SLAB, statesFor } from '../fields.fixture.ts';
import { datasheetRevisionCollection } from '../model.ts';
import { sealValueTree } from '../records/value-tree.ts';

describe('the tree over the values of a datasheet revision (C3)', () => {
  const site = ProjectsWorld.use();

  const treesOf = async (revision_ids: number[]) =>
    (await site.node.call(editor, 'datasheets.valueTrees', { revision_ids })).trees;
  const sealedWithSeed = async (revision_id: number) => {
    const { datasheets } = await site.node.call(editor, 'datasheets.sealedRevisions', {
      revision_ids: [revision_id],
      with_seeds: true,
    });
    return datasheets[0] ?? assert.fail('no revision');
  };
  const collection = async () => datasheetRevisionCollection(await site.node.node.openDatabase('datasheets'));

  /** A datasheet with two revisions: as created, and revised. */
  async function createRevised(name: string): Promise<number[]> {
    const { projectId, standardId } = await site.createProjectWithStandard(name);
    const sheet = await site.createDatasheet(projectId, standardId);
    const revised = await site.reviseDatasheet(sheet.id, [
      { element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' },
    ]);
    return [sheet.revision.id, revised.revision.id];
  }

  it('is of the format that certificates sign, which never changes', () => {
    const head = {
      _id: 8,
      datasheet_id: 7,
      code: '1.0.0',
      scope: 'All',
      standard_id: 10,
      standard_revision_id: 100,
    };
    const states = statesFor(SLAB, { 1: { value: 'Größe' }, 4: { value: ['Air'] } });
    const { size, root_sha256 } = sealValueTree(head, SLAB.fields, states, 'ab'.repeat(32));
    assert.deepEqual(
      [size, root_sha256],
      [SLAB.fields.length + 1, 'bcf57505091c2999319c3323bd33f3f5273b079da17736c675f1e7ca69cc1286'],
    );
  });

  it('is stored when a revision is sealed, with a seed of its own, over what an export shows', async () => {
    const ids = await createRevised('Sealed with trees');
    const stored = await (await collection()).find({ _id: { $in: ids } }).lean();
    const seeds = stored.map(({ tree }) => tree?.seed);
    assert.equal(new Set(seeds).size, 2);
    for (const { tree, revision_id, code } of await treesOf(ids)) {
      const { scope, datasheet_id, standard_id, standard_revision_id, values, proof_seed } =
        await sealedWithSeed(revision_id);
      assert.ok(seeds.includes(proof_seed));
      const record = { code, datasheet_id, revision_id, scope, standard_id, standard_revision_id };
      const parts = [{ part: 'record', record }, ...values.map((value) => ({ part: 'value', value }))];
      assert.deepEqual(computeTreeHead(hashLeaves(proof_seed ?? '', parts.map(toCanonicalJson))), tree);
    }
  });

  it('an unknown field of it has no proof', async () => {
    const [revision_id = 0] = await createRevised('Without that field');
    const proof = site.node.call(editor, 'datasheets.valueProof', { revision_id, field_id: 9_999_999 });
    await expectRejection(proof, 404);
  });
});
