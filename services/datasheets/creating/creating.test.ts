/** Tests of `datasheets.create` through the service: values, defaults, names, permissions and races. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { anonymous, authorOf, editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { editionField } from '../../../test/world/editions.ts';
import { findElement, findField, ProjectsWorld, userValueOf } from '../../../test/world/projects-world.ts';
import { adaFields } from '../fields.fixture.ts';

describe('creating a datasheet', () => {
  const site = ProjectsWorld.use();
  let projectId: number;
  let standardId: number;
  let pinned: { id: number; code: string };
  beforeAll(async () => {
    const prepared = await site.createProjectWithStandard('Cast-in-place concrete');
    ({ projectId, standardId, revision: pinned } = prepared);
  });

  const create = (more: Parameters<ProjectsWorld['createDatasheet']>[2]) =>
    site.createDatasheet(projectId, standardId, more);

  it('binds to the pinned revision, stores defaults as real values, and starts at 1.0.0 (R-009, R-074, R-134)', async () => {
    const sheet = await create({ name: 'Slab on grade', scope: 'Level 1', severity: 'PATCH' });
    assert.equal(sheet.scope, 'Level 1');
    assert.equal(userValueOf(sheet, 'Supplier'), 'Any');
    assert.equal(userValueOf(sheet, 'Thickness'), '4 1/2');
    assert.deepEqual(
      [findElement(sheet, 'Slope').disposition, userValueOf(sheet, 'Slope')],
      ['per_drawings', null],
    );
    assert.deepEqual(sheet.values_summary, {
      total_fields: 5,
      fields_with_user_value: 3,
      fields_filled_in: 0,
      fields_default: 4,
      fields_empty: 1,
    });
    assert.equal(sheet.upgrade_status, 'current');
    const { code, severity, summary, status, standard_revision, created_by } = sheet.revision;
    assert.deepEqual([code, severity, summary, status], ['1.0.0', 'PATCH', 'Initial creation', 'ACTIVE']);
    assert.deepEqual([standard_revision, created_by], [pinned, authorOf(editor)]);
    const { allowed_actions: _, ...live } = await site.getDatasheet(sheet.id);
    assert.deepEqual(live, sheet);
  });

  it('takes values by field id and by address, blanks, and dispositions (R-008, R-077)', async () => {
    const { fields } = await site.node.call(editor, 'datasheets.template', { standardId });
    const sheet = await create({
      name: 'Topping',
      elementValues: {
        [findField(fields, 'Supplier').id]: '',
        '1.2': '6',
        [findField(fields, 'Admixtures').id]: ['Air'],
      },
      dispositions: [
        {
          element_id: findField(fields, 'Finish').id,
          disposition: 'tbd',
          disposition_note: 'ask the client',
        },
      ],
    });
    assert.deepEqual(
      sheet.elements.map(({ label, user_value, disposition }) => [label, user_value, disposition]),
      [
        ['Supplier', null, 'specified'],
        ['Thickness', '6', 'specified'],
        ['Finish', null, 'tbd'],
        ['Admixtures', ['Air'], 'specified'],
        ['Slope', null, 'per_drawings'],
      ],
    );
    assert.equal(findElement(sheet, 'Finish').disposition_note, 'ask the client');
    assert.deepEqual(findElement(sheet, 'Thickness').editedBy, authorOf(editor));
    assert.equal(findElement(sheet, 'Slope').editedBy, null);
  });

  it('a name is unique within project and standard, trimmed and case-sensitive (R-073, D11)', async () => {
    const first = await create({ name: '  Ramp  ' });
    assert.equal(first.name, 'Ramp');
    await expectRejection(create({ name: 'Ramp' }), 409, 'NAME_TAKEN');
    await create({ name: 'ramp' });
    const check = (name: string, standard = standardId) =>
      site.node.call(viewer, 'datasheets.checkName', { project_id: projectId, standard_id: standard, name });
    const seen = await site.node.call(editor, 'datasheets.checkName', {
      project_id: projectId,
      standard_id: standardId,
      name: ' Ramp ',
    });
    assert.deepEqual([seen.available, seen.existingId], [false, first.id]);
    await expectRejection(check(''), 400);

    const other = await site.createStandard({
      title: 'Formwork',
      fields: [editionField({ element_address: '1.1', label: 'Ply' })],
    });
    await site.importStandard(projectId, other.standardId);
    const free = await site.node.call(editor, 'datasheets.checkName', {
      project_id: projectId,
      standard_id: other.standardId,
      name: 'Ramp',
    });
    assert.equal(free.available, true);
    assert.deepEqual(free.collisions, [
      { id: first.id, name: 'Ramp', standard_id: standardId, standard_name: 'Cast-in-place concrete' },
    ]);
    await site.createDatasheet(projectId, other.standardId, { name: 'Ramp' });
  });

  it('a name in another Unicode form is the same name (Y19)', async () => {
    await create({ name: 'Caf\u00e9' });
    await expectRejection(create({ name: 'Cafe\u0301' }), 409, 'NAME_TAKEN');
    const params = { project_id: projectId, standard_id: standardId, name: 'Cafe\u0301' };
    assert.equal((await site.node.call(editor, 'datasheets.checkName', params)).available, false);
  });

  it('of twenty concurrent requests for one name exactly one succeeds (R10)', async () => {
    const ends = await Promise.all(
      Array.from({ length: 20 }, () =>
        create({ name: 'Race' }).then(
          () => 'made',
          (error: { type?: string }) => error.type,
        ),
      ),
    );
    assert.deepEqual(ends.toSorted(), [...Array.from({ length: 19 }, () => 'NAME_TAKEN'), 'made'].toSorted());
  });

  it('a standard the draft does not hold is 409 STANDARD_NOT_HELD (D1)', async () => {
    const other = await site.createStandard({
      title: 'Not held',
      fields: [editionField({ element_address: '1.1', label: 'X' })],
    });
    await expectRejection(
      site.createDatasheet(projectId, other.standardId, { name: 'X' }),
      409,
      'STANDARD_NOT_HELD',
    );
    await expectRejection(site.createDatasheet(projectId, 999_999, { name: 'X' }), 'STANDARD_NOT_HELD');
  });

  it('refuses unknown fields, wrong types and unknown keys with 400 and writes nothing', async () => {
    const bad: Record<string, unknown>[] = [
      { colour: 'red' },
      { name: '' },
      { name: 5 },
      { standard_id: '1x' },
      { severity: 'HUGE' },
      { elementValues: [] },
      { elementValues: { 999999: 'x' } },
      { elementValues: { '1.2': 'thick' } },
      { dispositions: [{ element_id: 999999, disposition: 'tbd' }] },
      { dispositions: [{ element_id: 1, disposition: 'later' }] },
      { dispositions: [{ element_id: 1, disposition: 'tbd', disposition_note: 'x'.repeat(501) }] },
      { dispositions: [{ element_id: 1, disposition: 'tbd', colour: 'red' }] },
    ];
    for (const members of bad) {
      const sent = { project_id: projectId, standard_id: standardId, name: 'Bad', ...members };
      const { status, code } = await expectRejection(
        site.node.callUntyped(editor, 'datasheets.create', sent),
      );
      assert.deepEqual([status, code], [400, 'VALIDATION_ERROR'], JSON.stringify(members));
    }
    const left = await site.node.call(editor, 'datasheets.checkName', {
      project_id: projectId,
      standard_id: standardId,
      name: 'Bad',
    });
    assert.equal(left.available, true);
  });

  it('who may not edit the draft is refused: 404 for strangers, 403 for viewers and keys, 401 for nobody', async () => {
    const as = (who: Parameters<ProjectsWorld['createDatasheet']>[3]) =>
      expectRejection(site.createDatasheet(projectId, standardId, { name: 'No' }, who));
    assert.deepEqual(
      [(await as(stranger)).status, (await as(viewer)).status, (await as(anonymous)).status],
      [404, 403, 401],
    );
    const readKey = withKey(editor, ['datasheet:read']);
    assert.equal((await as(readKey)).status, 403);
    const writeKey = withKey(editor, ['project:draft:edit']);
    assert.equal(
      (await site.createDatasheet(projectId, standardId, { name: 'By key' }, writeKey)).name,
      'By key',
    );
  });

  it('needs an open draft: 409 NO_OPEN_DRAFT', async () => {
    const own = await site.createProjectWithStandard('Published at once');
    await site.createDatasheet(own.projectId, own.standardId);
    await site.publish(own.projectId);
    await expectRejection(
      site.createDatasheet(own.projectId, own.standardId, { name: 'Late' }),
      409,
      'NO_OPEN_DRAFT',
    );
  });

  it('fills a sheet of the real 2010 ADA dimensions', async () => {
    const corpus = await adaFields();
    const labels = new Set<string>();
    const fields = corpus
      .filter(({ element_address, label }) => {
        const key = `${element_address} ${label}`;
        return !labels.has(key) && labels.add(key);
      })
      .map(({ element_address, label, input_type, unit = null, constraint = null, default_value = null }) =>
        editionField({ element_address, label, input_type, unit, constraint, default_value }),
      );
    const ada = await site.createProjectWithStandard('2010 ADA Standards', fields);
    const sheet = await site.createDatasheet(ada.projectId, ada.standardId, { name: 'Accessible routes' });
    assert.equal(sheet.elements.length, fields.length);
    assert.equal(
      sheet.values_summary.fields_with_user_value,
      fields.filter((field) => field.default_value !== null).length,
    );
    const first = sheet.elements[0];
    assert.ok(first);
    const { changed } = await site.reviseDatasheet(
      sheet.id,
      [{ element_id: first.id, new_value: '12 1/2' }],
      {
        baseVersion: sheet.version,
      },
    );
    assert.equal(changed, 1);
    assert.equal(userValueOf(await site.getDatasheet(sheet.id, lead), first.label) !== undefined, true);
  });
});
