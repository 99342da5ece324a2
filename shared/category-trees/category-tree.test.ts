/** Unit tests and laws of merging, moving and deleting categories in a tree, and of its version. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { toErrorInfo } from '../kernel/errors/errors.ts';
import { type CategoryNode, CategoryTree, type TreeChange } from './category-tree.ts';
import { categoryVersion } from './category-version.ts';
import { assertDispositionComplete } from './deletion-rules.ts';

/** Concrete (1) with Precast (11) and Cast (12); Masonry (2) with Cast (21); Precast (3). */
const NODES: CategoryNode[] = [
  { id: 1, name: 'Concrete', parent_id: null },
  { id: 11, name: 'Precast', parent_id: 1 },
  { id: 12, name: 'Cast', parent_id: 1 },
  { id: 2, name: 'Masonry', parent_id: null },
  { id: 21, name: 'CAST', parent_id: 2 },
  { id: 3, name: 'precast ', parent_id: null },
];
const tree = new CategoryTree(NODES, { mayRead: true });
const nothing = () => 0;
const refusalOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    const { code, extras } = toErrorInfo(error);
    return { code, path: extras.errors?.[0]?.path, metadata: extras.metadata, members: extras.members };
  }
  return null;
};
const codeOf = (work: () => unknown) => refusalOf(work)?.code ?? null;
const pathOf = (work: () => unknown) => refusalOf(work)?.path ?? null;

describe('a tree of categories', () => {
  it('a merge moves children and standards, not into itself, nor a parent into a child (S12)', () => {
    const change: TreeChange = tree.planMerge(1, 3);
    assert.deepEqual(change, {
      deleted: [1],
      moved: [
        { id: 11, parent_id: 3 },
        { id: 12, parent_id: 3 },
      ],
      refiled: { from: 1, to: 3 },
    });
    assert.deepEqual(tree.planMerge(11, 1).moved, []);
    assert.deepEqual(tree.planMerge(3, 21).refiled, { from: 3, to: 21 });
    for (const [from, to] of [
      [1, 1],
      [1, 11],
      [1, 21],
    ] as const)
      assert.equal(
        pathOf(() => tree.planMerge(from, to)),
        'intoCategoryId',
      );
    assert.equal(
      codeOf(() => tree.planMerge(1, 99)),
      'NOT_FOUND',
    );
  });

  it('a name that both have is NAME_TAKEN in a merge, a promotion and a reassignment (S21)', () => {
    assert.deepEqual(refusalOf(() => tree.planMerge(1, 2))?.metadata, { existingId: 21 });
    assert.deepEqual(
      refusalOf(() => tree.planDeletion(1, { childDisposition: 'promote' }, nothing))?.metadata,
      {
        existingId: 3,
      },
    );
    const reassign = { childDisposition: 'reassign', childReassignTo: 2 } as const;
    assert.equal(
      codeOf(() => tree.planDeletion(1, reassign, nothing)),
      'NAME_TAKEN',
    );
    const stranger = new CategoryTree(NODES, { mayRead: false });
    assert.deepEqual(refusalOf(() => stranger.planMerge(1, 2))?.metadata, {});
  });

  it('the name of a deleted category is free for its own child (S21)', () => {
    const nested = new CategoryTree(
      [
        { id: 1, name: 'Same', parent_id: null },
        { id: 2, name: 'same', parent_id: 1 },
      ],
      { mayRead: true },
    );
    const { moved } = nested.planDeletion(1, { childDisposition: 'promote' }, nothing);
    assert.deepEqual(moved, [{ id: 2, parent_id: null }]);
  });

  it('children without a disposition are 400 before standards without a place are 409 (R-185, S21)', () => {
    const refused = refusalOf(() => tree.planDeletion(1, {}, () => 4));
    assert.deepEqual(refused, {
      code: 'VALIDATION_ERROR',
      path: 'childDisposition',
      metadata: undefined,
      members: {
        requiresChildDisposition: true,
        children: [
          { id: 11, name: 'Precast' },
          { id: 12, name: 'Cast' },
        ],
      },
    });
    assert.deepEqual(refusalOf(() => tree.planDeletion(3, {}, () => 4))?.metadata, { standardCount: 4 });
    assert.deepEqual(tree.planDeletion(3, { reassignTo: 21 }, () => 4).refiled, { from: 3, to: 21 });
    assert.equal(
      pathOf(() => assertDispositionComplete({ childDisposition: 'reassign' })),
      'childReassignTo',
    );
  });

  it('a cascade deletes the children, but none that holds standards', () => {
    const inChild = (id: number) => (id === 12 ? 2 : 0);
    assert.deepEqual(tree.planDeletion(1, { childDisposition: 'cascade' }, nothing), {
      deleted: [1, 11, 12],
      moved: [],
      refiled: { from: 1, to: null },
    });
    assert.deepEqual(
      refusalOf(() => tree.planDeletion(1, { childDisposition: 'cascade', reassignTo: 2 }, inChild))
        ?.metadata,
      { standardCount: 2, children: [{ id: 12, name: 'Cast', standard_count: 2 }] },
    );
  });

  it('targets stay: neither the category itself nor a child that goes with it; children go to the top level', () => {
    const refused = (input: Parameters<CategoryTree['planDeletion']>[1]) =>
      pathOf(() => tree.planDeletion(1, input, () => 1));
    assert.equal(refused({ childDisposition: 'promote', reassignTo: 1 }), 'reassignTo');
    assert.equal(refused({ childDisposition: 'cascade', reassignTo: 11 }), 'reassignTo');
    assert.equal(refused({ childDisposition: 'reassign', childReassignTo: 21 }), 'childReassignTo');
    assert.equal(refused({ childDisposition: 'reassign', childReassignTo: 1 }), 'childReassignTo');
    const kept = { childDisposition: 'reassign', childReassignTo: 3, reassignTo: 11 } as const;
    assert.deepEqual(tree.planDeletion(1, kept, nothing).refiled, { from: 1, to: 11 });
  });

  it('a category with children keeps its level; parents are top-level and not the category itself (S12)', () => {
    const place = (id: number, name: string, parent_id: number | null) => () =>
      tree.assertPlace(id, { name, parent_id });
    for (const [id, parent] of [
      [1, 3],
      [3, 3],
      [3, 11],
    ] as const)
      assert.equal(pathOf(place(id, 'Free', parent)), 'parentId');
    assert.equal(codeOf(place(3, 'Precast', 1)), 'NAME_TAKEN');
    assert.equal(codeOf(place(12, ' PRECAST', 1)), 'NAME_TAKEN');
    assert.equal(codeOf(place(11, 'Precast', null)), 'NAME_TAKEN');
    assert.equal(codeOf(place(12, 'Cast', 1)), null);
    assert.equal(codeOf(place(3, 'Free', 99)), 'NOT_FOUND');
  });

  it('the version follows what a reader sees of it (X2)', () => {
    const one = { name: 'A', description: '', parent_id: null, sort_order: 0 };
    assert.equal(categoryVersion(one), categoryVersion({ ...one }));
    for (const other of [{ name: 'B' }, { description: 'x' }, { parent_id: 1 }, { sort_order: 1 }])
      assert.notEqual(categoryVersion(one), categoryVersion({ ...one, ...other }));
  });
});
