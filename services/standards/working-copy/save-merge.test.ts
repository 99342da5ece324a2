/**
 * Tests of stale saves that are merged with what another editor saved, and of the kept versions of a working copy
 * with which this can be done.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { authorOf, editor, lead, throughAssistant } from '../../../test/people.ts';
import { expectRejection, startTestNode } from '../../../test/service-node.ts';
import {
  authorKey,
  fieldInput,
  rewordedSave,
  SMALL_OUTLINE,
  textOf,
  useWorkingCopies,
} from '../../../test/world/standards-world.ts';

describe('two editors of one working copy', () => {
  const { node, world, save } = useWorkingCopies();

  it('a stale save with baseElements is merged per clause and tells what the other brought (rule 6, R-110)', async () => {
    const { id } = await world.createWorkingCopy();
    const read = await world.readWorkingCopy(id);
    await save(id, rewordedSave(read, { '1.1': 'Cement by Byron.' }), editor);
    const saved = await save(id, rewordedSave(read, { '1.2': 'Water by Ada.' }));
    assert.equal(saved.merged, true);
    const [change, ...more] = saved.mergedChanges ?? [];
    assert.deepEqual(more, []);
    assert.equal(change?.address, '1.1');
    assert.equal(change?.change, 'changed');
    assert.deepEqual(change?.editedBy, authorOf(editor));
    assert.ok(change?.editedAt);
    assert.equal(saved.workingCopy?.version, saved.version);
    const now = await world.readWorkingCopy(id);
    assert.equal(now.version, saved.version);
    assert.equal(textOf(now, '1.1'), 'Cement by Byron.');
    assert.equal(textOf(now, '1.2'), 'Water by Ada.');
    assert.deepEqual(now, saved.workingCopy);
  });

  it('additions and deletions go by presence (rule 6)', async () => {
    const { id } = await world.createWorkingCopy();
    const read = await world.readWorkingCopy(id);
    const base = rewordedSave(read, {});
    await save(
      id,
      { ...base, elements: base.elements.filter(({ address }) => !address.startsWith('1.2')) },
      editor,
    );
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
      [editor.user.name, editor.user.name],
    );
    assert.deepEqual(
      (await world.readWorkingCopy(id)).elements.map(({ address }) => address),
      ['1', '1.1', '2'],
    );
  });

  it('without baseElements a stale save is 409, and the assistant never merges (rule 6)', async () => {
    const { id } = await world.createWorkingCopy();
    const read = await world.readWorkingCopy(id);
    const { version } = await save(id, rewordedSave(read, { '1.1': 'Cement by Byron.' }), editor);
    const mine = rewordedSave(read, { '1.2': 'Water by Ada.' });
    const { baseElements: _, ...bare } = mine;
    const attempts = [
      () => save(id, bare),
      () => save(id, mine, throughAssistant(lead)),
      () => save(id, mine, { ...authorKey(lead), channel: 'mcp' }),
    ];
    for (const attempt of attempts) {
      const { extras } = await expectRejection(attempt(), 'EDIT_CONFLICT');
      assert.equal(extras.metadata?.reason, 'stale');
      assert.equal(extras.metadata?.currentVersion, version);
    }
    assert.equal((await world.readWorkingCopy(id)).version, version);
  });

  it('a stale save of fields only does not merge (S26)', async () => {
    const { id } = await world.createWorkingCopy();
    const read = await world.readWorkingCopy(id);
    await save(id, rewordedSave(read, { '1.1': 'Cement by Byron.' }), editor);
    const { baseVersion, baseElements } = rewordedSave(read, {});
    const patch = {
      baseVersion,
      baseElements,
      datasheetElementsOnly: true,
      datasheetElements: [fieldInput('1.1', 'Strength')],
    };
    await expectRejection(save(id, patch), 'EDIT_CONFLICT');
  });

  it('an unknown, foreign or operator baseVersion writes nothing; forged baseElements are refused (S26, H11)', async () => {
    const { id, version } = await world.createWorkingCopy();
    const other = await world.createWorkingCopy();
    const read = await world.readWorkingCopy(id);
    const mine = rewordedSave(read, { '1.1': 'x' });
    for (const baseVersion of ['nonsense', '', other.version]) {
      const { code, extras } = await expectRejection(save(id, { ...mine, baseVersion }));
      assert.equal(code, 'EDIT_CONFLICT', baseVersion);
      assert.equal(extras.metadata?.reason, 'stale');
    }
    await expectRejection(save(id, { ...mine, baseVersion: { $ne: '' } }), 400);
    await expectRejection(save(id, { ...mine, baseVersion: 'x'.repeat(1_000_000) }), 400);
    const forged = mine.baseElements.map((element) => ({ ...element, hash: 'f'.repeat(64) }));
    await expectRejection(save(id, { ...mine, baseElements: forged }), 400);
    assert.equal((await world.readWorkingCopy(id)).version, version);
  });

  it('one editor changes the heading, another the text of a clause, a third moves its section: all changes are kept (S18)', async () => {
    const { id } = await world.createWorkingCopy();
    const read = await world.readWorkingCopy(id);
    const base = rewordedSave(read, {});
    await save(
      id,
      {
        ...base,
        elements: base.elements.map((e) => (e.address === '1.1' ? { ...e, toc_content: 'Cement' } : e)),
      },
      editor,
    );
    const moved = base.elements.map((element) => ({
      ...element,
      address: element.address.replace(/^1/, '5'),
    }));
    await save(id, { ...base, elements: moved }, editor);
    await save(id, rewordedSave(read, { '1.1': 'Cement shall be white.' }));
    const clause = (await world.readWorkingCopy(id)).elements.find(
      ({ element_id }) => element_id === read.elements[1]?.element_id,
    );
    assert.deepEqual(
      [clause?.address, clause?.toc_content, clause?.content],
      ['5.1', 'Cement', 'Cement shall be white.'],
    );
  });

  it('thirty editors at once, each in a clause of its own: all are accepted and every edit is in the result (R8)', async () => {
    const clauses = Array.from({ length: 30 }, (_, index) => ({
      address: String(index + 1),
      content: 'as read',
    }));
    const { id } = await world.createWorkingCopy(clauses);
    const read = await world.readWorkingCopy(id);
    await Promise.all(
      clauses.map(({ address }) => save(id, rewordedSave(read, { [address]: `edit of ${address}` }))),
    );
    const now = await world.readWorkingCopy(id);
    for (const { address } of clauses) assert.equal(textOf(now, address), `edit of ${address}`);
  });

  it('of two concurrent saves of one clause one wins, the other conflicts (R8)', async () => {
    const { id } = await world.createWorkingCopy();
    for (let round = 0; round < 5; round += 1) {
      const read = await world.readWorkingCopy(id);
      const outcomes = await Promise.allSettled([
        save(id, rewordedSave(read, { '1.1': `Ada ${round}` })),
        save(id, rewordedSave(read, { '1.1': `Byron ${round}` }), editor),
      ]);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      const winner = outcomes[0]?.status === 'fulfilled' ? 'Ada' : 'Byron';
      assert.equal(textOf(await world.readWorkingCopy(id), '1.1'), `${winner} ${round}`);
    }
  });

  it('every version of an open working copy can be merged with, also the second after a hundred and thirty more (X7)', async () => {
    const clauses = Array.from({ length: 8 }, (_, index) => ({
      address: String(index + 1),
      content: 'as read',
    }));
    const { id } = await world.createWorkingCopy(clauses);
    const read = [await world.readWorkingCopy(id)];
    for (let round = 0; round < 130; round += 1) {
      await save(
        id,
        {
          elements: clauses.map((clause, index) => (index < 7 ? clause : { ...clause, content: `${round}` })),
        },
        editor,
      );
      if ([0, 46, 47, 48, 49, 98].includes(round)) read.push(await world.readWorkingCopy(id));
    }
    // Another process has none of them in memory.
    const elsewhere = await startTestNode(['standards', 'projects'], {
      DATABASE_PREFIX: node.node.config.databasePrefix,
    });
    try {
      for (const [index, version] of read.entries()) {
        const mine = rewordedSave(version, { [index + 1]: `word ${index}` });
        const saved = await elsewhere.call(lead, 'standards.workingCopy.save', { id, ...mine });
        assert.equal(saved.merged, true, `version ${index}`);
      }
    } finally {
      await elsewhere.stop();
    }
    assert.deepEqual(
      (await world.readWorkingCopy(id)).elements.map(({ content }) => content),
      [...read.map((_, index) => `word ${index}`), '129'],
    );
  });

  it('versions are kept as what changed, so that five thousand of a long standard take little more than a hundred did (X7)', async () => {
    const clauses = Array.from({ length: 400 }, (_, index) => ({
      address: String(index + 1),
      content: 'as read '.repeat(40),
    }));
    const { id } = await world.createWorkingCopy(clauses);
    const versions = (await node.node.openDatabase('standards')).collection<{
      number: number;
      content: { buffer: Uint8Array };
    }>('working_copy_versions');
    for (let round = 0; round < 10; round += 1) {
      await save(id, rewordedSave(await world.readWorkingCopy(id), { '7': `word ${round}` }));
    }
    const sizes = await versions.find({ standard_id: id }).sort({ number: -1 }).limit(10).toArray();
    for (const { number, content } of sizes) {
      assert.ok(content.buffer.length < 1_000, `version ${number} takes ${content.buffer.length} bytes`);
    }
  });

  it('a version of a working copy that was discarded or published is draft_closed, whether another is open or none (X7)', async () => {
    const { id } = await world.publishStandard();
    const close = {
      discard: () => node.call(lead, 'standards.workingCopy.discard', { id }),
      publish: () => node.call(lead, 'standards.publish', { id }),
    };
    for (const end of [close.discard, close.publish]) {
      const opened = await node.call(lead, 'standards.edit', { id });
      const { version } = await save(
        id,
        rewordedSave(opened, { '1.1': `Cement, ${end === close.discard}.` }),
        editor,
      );
      await end();
      const attempts = [opened.version, version].flatMap((baseVersion) => [
        () => save(id, { ...rewordedSave(opened, { '1.2': 'Late.' }), baseVersion }),
        () => save(id, { baseVersion, elements: SMALL_OUTLINE }),
        () => node.call(lead, 'standards.publish', { id, baseVersion }),
      ]);
      const unknown = 'AAAAAAAAAAAAAAAAAAAAAA';
      for (const attempt of attempts) {
        const { code, extras } = await expectRejection(attempt());
        assert.deepEqual([code, extras.metadata?.reason], ['EDIT_CONFLICT', 'draft_closed']);
      }
      await expectRejection(save(id, { baseVersion: unknown, elements: SMALL_OUTLINE }), 404);
      await expectRejection(node.call(lead, 'standards.publish', { id, baseVersion: unknown }), 404);
      const again = await node.call(editor, 'standards.edit', { id });
      for (const attempt of attempts) {
        const { code, extras } = await expectRejection(attempt());
        assert.deepEqual([code, extras.metadata?.reason], ['EDIT_CONFLICT', 'draft_closed']);
      }
      assert.equal(
        (await expectRejection(save(id, { baseVersion: unknown, elements: SMALL_OUTLINE }))).extras.metadata
          ?.reason,
        'stale',
      );
      assert.equal((await world.readWorkingCopy(id)).version, again.version);
      await close.discard();
    }
  });
});
