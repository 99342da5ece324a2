import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { refusal, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { ada, byKey, byron, Desk, field, reworded, SMALL, type WorkingCopy } from '../desk.fixture.ts';

describe('two editors of one working copy', () => {
  let node: TestNode;
  let desk: Desk;
  beforeAll(async () => {
    node = await startTestNode(['standards', 'projects', 'audit']);
    desk = new Desk(node);
  });
  afterAll(() => node.stop());

  const save = (id: number, more: object, who = ada) => node.call(who, 'standards.workingCopy.save', { id, ...more });
  const textOf = ({ elements }: WorkingCopy, address: string) => elements.find((element) => element.address === address)?.content;

  it('rule 6: a stale save with baseElements is merged per clause and tells what the other brought', async () => {
    const { id } = await desk.draft();
    const read = await desk.read(id);
    await save(id, reworded(read, { '1.1': 'Cement by Byron.' }), byron);
    const saved = await save(id, reworded(read, { '1.2': 'Water by Ada.' }));
    assert.equal(saved.merged, true);
    const [change, ...more] = saved.mergedChanges ?? [];
    assert.deepEqual(more, []);
    assert.equal(change?.address, '1.1');
    assert.equal(change?.change, 'changed');
    assert.deepEqual(change?.editedBy, { userId: 12, displayName: 'Byron' });
    assert.ok(change?.editedAt);
    assert.equal(saved.workingCopy?.version, saved.version);
    const now = await desk.read(id);
    assert.equal(now.version, saved.version);
    assert.equal(textOf(now, '1.1'), 'Cement by Byron.');
    assert.equal(textOf(now, '1.2'), 'Water by Ada.');
    assert.deepEqual(now, saved.workingCopy);
  });

  it('rule 6: additions and deletions go by presence', async () => {
    const { id } = await desk.draft();
    const read = await desk.read(id);
    const base = reworded(read, {});
    await save(id, { ...base, elements: base.elements.filter(({ address }) => !address.startsWith('1.2')) }, byron);
    const saved = await save(id, {
      ...base,
      elements: [...base.elements, { address: '2', content: 'Workmanship', toc_content: '' }],
    });
    assert.deepEqual(
      saved.mergedChanges?.map(({ address, change }) => [address, change]),
      [
        ['1.2', 'deleted'],
        ['1.2.1', 'deleted'],
      ],
    );
    assert.deepEqual(
      saved.mergedChanges?.map(({ editedBy }) => editedBy?.displayName),
      ['Byron', 'Byron'],
    );
    assert.deepEqual(
      (await desk.read(id)).elements.map(({ address }) => address),
      ['1', '1.1', '2'],
    );
  });

  it('rule 6: without baseElements a stale save is 409, and the assistant never merges', async () => {
    const { id } = await desk.draft();
    const read = await desk.read(id);
    const { version } = await save(id, reworded(read, { '1.1': 'Cement by Byron.' }), byron);
    const mine = reworded(read, { '1.2': 'Water by Ada.' });
    const { baseElements: _, ...bare } = mine;
    const attempts = [
      () => save(id, bare),
      () => save(id, mine, { ...ada, channel: 'assistant' }),
      () => save(id, mine, { ...byKey(ada), channel: 'mcp' }),
    ];
    for (const attempt of attempts) {
      const { code, extras } = await refusal(attempt());
      assert.equal(code, 'EDIT_CONFLICT');
      assert.equal(extras.metadata?.reason, 'stale');
      assert.equal(extras.metadata?.currentVersion, version);
    }
    assert.equal((await desk.read(id)).version, version);
  });

  it('S26: a stale save of fields only does not merge', async () => {
    const { id } = await desk.draft();
    const read = await desk.read(id);
    await save(id, reworded(read, { '1.1': 'Cement by Byron.' }), byron);
    const { baseVersion, baseElements } = reworded(read, {});
    const patch = { baseVersion, baseElements, datasheetElementsOnly: true, datasheetElements: [field('1.1', 'Strength')] };
    assert.equal((await refusal(save(id, patch))).code, 'EDIT_CONFLICT');
  });

  it('S26, H11: an unknown, foreign or operator baseVersion writes nothing; forged baseElements are refused', async () => {
    const { id, version } = await desk.draft();
    const other = await desk.draft();
    const read = await desk.read(id);
    const mine = reworded(read, { '1.1': 'x' });
    for (const baseVersion of ['nonsense', '', other.version]) {
      const { code, extras } = await refusal(save(id, { ...mine, baseVersion }));
      assert.equal(code, 'EDIT_CONFLICT', baseVersion);
      assert.equal(extras.metadata?.reason, 'stale');
    }
    assert.equal((await refusal(save(id, { ...mine, baseVersion: { $ne: '' } }))).status, 400);
    assert.equal((await refusal(save(id, { ...mine, baseVersion: 'x'.repeat(1_000_000) }))).status, 400);
    const forged = mine.baseElements.map((element) => ({ ...element, hash: 'f'.repeat(64) }));
    assert.equal((await refusal(save(id, { ...mine, baseElements: forged }))).status, 400);
    assert.equal((await desk.read(id)).version, version);
  });

  it('S18: one reworks the heading, the other the text of a clause, a third moves its section: all stand', async () => {
    const { id } = await desk.draft();
    const read = await desk.read(id);
    const base = reworded(read, {});
    await save(
      id,
      { ...base, elements: base.elements.map((e) => (e.address === '1.1' ? { ...e, toc_content: 'Cement' } : e)) },
      byron,
    );
    const moved = base.elements.map((element) => ({ ...element, address: element.address.replace(/^1/, '5') }));
    await save(id, { ...base, elements: moved }, byron);
    await save(id, reworded(read, { '1.1': 'Cement shall be white.' }));
    const clause = (await desk.read(id)).elements.find(({ element_id }) => element_id === read.elements[1]?.element_id);
    assert.deepEqual([clause?.address, clause?.toc_content, clause?.content], ['5.1', 'Cement', 'Cement shall be white.']);
  });

  it('R8: thirty editors at once, each in a clause of its own: all are accepted and every edit is in the result', async () => {
    const clauses = Array.from({ length: 30 }, (_, index) => ({ address: String(index + 1), content: 'as read' }));
    const { id } = await desk.draft(clauses);
    const read = await desk.read(id);
    await Promise.all(clauses.map(({ address }) => save(id, reworded(read, { [address]: `edit of ${address}` }))));
    const now = await desk.read(id);
    for (const { address } of clauses) assert.equal(textOf(now, address), `edit of ${address}`);
  });

  it('R8: two saves of one clause at once: one wins, the other is told', async () => {
    const { id } = await desk.draft();
    for (let round = 0; round < 5; round += 1) {
      const read = await desk.read(id);
      const outcomes = await Promise.allSettled([
        save(id, reworded(read, { '1.1': `Ada ${round}` })),
        save(id, reworded(read, { '1.1': `Byron ${round}` }), byron),
      ]);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      const winner = outcomes[0]?.status === 'fulfilled' ? 'Ada' : 'Byron';
      assert.equal(textOf(await desk.read(id), '1.1'), `${winner} ${round}`);
    }
  });

  it('keeps the last hundred versions for merging; an older baseVersion is 409', async () => {
    const { id } = await desk.draft();
    const read = [await desk.read(id)];
    for (let round = 0; round < 101; round += 1) {
      await save(id, { elements: [...SMALL, { address: '2', content: `${round}` }] }, byron);
      if (round < 2) read.push(await desk.read(id));
    }
    const [second, third, fourth] = read.map((version) => reworded(version, { '1.1': 'Late.' }));
    for (const tooOld of [second, third]) {
      const { extras } = await refusal(save(id, tooOld ?? {}));
      assert.equal(extras.metadata?.reason, 'stale');
      assert.deepEqual(extras.metadata?.conflicts, []);
    }
    assert.equal((await save(id, fourth ?? {})).merged, true);
    const versions = (await node.node.openDatabase('standards')).collection('working_copy_versions');
    for (let round = 0; round < 10; round += 1)
      await save(id, { elements: [...SMALL, { address: '2', content: `again ${round}` }] });
    const kept = await versions.countDocuments({ standard_id: id });
    assert.ok(kept >= 101 && kept <= 110, `${kept} are stored`);
  });

  it('a version of a working copy that was discarded is no base for the next one', async () => {
    const { id } = await desk.published();
    const closed = await node.call(ada, 'standards.edit', { id });
    await node.call(ada, 'standards.workingCopy.discard', { id });
    await node.call(ada, 'standards.edit', { id });
    const { extras } = await refusal(save(id, reworded(closed, { '1.1': 'Late.' })));
    assert.equal(extras.metadata?.reason, 'stale');
  });
});
