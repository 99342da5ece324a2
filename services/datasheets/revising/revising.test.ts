/** Tests of `datasheets.revise` through the service, with one editor. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, viewer, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { elementIdOf, findElement, userValueOf } from '../../../test/world/projects-world.ts';
import { useSheetsToRevise } from './sheets-to-revise.fixture.ts';

const key = withKey(editor, ['project:draft:edit', 'datasheet:read', 'project:read']);

describe('revising a datasheet', () => {
  const { site, newSheet } = useSheetsToRevise();

  it('changes what is sent, keeps the rest and the standard revision, answers what changed and what it cleared (rules 5, 6, 9, R-079, D9)', async () => {
    const sheet = await newSheet();
    const response = await site.reviseDatasheet(
      sheet.id,
      [
        { element_id: elementIdOf(sheet, 'Thickness'), new_value: '6' },
        {
          element_id: elementIdOf(sheet, 'Finish'),
          disposition: 'manufacturer_standard',
          disposition_note: 'per data sheet',
        },
      ],
      { baseVersion: sheet.version, summary: 'Thicker' },
    );
    assert.equal(response.changed, 2);
    const thickness = response.changes.find(({ label }) => label === 'Thickness');
    const { address, user_value: value } = findElement(sheet, 'Thickness');
    assert.deepEqual(thickness, {
      element_id: elementIdOf(sheet, 'Thickness'),
      label: 'Thickness',
      address,
      from: { value, disposition: 'specified', disposition_note: null },
      to: { value: '6', disposition: 'specified', disposition_note: null },
    });
    const labels = response.changes.map(({ label }) => label);
    assert.deepEqual(labels.sort(), ['Finish', 'Thickness']);
    assert.deepEqual(response.cleared, [
      { element_id: elementIdOf(sheet, 'Finish'), label: 'Finish', previous_value: 'Broom' },
    ]);
    assert.equal(response.merged, undefined);
    assert.deepEqual([response.revision.code, response.revision.summary], ['1.1.0', 'Thicker']);
    const read = await site.getDatasheet(sheet.id);
    assert.equal(read.version, response.version);
    assert.notEqual(read.version, sheet.version);
    assert.deepEqual(
      [userValueOf(read, 'Supplier'), userValueOf(read, 'Thickness'), userValueOf(read, 'Finish')],
      ['Any', '6', null],
    );
    assert.equal(findElement(read, 'Finish').disposition_note, 'per data sheet');
    assert.deepEqual(read.revision.standard_revision, sheet.revision.standard_revision);
  });

  it('the definition says that a field defers to the drawings, its state whether it does now (R-081)', async () => {
    const sheet = await newSheet();
    const slope = async () => {
      const { drawing_ref, disposition } = findElement(await site.getDatasheet(sheet.id), 'Slope');
      return [drawing_ref, disposition];
    };
    assert.deepEqual(await slope(), [true, 'per_drawings']);
    const element_id = elementIdOf(sheet, 'Slope');
    await site.reviseDatasheet(sheet.id, [{ element_id, disposition: 'specified', new_value: '2' }]);
    assert.deepEqual(await slope(), [true, 'specified']);
  });

  it('a change without effect creates no revision (D2, D9)', async () => {
    const sheet = await newSheet();
    const changes = [
      { element_id: elementIdOf(sheet, 'Supplier'), new_value: 'Any' },
      { element_id: elementIdOf(sheet, 'Admixtures'), new_value: '' },
      { element_id: elementIdOf(sheet, 'Slope'), disposition: 'per_drawings' as const },
    ];
    const response = await site.reviseDatasheet(sheet.id, changes, { baseVersion: sheet.version });
    assert.deepEqual([response.changed, response.version, response.cleared], [0, sheet.version, []]);
    assert.deepEqual(response.changes, []);
    const { total } = await site.node.call(editor, 'datasheets.revisions', { id: sheet.id });
    assert.equal(total, 1);
  });

  it('currentRevisionId takes the version or the head revision’s id (rule 7, D9, R-244)', async () => {
    const sheet = await newSheet();
    const send = (base: unknown, value: string) =>
      site.node.callUntyped(key, 'datasheets.revise', {
        id: sheet.id,
        severity: 'patch',
        currentRevisionId: base,
        changes: [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: value }],
      });
    await send(sheet.revision.id, 'one');
    const second = await site.getDatasheet(sheet.id);
    assert.equal(second.revision.code, '1.0.1');
    await send(second.version, 'two');
    assert.equal(userValueOf(await site.getDatasheet(sheet.id), 'Supplier'), 'two');
  });

  it('faults are 400 with their path, and nothing is written (rules 1 to 4, R-077, R-078, R-176, R-186, R-187, R-235)', async () => {
    const sheet = await newSheet();
    const element_id = elementIdOf(sheet, 'Supplier');
    const bad: Record<string, unknown>[] = [
      { element_id },
      { element_id, new_value: '' },
      { element_id, new_value: { $gt: '' } },
      { element_id, disposition: 'tbd', new_value: 'ACME' },
      { element_id, disposition: 'specified' },
      { element_id, disposition: 'later' },
      { element_id, new_value: 'x', disposition_note: 'n' },
      { element_id, disposition: 'tbd', disposition_note: '🧱'.repeat(501) },
      { element_id, new_value: 'x', colour: 'red' },
      { element_id: 99_999_999, new_value: 'x' },
      { element_id: '1.1', new_value: 'x' },
    ];
    const send = (members: Record<string, unknown>) =>
      expectRejection(
        site.node.callUntyped(editor, 'datasheets.revise', { id: sheet.id, severity: 'MINOR', ...members }),
      );
    for (const change of bad) {
      const { status, extras } = await send({ changes: [change] });
      assert.equal(status, 400, JSON.stringify(change));
      assert.ok(extras.errors?.[0]?.path?.startsWith('changes[0]'), JSON.stringify(extras.errors));
    }
    const good = { element_id, new_value: 'x' };
    for (const members of [
      { changes: [] },
      {},
      { changes: [good, good] },
      { changes: [good], severity: 'huge' },
    ]) {
      assert.equal((await send(members)).status, 400);
    }
    assert.equal((await site.getDatasheet(sheet.id)).version, sheet.version);
    // 500 characters are code points, not units.
    await site.reviseDatasheet(sheet.id, [
      { element_id, disposition: 'tbd', disposition_note: '🧱'.repeat(500) },
    ]);
  });

  it('refuses readers and projects without a draft', async () => {
    const own = await site.createProjectWithStandard('Issued concrete');
    const sheet = await site.createDatasheet(own.projectId, own.standardId);
    await site.publish(own.projectId);
    const changes = [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' }];
    await expectRejection(site.reviseDatasheet(sheet.id, changes, {}, viewer), 'PERMISSION_DENIED');
    await expectRejection(
      site.reviseDatasheet(sheet.id, changes, { baseVersion: sheet.version }),
      409,
      'NO_OPEN_DRAFT',
    );
  });
});
