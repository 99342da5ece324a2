/** Tests of the internal actions by which other services read revisions of standards. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { hashWording } from '../../../shared/proof-tree.ts';
import { lead, stranger, viewer, wikiService } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { SMALL_OUTLINE, StandardsWorld } from '../../../test/world/standards-world.ts';

describe('actions for other services', () => {
  const node = useNode(['standards', 'projects']);
  const world = new StandardsWorld(node);

  const twice = async () => {
    const { id, revisionId } = await world.publishStandard(SMALL_OUTLINE, [
      { element_address: '1.2', label: 'Purity', input_type: 'text' },
    ]);
    await node.call(lead, 'standards.edit', { id });
    await node.call(lead, 'standards.workingCopy.save', { id, elements: SMALL_OUTLINE.slice(0, 3) });
    const { revision } = await node.call(lead, 'standards.publish', { id, severity: 'major' });
    return { id, first: revisionId, second: revision.id };
  };

  it('pin info: name, scope and revision for every reader, the current revision unless one is named', async () => {
    const { id, first, second } = await twice();
    const info = await node.call(viewer, 'standards.pinInfo', { standard_id: id });
    assert.deepEqual(
      [
        info.subject_type,
        info.deprecated,
        info.category_path,
        info.library?.name,
        info.current_revision,
        info.revision?.id,
        info.wiki,
      ],
      ['company', false, ['Concrete'], 'Standards', { id: second, code: '2.0.0' }, second, null],
    );
    assert.equal(
      (await node.call(viewer, 'standards.pinInfo', { standard_id: id, revision_id: first })).revision?.code,
      '1.0.0',
    );
    const unsaved = await node.call(viewer, 'standards.pinInfo', {
      standard_id: (await world.createWorkingCopy()).id,
    });
    assert.deepEqual([unsaved.current_revision, unsaved.revision], [null, null]);
    const other = await world.publishStandard();
    for (const refused of [
      () => node.call(stranger, 'standards.pinInfo', { standard_id: id }),
      () => node.call(viewer, 'standards.pinInfo', { standard_id: id, revision_id: other.revisionId }),
      () => node.call(wikiService, 'standards.pinInfo', { standard_id: 999_999 }),
    ]) {
      await expectRejection(refused(), 404);
    }
  });

  it('revisionHeads and lines: by id, unknown ones left out; oldest first', async () => {
    const { id, first, second } = await twice();
    const { revisions } = await node.call(wikiService, 'standards.revisionHeads', {
      revision_ids: [second, 999_999, first],
    });
    assert.deepEqual(
      revisions.map(({ id: revisionId, code, ordinal, element_count, field_count }) => [
        revisionId,
        code,
        ordinal,
        element_count,
        field_count,
      ]),
      [
        [first, '1.0.0', 1, 4, 1],
        [second, '2.0.0', 2, 3, 1],
      ],
    );
    const { standards } = await node.call(wikiService, 'standards.revisionLists', {
      standards: [id, 999_999].map((standard_id) => ({ standard_id, pinned_revision_ids: [] })),
    });
    assert.equal(standards.length, 1);
    assert.equal(standards[0]?.current_revision_id, second);
    assert.deepEqual(standards[0]?.revisions, revisions);
  });

  it('sealed and fields: the content of a revision with identities that stay', async () => {
    const { first, second } = await twice();
    const [before, after] = await Promise.all(
      [first, second].map((revision_id) =>
        node.call(wikiService, 'standards.sealedRevision', { revision_id }),
      ),
    );
    assert.ok(before && after);
    assert.deepEqual(before.elements.slice(0, 3), after.elements);
    assert.deepEqual(before.fields, after.fields);
    assert.equal(before.fields[0]?.element_address, '1.2');
    const only = await node.call(wikiService, 'standards.fields', { revision_id: second });
    assert.deepEqual([only.revision, only.fields], [after.revision, after.fields]);
    await expectRejection(node.call(wikiService, 'standards.sealedRevision', { revision_id: 999_999 }), 404);
    await expectRejection(node.call(wikiService, 'standards.fields', { revision_id: 999_999 }), 404);
  });

  it('certifiedOutline and clauseProof: one tree for every certificate, and one clause of the first revision that has it', async () => {
    const { first, second } = await twice();
    const outlineOf = (revision_id: number) =>
      node.call(wikiService, 'standards.certifiedOutline', { revision_id });
    // Of two at once, both get the tree that is stored.
    const [outline, same] = await Promise.all([outlineOf(first), outlineOf(first)]);
    assert.deepEqual([outline.clauses.size, (await outlineOf(second)).clauses.size], [4, 3]);
    assert.deepEqual(same, outline);
    assert.deepEqual(await outlineOf(first), outline);
    assert.notEqual((await outlineOf(second)).clauses.root_sha256, outline.clauses.root_sha256);
    const { elements, fields, revision } = await node.call(wikiService, 'standards.sealedRevision', {
      revision_id: first,
    });
    assert.deepEqual([outline.fields, outline.revision], [fields, revision]);
    const headings = elements.filter(({ attributes }) => attributes.inToc);
    assert.deepEqual(
      outline.headings.map(({ address, toc_content, content }) => [address, toc_content, content]),
      headings.map(({ address, toc_content, content }) => [address, toc_content, content]),
    );
    for (const { hash, salt, ...wording } of outline.headings)
      assert.equal(hashWording(salt ?? '', wording), hash);
    const last = elements.at(-1);
    assert.ok(last);
    const prove = (revision_ids: number[], element_id = last.element_id) =>
      node.call(wikiService, 'standards.clauseProof', { revision_ids, element_id });
    const { revision_id, proof, wording } = await prove([second, first]);
    assert.deepEqual(
      [revision_id, proof.index, proof.leaf.address, wording?.content],
      [first, 3, last.address, last.content],
    );
    assert.ok(wording);
    assert.equal(hashWording(wording.salt, wording), proof.leaf.hash);
    const gone = [() => prove([second]), () => prove([]), () => prove([999_999]), () => outlineOf(999_999)];
    for (const call of gone) await expectRejection(call(), 404);
  });
});
