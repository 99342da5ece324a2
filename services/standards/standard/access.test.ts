/**
 * Tests that standards and categories of a project out of reach look like missing ones, and that members of the
 * project read and edit its standards.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, stranger } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';

const NOBODYS = 999_999;

describe('who may know of a standard or a category', () => {
  const node = useNode(['standards', 'projects']);

  /** A section of a project of Ada's, and a standard filed in it. */
  async function inProject(): Promise<{ categoryId: number; standardId: number }> {
    const { id: subject_id } = await node.call(lead, 'projects.create', { name: 'Bridge' });
    const scope = { subject_type: 'project', subject_id } as const;
    const { id: categoryId } = await node.call(lead, 'categories.create', { name: 'Piers', ...scope });
    const { id } = await node.call(lead, 'standards.create', {
      name: 'Pier',
      category_id: categoryId,
      ...scope,
    });
    return { categoryId, standardId: id };
  }

  it('a standard or category of an inaccessible project responds like a missing one (H1, X15, R-198)', async () => {
    const { standardId, categoryId } = await inProject();
    const read = (id: number) => expectRejection(node.call(stranger, 'standards.get', { id }));
    const readCategory = (id: number) => expectRejection(node.call(stranger, 'categories.get', { id }));
    assert.equal((await read(standardId)).status, 404);
    assert.deepEqual(await read(standardId), await read(NOBODYS));
    assert.deepEqual(await readCategory(categoryId), await readCategory(NOBODYS));
  });

  it('members of a project read and edit the standards in it, regardless of their author (A18)', async () => {
    const { standardId: id } = await inProject();
    assert.ok('elements' in (await node.call(editor, 'standards.get', { id })));
    assert.equal((await node.call(editor, 'standards.workingCopy.get', { id })).standard_id, id);
  });
});
