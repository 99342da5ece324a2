/** Tests of saves that conflict with the save of somebody else, and of settling these conflicts. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { authorOf, editor } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import {
  fieldInput,
  findAuditDetails,
  rewordedSave,
  SMALL_OUTLINE,
  textOf,
  useWorkingCopies,
} from '../../../test/world/standards-world.ts';

describe('what two editors cannot both have', () => {
  const { node, world, save } = useWorkingCopies();

  it('both changing one clause is 409 with who and where, and nothing is written (R-203, R-225)', async () => {
    const { id } = await world.createWorkingCopy();
    const read = await world.readWorkingCopy(id);
    await save(id, rewordedSave(read, { '1.1': 'Cement by Byron.' }), editor);
    const between = await world.readWorkingCopy(id);
    const { extras } = await expectRejection(
      save(id, rewordedSave(read, { '1.1': 'Cement by Ada.', '1.2': 'Water by Ada.' })),
      409,
      'EDIT_CONFLICT',
    );
    const { editedAt, conflicts, ...metadata } = extras.metadata ?? {};
    assert.equal(typeof editedAt, 'string');
    assert.deepEqual(metadata, {
      code: 'EDIT_CONFLICT',
      reason: 'stale',
      currentVersion: between.version,
      editedBy: authorOf(editor),
    });
    assert.deepEqual(conflicts, [
      {
        elementId: read.elements[1]?.element_id,
        address: '1.1',
        baseAddress: '1.1',
        theirsAddress: '1.1',
        mineAddress: '1.1',
        reason: 'both_changed',
        editedBy: authorOf(editor),
        editedAt: between.elements[1]?.editedAt,
      },
    ]);
    assert.deepEqual(await world.readWorkingCopy(id), between);
  });

  it('resolvedConflicts settles the clauses of the conflict it answers and is recorded (S26, R-174)', async () => {
    const { id } = await world.createWorkingCopy();
    const read = await world.readWorkingCopy(id);
    const cement = read.elements[1]?.element_id ?? 0;
    const mine = rewordedSave(read, { '1.1': 'Cement by Ada.', '1.2': 'Water by Ada.' });
    await save(id, rewordedSave(read, { '1.1': 'Cement by Byron.' }), editor);
    const first = await expectRejection(save(id, mine));
    const resolvedConflicts = [{ elementId: cement, choice: 'mine' }];
    const conflictVersion = first.extras.metadata?.currentVersion;
    // Somebody changes the very clause again: the answer was about other words.
    await save(
      id,
      rewordedSave(await world.readWorkingCopy(id), { '1.1': 'Cement by Byron, again.' }),
      editor,
    );
    const newer = await expectRejection(
      save(id, { ...mine, resolvedConflicts, conflictVersion }),
      'EDIT_CONFLICT',
    );
    const settled = await save(id, {
      ...mine,
      resolvedConflicts,
      conflictVersion: newer.extras.metadata?.currentVersion,
    });
    assert.equal(settled.merged, true);
    const now = await world.readWorkingCopy(id);
    assert.equal(textOf(now, '1.1'), 'Cement by Ada.');
    assert.equal(textOf(now, '1.2'), 'Water by Ada.');
    const details = await findAuditDetails(
      node,
      id,
      'standards.workingCopy.save',
      (entry) => 'resolvedConflicts' in entry,
    );
    assert.deepEqual(details.resolvedConflicts, resolvedConflicts);
  });

  it('a change elsewhere since conflictVersion does not void the choice; theirs keeps the other’s words (S26)', async () => {
    const { id } = await world.createWorkingCopy();
    const read = await world.readWorkingCopy(id);
    const cement = read.elements[1]?.element_id ?? 0;
    const mine = rewordedSave(read, { '1.1': 'Cement by Ada.' });
    await save(id, rewordedSave(read, { '1.1': 'Cement by Byron.' }), editor);
    const { extras } = await expectRejection(save(id, mine));
    const between = await save(
      id,
      rewordedSave(await world.readWorkingCopy(id), { '1.2.1': 'Elsewhere.' }),
      editor,
    );
    const settled = await save(id, {
      ...mine,
      resolvedConflicts: [{ elementId: cement, choice: 'theirs' }],
      conflictVersion: extras.metadata?.currentVersion,
    });
    // All choices leave the working copy as it is: no new version, yet they are on record.
    assert.equal(settled.version, between.version);
    assert.equal(textOf(await world.readWorkingCopy(id), '1.1'), 'Cement by Byron.');
    await findAuditDetails(node, id, 'standards.workingCopy.save', (entry) => 'resolvedConflicts' in entry);
  });

  it('two choices about one clause are 400 (S26)', async () => {
    const { id } = await world.createWorkingCopy();
    const read = await world.readWorkingCopy(id);
    const elementId = read.elements[1]?.element_id ?? 0;
    const resolvedConflicts = [
      { elementId, choice: 'mine' },
      { elementId, choice: 'theirs' },
    ];
    await expectRejection(save(id, { ...rewordedSave(read, {}), resolvedConflicts }), 400);
  });

  it('two clauses new at one address are a conflict, with null for the one not stored (S26)', async () => {
    const { id } = await world.createWorkingCopy();
    const base = rewordedSave(await world.readWorkingCopy(id), {});
    const added = (content: string) => ({
      ...base,
      elements: [...base.elements, { address: '1.3', content, toc_content: '' }],
    });
    await save(id, added('Sand.'), editor);
    const { extras } = await expectRejection(save(id, added('Gravel.')));
    const conflicts = extras.metadata?.conflicts;
    assert.ok(Array.isArray(conflicts));
    assert.deepEqual(
      conflicts.map(({ reason, address, elementId }) => [reason, address, elementId === null]),
      [
        ['address_taken', '1.3', false],
        ['address_taken', '1.3', true],
      ],
    );
    // The same addition sent again, after its response was lost, is no second clause.
    const again = await save(id, added('Sand.'));
    assert.equal(again.element_count, 5);
  });

  it('fields merge by identity; both changing one is 409 with reason fields and fieldConflicts (S26)', async () => {
    const { id } = await world.createWorkingCopy(SMALL_OUTLINE, [
      fieldInput('1.1', 'Strength', { unit: 'MPa' }),
      fieldInput('1.2', 'Purity'),
    ]);
    const read = await world.readWorkingCopy(id);
    const base = rewordedSave(read, {});
    const withUnits = (strength: string, purity: string | null) => ({
      ...base,
      datasheetElements: [
        fieldInput('1.1', 'Strength', { unit: strength }),
        fieldInput('1.2', 'Purity', { unit: purity }),
      ],
    });
    await save(id, withUnits('psi', null), editor);
    const { extras } = await expectRejection(save(id, withUnits('kPa', null)));
    assert.equal(extras.metadata?.reason, 'fields');
    const rows = extras.metadata?.fieldConflicts;
    assert.ok(Array.isArray(rows) && rows.length === 1);
    assert.equal(rows[0].label, 'Strength');
    assert.deepEqual([rows[0].base.unit, rows[0].theirs.unit, rows[0].mine.unit], ['MPa', 'psi', 'kPa']);
    assert.deepEqual(rows[0].editedBy, authorOf(editor));
    const saved = await save(id, withUnits('MPa', '%'));
    assert.equal(saved.merged, true);
    assert.deepEqual(
      (await world.readWorkingCopy(id)).datasheet_elements.map(({ unit }) => unit),
      ['psi', '%'],
    );
  });

  it('a new field under a label that another field got meanwhile has no id in its conflict (S26)', async () => {
    const { id } = await world.createWorkingCopy(SMALL_OUTLINE, [fieldInput('1.1', 'Grade')]);
    const read = await world.readWorkingCopy(id);
    const base = rewordedSave(read, {});
    const renamed = { ...fieldInput('1.1', 'Strength'), match_label: 'Grade' };
    await save(id, { ...base, datasheetElements: [renamed] }, editor);
    const mine = [fieldInput('1.1', 'Grade'), fieldInput('1.1', 'Strength', { unit: 'MPa' })];
    const { extras } = await expectRejection(save(id, { ...base, datasheetElements: mine }));
    const rows = extras.metadata?.fieldConflicts;
    assert.ok(Array.isArray(rows) && rows.length === 1);
    const [{ fieldId, label, reason, mine: own }] = rows;
    assert.deepEqual([fieldId, label, reason, own.field_id], [null, 'Strength', 'label_taken', null]);
  });
});
