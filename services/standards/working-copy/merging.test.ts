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

  it('X7: every version of an open working copy can be merged with, also the second after a hundred and thirty more', async () => {
    const clauses = Array.from({ length: 8 }, (_, index) => ({ address: String(index + 1), content: 'as read' }));
    const { id } = await desk.draft(clauses);
    const read = [await desk.read(id)];
    for (let round = 0; round < 130; round += 1) {
      await save(
        id,
        { elements: clauses.map((clause, index) => (index < 7 ? clause : { ...clause, content: `${round}` })) },
        byron,
      );
      if ([0, 46, 47, 48, 49, 98].includes(round)) read.push(await desk.read(id));
    }
    // Another process has none of them in memory.
    const elsewhere = await startTestNode(['standards', 'projects'], { DATABASE_PREFIX: node.node.config.databasePrefix });
    try {
      for (const [index, version] of read.entries()) {
        const mine = reworded(version, { [index + 1]: `word ${index}` });
        const saved = await elsewhere.call(ada, 'standards.workingCopy.save', { id, ...mine });
        assert.equal(saved.merged, true, `version ${index}`);
      }
    } finally {
      await elsewhere.stop();
    }
    assert.deepEqual(
      (await desk.read(id)).elements.map(({ content }) => content),
      [...read.map((_, index) => `word ${index}`), '129'],
    );
  });

  it('X7: versions are kept as what changed, so that five thousand of a long standard take little more than a hundred did', async () => {
    const clauses = Array.from({ length: 400 }, (_, index) => ({ address: String(index + 1), content: 'as read '.repeat(40) }));
    const { id } = await desk.draft(clauses);
    const versions = (await node.node.openDatabase('standards')).collection<{ number: number; content: { buffer: Uint8Array } }>(
      'working_copy_versions',
    );
    for (let round = 0; round < 10; round += 1) {
      await save(id, reworded(await desk.read(id), { '7': `word ${round}` }));
    }
    const sizes = await versions.find({ standard_id: id }).sort({ number: -1 }).limit(10).toArray();
    for (const { number, content } of sizes) {
      assert.ok(content.buffer.length < 1_000, `version ${number} takes ${content.buffer.length} bytes`);
    }
  });

  it('X7: a version of a working copy that was discarded or published is draft_closed, whether another is open or none', async () => {
    const { id } = await desk.published();
    const close = {
      discard: () => node.call(ada, 'standards.workingCopy.discard', { id }),
      publish: () => node.call(ada, 'standards.publish', { id }),
    };
    for (const end of [close.discard, close.publish]) {
      const opened = await node.call(ada, 'standards.edit', { id });
      const { version } = await save(id, reworded(opened, { '1.1': `Cement, ${end === close.discard}.` }), byron);
      await end();
      const attempts = [opened.version, version].flatMap((baseVersion) => [
        () => save(id, { ...reworded(opened, { '1.2': 'Late.' }), baseVersion }),
        () => save(id, { baseVersion, elements: SMALL }),
        () => node.call(ada, 'standards.publish', { id, baseVersion }),
      ]);
      const unknown = 'AAAAAAAAAAAAAAAAAAAAAA';
      for (const attempt of attempts) {
        const { code, extras } = await refusal(attempt());
        assert.deepEqual([code, extras.metadata?.reason], ['EDIT_CONFLICT', 'draft_closed']);
      }
      assert.equal((await refusal(save(id, { baseVersion: unknown, elements: SMALL }))).status, 404);
      assert.equal((await refusal(node.call(ada, 'standards.publish', { id, baseVersion: unknown }))).status, 404);
      const again = await node.call(byron, 'standards.edit', { id });
      for (const attempt of attempts) {
        const { code, extras } = await refusal(attempt());
        assert.deepEqual([code, extras.metadata?.reason], ['EDIT_CONFLICT', 'draft_closed']);
      }
      assert.equal((await refusal(save(id, { baseVersion: unknown, elements: SMALL }))).extras.metadata?.reason, 'stale');
      assert.equal((await desk.read(id)).version, again.version);
      await close.discard();
    }
  });
});
