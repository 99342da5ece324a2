/** Unit tests and laws of the rules for the folders of a project. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_FOLDER_DEPTH, MAX_FOLDERS } from '../../../shared/contracts/files/folders.ts';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { type FolderNode, FolderTree } from './folder-tree.ts';

const LAW_RUNS = Number(process.env.LAW_RUNS ?? 300);

const refusalOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    const { code, extras } = toErrorInfo(error);
    return extras.errors?.[0]?.path ?? code;
  }
};

/** Plans (1) with South (2) with Level 1 (3); Photos (4). */
const NODES: FolderNode[] = [
  { id: 1, name: 'Plans', parent_id: null },
  { id: 2, name: 'South', parent_id: 1 },
  { id: 3, name: 'Level 1', parent_id: 2 },
  { id: 4, name: 'Photos', parent_id: null },
];
const tree = new FolderTree(NODES);
/** Folders one in another, 1 at the top. */
const chain = (depth: number): FolderNode[] =>
  Array.from({ length: depth }, (_, at) => ({
    id: at + 1,
    name: `Level ${at + 1}`,
    parent_id: at === 0 ? null : at,
  }));

describe('a tree of folders', () => {
  it('siblings have different names, without regard to letter case (F1)', () => {
    const add = (name: string, parent_id: number | null) =>
      refusalOf(() => tree.assertNew({ name, parent_id }));
    assert.deepEqual(
      [add('PLANS', null), add('plans', 1), add('south', 1), add('South', null), add('Süd', 9)],
      ['NAME_TAKEN', null, 'NAME_TAKEN', null, 'parent_id'],
    );
    const place = (id: number, name: string, parent_id: number | null) =>
      refusalOf(() => tree.assertPlace(id, { name, parent_id }));
    assert.deepEqual(
      [place(1, 'PLANS', null), place(4, 'plans', null), place(4, 'South', 1), place(4, 'Photos', 1)],
      [null, 'NAME_TAKEN', 'NAME_TAKEN', null],
    );
  });

  it('a folder moves neither into itself nor below itself, nor to an unknown parent (F1)', () => {
    for (const parent_id of [1, 2, 3, 99])
      assert.equal(
        refusalOf(() => tree.assertPlace(1, { name: 'Plans', parent_id })),
        'parent_id',
      );
    assert.equal(
      refusalOf(() => tree.assertPlace(99, { name: 'x', parent_id: null })),
      'NOT_FOUND',
    );
    assert.equal(
      refusalOf(() => tree.assertPlace(2, { name: 'South', parent_id: 4 })),
      null,
    );
  });

  it(`folders nest ${MAX_FOLDER_DEPTH} deep, what is below a moved one included (F1)`, () => {
    const full = new FolderTree([...chain(MAX_FOLDER_DEPTH), { id: 50, name: 'A', parent_id: null }]);
    const add = (parent_id: number) => refusalOf(() => full.assertNew({ name: 'x', parent_id }));
    assert.deepEqual([add(MAX_FOLDER_DEPTH - 1), add(MAX_FOLDER_DEPTH)], [null, 'parent_id']);
    assert.equal(
      refusalOf(() => full.assertPlace(1, { name: 'Level 1', parent_id: 50 })),
      'parent_id',
    );
    assert.equal(
      refusalOf(() => full.assertPlace(2, { name: 'Level 2', parent_id: 50 })),
      null,
    );
  });

  it('a project has a limited number of folders (F1)', () => {
    const many = Array.from({ length: MAX_FOLDERS }, (_, at) => ({
      id: at + 1,
      name: `${at}`,
      parent_id: null,
    }));
    const add = (nodes: FolderNode[]) =>
      refusalOf(() => new FolderTree(nodes).assertNew({ name: 'x', parent_id: null }));
    assert.deepEqual([add(many.slice(1)), add(many)], [null, 'FOLDER_LIMIT_REACHED']);
  });

  it('sub-folders of a deleted folder move up; a taken name gets " (2)" or the next free number (F6)', () => {
    const nodes: FolderNode[] = [
      { id: 1, name: 'A', parent_id: null },
      { id: 2, name: 'b', parent_id: null },
      { id: 3, name: 'B (2)', parent_id: null },
      { id: 11, name: 'B', parent_id: 1 },
      { id: 12, name: 'a', parent_id: 1 },
      { id: 13, name: 'b (2)', parent_id: 1 },
      { id: 14, name: 'C', parent_id: 1 },
      { id: 15, name: 'D', parent_id: 14 },
    ];
    assert.deepEqual(new FolderTree(nodes).planDeletion(1), [
      { id: 11, name: 'B (3)', parent_id: null },
      { id: 12, name: 'a', parent_id: null },
      { id: 13, name: 'b (2) (2)', parent_id: null },
      { id: 14, name: 'C', parent_id: null },
    ]);
    assert.deepEqual(new FolderTree(nodes).planDeletion(15), []);
    assert.equal(
      refusalOf(() => new FolderTree(nodes).planDeletion(99)),
      'NOT_FOUND',
    );
  });

  it('a name of the greatest length is cut for its number (X4)', () => {
    const name = '😀'.repeat(255);
    const [moved] = new FolderTree([
      { id: 1, name: 'A', parent_id: null },
      { id: 2, name, parent_id: null },
      { id: 3, name, parent_id: 1 },
    ]).planDeletion(1);
    assert.equal(moved?.name, `${'😀'.repeat(251)} (2)`);
  });
});

