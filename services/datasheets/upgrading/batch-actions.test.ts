/** Tests of upgrading all datasheets of a standard in a project together. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, stranger, viewer } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { findElement, ProjectsWorld } from '../../../test/world/projects-world.ts';
import { createUpgradeScenario, resolutionsFor } from './upgrade-scenario.fixture.ts';

describe('upgrading the datasheets of a standard together', () => {
  const site = ProjectsWorld.use();

  it('batch-upgrade brings all sheets in line in one step, and skips those that are (S10)', async () => {
    const { projectId, standardId, sheets, next } = await createUpgradeScenario(site, ['A', 'B', 'C']);
    const [a, b, c] = sheets;
    assert.ok(a && b && c);
    const resolutions = Object.fromEntries(sheets.map((sheet) => [sheet.id, resolutionsFor(sheet)]));
    const batch = (more: object, who = editor) =>
      site.node.call(who, 'standards.batchUpgrade', {
        standardId,
        project_id: projectId,
        to_revision_id: next.id,
        ...more,
      });

    const { [c.id]: _, ...incomplete } = resolutions;
    const missing = await expectRejection(batch({ resolutions: incomplete }), 'MISSING_RESOLUTION');
    assert.ok(Array.isArray(missing.extras.metadata?.missing));
    assert.deepEqual(
      missing.extras.metadata.missing.map((one: { datasheetId: number }) => one.datasheetId),
      [c.id, c.id],
    );
    for (const sheet of sheets)
      assert.equal((await site.getDatasheet(sheet.id)).version, sheet.version, 'all or nothing');

    await expectRejection(batch({ datasheet_ids: [a.id, 99_999_999] }), 404);
    await expectRejection(batch({ datasheet_ids: [a.id], resolutions }), 'UNKNOWN_RESOLUTION');
    await expectRejection(batch({ resolutions }, viewer), 403);
    await expectRejection(batch({ resolutions }, stranger), 404);

    const one = await batch({ datasheet_ids: [a.id], resolutions: { [a.id]: resolutionsFor(a) } });
    assert.deepEqual([one.upgraded.map((row) => row.name), one.pinMoved], [['A'], true]);
    const rest = await batch({ resolutions: { [b.id]: resolutionsFor(b), [c.id]: resolutionsFor(c) } });
    assert.deepEqual(
      [rest.upgraded.map((row) => row.name).toSorted(), rest.skipped],
      [['B', 'C'], [{ id: a.id, name: 'A', reason: 'already_on_target' }]],
    );
    const nothing = await batch({});
    assert.deepEqual([nothing.upgraded, nothing.skipped.length], [[], 3]);
    for (const sheet of sheets)
      assert.equal(findElement(await site.getDatasheet(sheet.id), 'Joints').user_value, 'Sawn');
  });

  it('no datasheets, a key that is none of the call even with nothing to it, and a resolution that names two fields are 400 (X13)', async () => {
    const { projectId, standardId, sheets, next } = await createUpgradeScenario(site, ['A', 'B']);
    const elsewhere = await createUpgradeScenario(site, ['Elsewhere']);
    const [a, b] = sheets;
    assert.ok(a && b);
    const batch = (more: object) =>
      site.node.call(editor, 'standards.batchUpgrade', {
        standardId,
        project_id: projectId,
        to_revision_id: next.id,
        ...more,
      });
    const refused = async (more: object) => {
      const { status, code, extras } = await expectRejection(batch(more));
      return [status, code, extras.errors?.[0]?.path];
    };
    assert.deepEqual(await refused({ datasheet_ids: [] }), [400, 'VALIDATION_ERROR', 'datasheet_ids']);
    const resolutions = { [a.id]: resolutionsFor(a) };
    for (const key of [elsewhere.sheets[0]?.id, b.id, 99_999_999, 'no id']) {
      const sent: object = { datasheet_ids: [a.id], resolutions: { ...resolutions, [key ?? '']: [] } };
      assert.deepEqual(await refused(sent), [400, 'UNKNOWN_RESOLUTION', `resolutions.${key}`]);
    }
    const [thickness, finish] = resolutionsFor(a);
    assert.ok(thickness && finish);
    const torn = {
      datasheet_ids: [a.id],
      resolutions: { [a.id]: [thickness, { ...finish, address: '1.2' }] },
    };
    assert.deepEqual(await refused(torn), [400, 'VALIDATION_ERROR', `resolutions.${a.id}[1]`]);
    const single = {
      id: a.id,
      toStandardRevisionId: next.id,
      resolutions: [{ ...thickness, address: '1.3' }, finish],
    };
    const one = await expectRejection(site.node.call(editor, 'datasheets.upgrade', single));
    assert.deepEqual([one.status, one.extras.errors?.[0]?.path], [400, 'resolutions[0]']);
    assert.equal((await site.getDatasheet(a.id)).version, a.version);
    const agreeing = [
      { ...thickness, address: '1.2' },
      { ...finish, address: '1.3' },
    ];
    const done = await batch({ datasheet_ids: [a.id], resolutions: { [a.id]: agreeing } });
    assert.equal(done.upgraded.length, 1);
    // Of the call, and with nothing left to resolve.
    assert.equal((await batch({ datasheet_ids: [a.id], resolutions: { [a.id]: [] } })).skipped.length, 1);
  });
});
