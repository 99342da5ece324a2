/** Tests of opening, reading and discarding working copies. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { hashElement } from '../../../shared/revisioning/outline/content-hash.ts';
import { authorOf, editor, lead, stranger, viewer } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import {
  authorKey,
  rewordedSave,
  SMALL_OUTLINE,
  StandardsWorld,
} from '../../../test/world/standards-world.ts';

describe('the working copy', () => {
  const node = useNode(['standards', 'projects']);
  const world = new StandardsWorld(node);

  it('edit opens one from the current revision, or returns the open one (R-109)', async () => {
    const { id, revisionId } = await world.publishStandard();
    const opened = await node.call(lead, 'standards.edit', { id });
    assert.deepEqual(opened.opened_from, { id: revisionId, code: '1.0.0' });
    assert.deepEqual(
      opened.elements.map(({ content }) => content),
      SMALL_OUTLINE.map(({ content = '' }) => content),
    );
    assert.equal((await node.call(editor, 'standards.edit', { id })).version, opened.version);
    const read = await world.readWorkingCopy(id);
    assert.deepEqual(read, opened);
    const sealed = await node.call(viewer, 'standards.get', { id });
    assert.ok('elements' in sealed);
    assert.deepEqual(
      read.elements.map(({ element_id }) => element_id),
      sealed.elements.map(({ element_id }) => element_id),
    );
  });

  it('twenty edits at once open one (R-109)', async () => {
    const { id } = await world.publishStandard();
    const copies = await Promise.all(
      Array.from({ length: 20 }, () => node.call(lead, 'standards.edit', { id })),
    );
    assert.equal(new Set(copies.map(({ version }) => version)).size, 1);
  });

  it('opening while publishing: the new working copy is of the revision that was published', async () => {
    const { id } = await world.publishStandard();
    for (let round = 0; round < 5; round += 1) {
      const copy = await node.call(lead, 'standards.edit', { id });
      await node.call(lead, 'standards.workingCopy.save', {
        id,
        ...rewordedSave(copy, { '1.1': `Round ${round}` }),
      });
      const [{ revision }] = await Promise.all([
        node.call(lead, 'standards.publish', { id }),
        ...Array.from({ length: 5 }, () =>
          node.call(editor, 'standards.edit', { id }).catch(() => undefined),
        ),
      ]);
      const opened = await node.call(editor, 'standards.edit', { id });
      assert.deepEqual(opened.opened_from, { id: revision.id, code: revision.code });
      assert.equal(opened.elements[1]?.content, `Round ${round}`);
    }
  });

  it('editedBy and editedAt name the last change of a clause; null as it was when the draft was opened (R-042)', async () => {
    const { id } = await world.publishStandard();
    const opened = await node.call(lead, 'standards.edit', { id });
    assert.ok(opened.elements.every(({ editedBy, editedAt }) => editedBy === null && editedAt === null));
    assert.equal(opened.editedBy, null);
    await node.call(lead, 'standards.workingCopy.save', {
      id,
      ...rewordedSave(opened, { '1.1': 'Ada.', '1.2': 'Ada.' }),
    });
    const second = rewordedSave(await world.readWorkingCopy(id), { '1.2': 'Byron.' });
    await node.call(editor, 'standards.workingCopy.save', { id, ...second });
    const names = async () =>
      (await world.readWorkingCopy(id)).elements.map(({ editedBy }) => editedBy?.displayName ?? null);
    assert.deepEqual(await names(), [null, lead.user.name, editor.user.name, null]);
    assert.deepEqual((await world.readWorkingCopy(id)).editedBy, authorOf(editor));
    // Put back as it was: unchanged since the draft opened.
    await node.call(editor, 'standards.workingCopy.save', {
      id,
      ...rewordedSave(await world.readWorkingCopy(id), { '1.1': 'Cement shall be grey.' }),
    });
    assert.deepEqual(await names(), [null, null, editor.user.name, null]);
    // A field counts as part of its clause; a section that is renumbered is one change, not one of each
    // clause below it.
    await node.call(lead, 'standards.workingCopy.save', {
      id,
      datasheetElementsOnly: true,
      datasheetElements: [{ element_address: '1.1', label: 'Strength', input_type: 'number' }],
    });
    const moved = (await world.readWorkingCopy(id)).elements.map((element) => ({
      ...element,
      address: element.address.replace(/^1/, '3'),
    }));
    await node.call(editor, 'standards.workingCopy.save', { id, elements: moved });
    assert.deepEqual(await names(), [editor.user.name, lead.user.name, editor.user.name, null]);
  });

  it('hash is for HTTP callers only, keys as well as sessions (R-041)', async () => {
    const { id } = await world.createWorkingCopy();
    for (const who of [lead, authorKey(lead)]) {
      const { elements } = await world.readWorkingCopy(id, who);
      assert.equal(
        elements[1]?.hash,
        hashElement({ kind: 'clause', toc_content: '', content: 'Cement shall be grey.' }),
      );
    }
    for (const channel of ['assistant', 'mcp'] as const) {
      const { elements } = await world.readWorkingCopy(id, { ...authorKey(lead), channel });
      assert.ok(elements.every((element) => !('hash' in element)));
    }
  });

  it('discarding closes it; a standard that has no revision goes with it (R-112)', async () => {
    const unsaved = await world.createWorkingCopy();
    assert.deepEqual(await node.call(lead, 'standards.workingCopy.discard', { id: unsaved.id }), {
      standard_id: unsaved.id,
      discarded: true,
      standardDeleted: true,
    });
    await expectRejection(node.call(lead, 'standards.get', { id: unsaved.id }), 404);
    const { id, revisionId } = await world.publishStandard();
    await node.call(lead, 'standards.edit', { id });
    assert.equal((await node.call(editor, 'standards.workingCopy.discard', { id })).standardDeleted, false);
    await expectRejection(node.call(lead, 'standards.workingCopy.discard', { id }), 404);
    await node.call(viewer, 'standards.get', { id, revisionId });
    const versions = (await node.node.openDatabase('standards')).collection('working_copy_versions');
    assert.equal(await versions.countDocuments({ standard_id: { $in: [id, unsaved.id] } }), 0);
  });

  it('permissions: readers get 403, another company 404, the plain read never shows a draft', async () => {
    const { id } = await world.createWorkingCopy();
    await expectRejection(world.readWorkingCopy(id, viewer), 'PERMISSION_DENIED');
    await expectRejection(node.call(viewer, 'standards.edit', { id }), 'PERMISSION_DENIED');
    await expectRejection(node.call(viewer, 'standards.workingCopy.discard', { id }), 'PERMISSION_DENIED');
    await expectRejection(world.readWorkingCopy(id, stranger), 404);
    const read = await node.call(lead, 'standards.get', { id });
    assert.ok('elements' in read);
    assert.deepEqual([read.elements, read.revision, read.content_hash], [[], null, null]);
  });
});