type Step =
  | { kind: 'create'; name: string; parent: number }
  | { kind: 'place'; which: number; name: string; parent: number }
  | { kind: 'delete'; which: number };

/** Few names, so that many are taken. */
const names = fc.constantFrom('A', 'a', 'B', 'A (2)', 'a (2)', 'C');
const index = fc.nat({ max: 30 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), name: names, parent: index }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('place' as const), which: index, name: names, parent: index }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: index }) },
  ),
  { maxLength: 80 },
);

/** The folders after a step as the service would save it; unchanged when the rules refuse it. */
function apply(nodes: readonly FolderNode[], step: Step, id: number): FolderNode[] {
  const before = [...nodes];
  const at = (which: number): FolderNode | undefined => nodes[which % Math.max(1, nodes.length)];
  const rules = new FolderTree(nodes);
  try {
    if (step.kind === 'delete') {
      const deleted = at(step.which)?.id ?? 0;
      const moved = new Map(rules.planDeletion(deleted).map((node) => [node.id, node]));
      return nodes.flatMap((node) => (node.id === deleted ? [] : [moved.get(node.id) ?? node]));
    }
    // One choice is the root.
    const parent_id = step.parent === 30 ? null : (at(step.parent)?.id ?? null);
    const place = { name: step.name, parent_id };
    if (step.kind === 'create') {
      rules.assertNew(place);
      return [...before, { id, ...place }];
    }
    const moved = at(step.which)?.id ?? 0;
    rules.assertPlace(moved, place);
    return nodes.map((node) => (node.id === moved ? { id: moved, ...place } : node));
  } catch (error) {
    if (toErrorInfo(error).status >= 500) throw error;
    return before;
  }
}

function depthOf(nodes: readonly FolderNode[], node: FolderNode): number {
  const byId = new Map(nodes.map((each) => [each.id, each]));
  let depth = 0;
  for (let at: FolderNode | undefined = node; at; depth += 1) {
    assert.ok(depth <= nodes.length, 'a cycle');
    if (at.parent_id !== null) assert.ok(byId.has(at.parent_id), 'a parent that is not there');
    at = at.parent_id === null ? undefined : byId.get(at.parent_id);
  }
  return depth;
}

describe('laws of folders', () => {
  it('after any changes every folder hangs from the root, none too deep, and no siblings share a name (F1)', () => {
    fc.assert(
      fc.property(steps, (list) => {
        let nodes: FolderNode[] = [];
        for (const [at, step] of list.entries()) {
          nodes = apply(nodes, step, at + 1);
          for (const node of nodes) assert.ok(depthOf(nodes, node) <= MAX_FOLDER_DEPTH);
          const siblings = nodes.map(({ name, parent_id }) => `${parent_id} ${foldName(name)}`);
          assert.equal(new Set(siblings).size, nodes.length);
        }
      }),
      { numRuns: LAW_RUNS },
    );
  });

  it('deleting a folder removes only that one, and changes nothing but its own sub-folders (F6)', () => {
    fc.assert(
      fc.property(steps, index, (list, which) => {
        const nodes = list.reduce<FolderNode[]>((made, step, at) => apply(made, step, at + 1), []);
        const deleted = nodes[which % Math.max(1, nodes.length)];
        if (!deleted) return;
        const after = new Map(
          apply(nodes, { kind: 'delete', which }, 0).map((node): [number, FolderNode] => [node.id, node]),
        );
        assert.equal(after.size, nodes.length - 1);
        for (const node of nodes) {
          if (node === deleted) continue;
          if (node.parent_id === deleted.id) assert.equal(after.get(node.id)?.parent_id, deleted.parent_id);
          else assert.deepEqual(after.get(node.id), node);
        }
      }),
      { numRuns: LAW_RUNS },
    );
  });
});
