import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refusal, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { ada, byKey, byron, Desk, type Fields, reworded, SMALL, type WorkingCopy } from '../desk.fixture.ts';

describe('two editors of one working copy', () => {
  let node: TestNode;
  let desk: Desk;
  before(async () => {
    node = await startTestNode(['standards', 'projects', 'audit']);
    desk = new Desk(node);
  });
  after(() => node.stop());

  const save = (id: number, more: object, who = ada) => node.call(who, 'standards.workingCopy.save', { id, ...more });
  const textOf = ({ elements }: WorkingCopy, address: string) => elements.find((element) => element.address === address)?.content;
  const field = (element_address: string, label: string, more: object = {}): Fields[number] => ({
    element_address,
    label,
    input_type: 'text',
    ...more,
  });

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

  it('R-203, R-225: both changing one clause is 409 with who and where, and nothing is written', async () => {
    const { id } = await desk.draft();
    const read = await desk.read(id);
    await save(id, reworded(read, { '1.1': 'Cement by Byron.' }), byron);
    const between = await desk.read(id);
    const { status, code, extras } = await refusal(save(id, reworded(read, { '1.1': 'Cement by Ada.', '1.2': 'Water by Ada.' })));
    assert.deepEqual([status, code], [409, 'EDIT_CONFLICT']);
    const { editedAt, conflicts, ...metadata } = extras.metadata ?? {};
    assert.equal(typeof editedAt, 'string');
    assert.deepEqual(metadata, {
      code: 'EDIT_CONFLICT',
      reason: 'stale',
      currentVersion: between.version,
      editedBy: { userId: 12, displayName: 'Byron' },
    });
    assert.deepEqual(conflicts, [
      {
        elementId: read.elements[1]?.element_id,
        address: '1.1',
        baseAddress: '1.1',
        theirsAddress: '1.1',
        mineAddress: '1.1',
        reason: 'both_changed',
        editedBy: { userId: 12, displayName: 'Byron' },
        editedAt: between.elements[1]?.editedAt,
      },
    ]);
    assert.deepEqual(await desk.read(id), between);
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

  it('S26, R-174: resolvedConflicts settles the clauses of the conflict it answers and is recorded', async () => {
    const { id } = await desk.draft();
    const read = await desk.read(id);
    const cement = read.elements[1]?.element_id ?? 0;
    const mine = reworded(read, { '1.1': 'Cement by Ada.', '1.2': 'Water by Ada.' });
    await save(id, reworded(read, { '1.1': 'Cement by Byron.' }), byron);
    const first = await refusal(save(id, mine));
    const resolvedConflicts = [{ elementId: cement, choice: 'mine' }];
    const conflictVersion = first.extras.metadata?.currentVersion;
    // Somebody changes the very clause again: the answer was about other words.
    await save(id, reworded(await desk.read(id), { '1.1': 'Cement by Byron, again.' }), byron);
    const newer = await refusal(save(id, { ...mine, resolvedConflicts, conflictVersion }));
    assert.equal(newer.code, 'EDIT_CONFLICT');
    const settled = await save(id, { ...mine, resolvedConflicts, conflictVersion: newer.extras.metadata?.currentVersion });
    assert.equal(settled.merged, true);
    const now = await desk.read(id);
    assert.equal(textOf(now, '1.1'), 'Cement by Ada.');
    assert.equal(textOf(now, '1.2'), 'Water by Ada.');
    const details = await auditOf(node, id, 'standards.workingCopy.save', (entry) => 'resolvedConflicts' in entry);
    assert.deepEqual(details.resolvedConflicts, resolvedConflicts);
  });

  it('S26: a change elsewhere since conflictVersion does not void the choice; theirs keeps the other’s words', async () => {
    const { id } = await desk.draft();
    const read = await desk.read(id);
    const cement = read.elements[1]?.element_id ?? 0;
    const mine = reworded(read, { '1.1': 'Cement by Ada.' });
    await save(id, reworded(read, { '1.1': 'Cement by Byron.' }), byron);
    const { extras } = await refusal(save(id, mine));
    const between = await save(id, reworded(await desk.read(id), { '1.2.1': 'Elsewhere.' }), byron);
    const settled = await save(id, {
      ...mine,
      resolvedConflicts: [{ elementId: cement, choice: 'theirs' }],
      conflictVersion: extras.metadata?.currentVersion,
    });
    // All choices leave the working copy as it is: no new version, yet they are on record.
    assert.equal(settled.version, between.version);
    assert.equal(textOf(await desk.read(id), '1.1'), 'Cement by Byron.');
    await auditOf(node, id, 'standards.workingCopy.save', (entry) => 'resolvedConflicts' in entry);
  });

  it('S26: two choices about one clause are 400', async () => {
    const { id } = await desk.draft();
    const read = await desk.read(id);
    const elementId = read.elements[1]?.element_id ?? 0;
    const resolvedConflicts = [
      { elementId, choice: 'mine' },
      { elementId, choice: 'theirs' },
    ];
    assert.equal((await refusal(save(id, { ...reworded(read, {}), resolvedConflicts }))).status, 400);
  });

  it('S26: two clauses new at one address are a conflict, with null for the one not stored', async () => {
    const { id } = await desk.draft();
    const base = reworded(await desk.read(id), {});
    const added = (content: string) => ({ ...base, elements: [...base.elements, { address: '1.3', content, toc_content: '' }] });
    await save(id, added('Sand.'), byron);
    const { extras } = await refusal(save(id, added('Gravel.')));
    const conflicts = extras.metadata?.conflicts;
    assert.ok(Array.isArray(conflicts));
    assert.deepEqual(
      conflicts.map(({ reason, address, elementId }) => [reason, address, elementId === null]),
      [
        ['address_taken', '1.3', false],
        ['address_taken', '1.3', true],
      ],
    );
    // The same addition sent again, after its answer was lost, is no second clause.
    const again = await save(id, added('Sand.'));
    assert.equal(again.element_count, 5);
  });

  it('S26: fields merge by identity; both changing one is 409 with reason fields and fieldConflicts', async () => {
    const { id } = await desk.draft(SMALL, [field('1.1', 'Strength', { unit: 'MPa' }), field('1.2', 'Purity')]);
    const read = await desk.read(id);
    const base = reworded(read, {});
    const withUnits = (strength: string, purity: string | null) => ({
      ...base,
      datasheetElements: [field('1.1', 'Strength', { unit: strength }), field('1.2', 'Purity', { unit: purity })],
    });
    await save(id, withUnits('psi', null), byron);
    const { extras } = await refusal(save(id, withUnits('kPa', null)));
    assert.equal(extras.metadata?.reason, 'fields');
    const rows = extras.metadata?.fieldConflicts;
    assert.ok(Array.isArray(rows) && rows.length === 1);
    assert.equal(rows[0].label, 'Strength');
    assert.deepEqual([rows[0].base.unit, rows[0].theirs.unit, rows[0].mine.unit], ['MPa', 'psi', 'kPa']);
    assert.deepEqual(rows[0].editedBy, { userId: 12, displayName: 'Byron' });
    const saved = await save(id, withUnits('MPa', '%'));
    assert.equal(saved.merged, true);
    assert.deepEqual(
      (await desk.read(id)).datasheet_elements.map(({ unit }) => unit),
      ['psi', '%'],
    );
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

  it('R8: sixteen editors at once, each with baseElements: every accepted edit is in the result, every refusal wrote nothing', async () => {
    const clauses = Array.from({ length: 16 }, (_, index) => ({ address: String(index + 1), content: 'as read' }));
    const { id } = await desk.draft(clauses);
    const read = await desk.read(id);
    const outcomes = await Promise.allSettled(
      clauses.map(({ address }) => save(id, reworded(read, { [address]: `edit of ${address}` }))),
    );
    const accepted = clauses.filter((_, index) => outcomes[index]?.status === 'fulfilled').map(({ address }) => address);
    assert.ok(accepted.length >= 1);
    const now = await desk.read(id);
    for (const { address } of clauses) {
      assert.equal(textOf(now, address), accepted.includes(address) ? `edit of ${address}` : 'as read');
    }
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal((await refusal(Promise.reject(outcome.reason))).code, 'EDIT_CONFLICT');
    }
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
    const first = await desk.read(id);
    for (let round = 0; round < 101; round += 1)
      await save(id, { elements: [...SMALL, { address: '2', content: `${round}` }] }, byron);
    const { extras } = await refusal(save(id, reworded(first, { '1.1': 'Late.' })));
    assert.equal(extras.metadata?.reason, 'stale');
    assert.deepEqual(extras.metadata?.conflicts, []);
    const versions = (await node.node.openDatabase('standards')).collection('working_copy_versions');
    assert.equal(await versions.countDocuments({ standard_id: id }), 101);
  });
});

/** The details of an audit entry of a standard, once the outbox has brought it. */
async function auditOf(
  node: TestNode,
  id: number,
  action: string,
  matches: (details: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  const administrator = {
    ...ada,
    user: { ...ada.user, id: 1 },
    company: null,
    companyRole: null,
    siteRoles: ['SiteAdmin' as const],
  };
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const { entries } = await node.call(administrator, 'admin.audit.list', {
      resource_type: 'standard',
      resource_id: String(id),
      action,
    });
    const found = entries.find(({ details }) => matches(details));
    if (found) return found.details;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no such audit entry');
}
