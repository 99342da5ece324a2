import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import { refusal, startTestNode, type TestNode } from '../../test/service-node.ts';
import { ada, byron, Desk, stranger } from './desk.fixture.ts';

const NOBODYS = 999_999;

describe('who may know of a standard or a category', () => {
  let node: TestNode;
  let desk: Desk;
  beforeAll(async () => {
    node = await startTestNode(['standards', 'projects']);
    desk = new Desk(node);
  });
  afterAll(() => node.stop());

  /** What projects was asked on the way to a refusal. */
  async function questionsOf(refused: () => Promise<unknown>): Promise<string[]> {
    const asked = jest.spyOn(node.node.broker, 'call');
    try {
      assert.equal((await refusal(refused())).status, 404);
      const actions = asked.mock.calls.map(([action]) => String(action));
      return actions.filter((action) => action.startsWith('projects.')).sort();
    } finally {
      asked.mockRestore();
    }
  }

  /** A section of a project of Ada's, and a standard filed in it. */
  async function inProject(): Promise<{ categoryId: number; standardId: number }> {
    const { id: subject_id } = await node.call(ada, 'projects.create', { name: 'Bridge' });
    const scope = { subject_type: 'project', subject_id } as const;
    const { id: categoryId } = await node.call(ada, 'categories.create', { name: 'Piers', ...scope });
    const { id } = await node.call(ada, 'standards.create', { name: 'Pier', category_id: categoryId, ...scope });
    return { categoryId, standardId: id };
  }

  /** A standard in the personal scope of Ada. */
  async function personal(): Promise<number> {
    const { id: category_id } = await node.call(ada, 'categories.create', { name: 'Mine', subject_type: 'user' });
    return (await node.call(ada, 'standards.create', { name: 'Mine', category_id, subject_type: 'user' })).id;
  }

  it('H1: a standard of another company, person or project costs the same questions as none', async () => {
    const read = (id: number) => questionsOf(() => node.call(stranger, 'standards.get', { id }));
    const nobodys = await read(NOBODYS);
    assert.deepEqual(nobodys, ['projects.access', 'projects.reaches']);
    for (const { id } of [await desk.published(), { id: await personal() }, { id: (await inProject()).standardId }]) {
      assert.deepEqual(await read(id), nobodys);
    }
  });

  it('H1: a category of another company or project costs the same questions as none', async () => {
    const read = (id: number) => questionsOf(() => node.call(stranger, 'categories.get', { id }));
    const nobodys = await read(NOBODYS);
    assert.deepEqual(await read(await desk.category()), nobodys);
    assert.deepEqual(await read((await inProject()).categoryId), nobodys);
  });

  it('A18: who works on a project reads and edits the standards in it, whoever wrote them', async () => {
    const { standardId: id } = await inProject();
    assert.ok('elements' in (await node.call(byron, 'standards.get', { id })));
    assert.equal((await node.call(byron, 'standards.workingCopy.get', { id })).standard_id, id);
  });
});
