import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { refusal, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { ada, auditDetails, byron, Desk, field, reworded, SMALL, type WorkingCopy } from '../desk.fixture.ts';

describe('what two editors cannot both have', () => {
  let node: TestNode;
  let desk: Desk;
  beforeAll(async () => {
    node = await startTestNode(['standards', 'projects', 'audit']);
    desk = new Desk(node);
  });
  afterAll(() => node.stop());

  const save = (id: number, more: object, who = ada) => node.call(who, 'standards.workingCopy.save', { id, ...more });
  const textOf = ({ elements }: WorkingCopy, address: string) => elements.find((element) => element.address === address)?.content;

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
    const details = await auditDetails(node, id, 'standards.workingCopy.save', (entry) => 'resolvedConflicts' in entry);
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
    await auditDetails(node, id, 'standards.workingCopy.save', (entry) => 'resolvedConflicts' in entry);
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
});
