import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { refusal } from '../../../test/service-node.ts';
import { editor, element, Site, stranger, viewer } from '../site.fixture.ts';
import { prepareUpgrade, resolutionsOf } from './editions.fixture.ts';

describe('upgrading the datasheets of a standard together', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.start();
  });
  afterAll(() => site.node.stop());

  it('S10: batch-upgrade brings all sheets in line in one step, and skips those that are', async () => {
    const { projectId, standardId, sheets, next } = await prepareUpgrade(site, ['A', 'B', 'C']);
    const [a, b, c] = sheets;
    assert.ok(a && b && c);
    const resolutions = Object.fromEntries(sheets.map((sheet) => [sheet.id, resolutionsOf(sheet)]));
    const batch = (more: object, who = editor) =>
      site.node.call(who, 'standards.batchUpgrade', { standardId, project_id: projectId, to_revision_id: next.id, ...more });

    const { [c.id]: _, ...incomplete } = resolutions;
    const missing = await refusal(batch({ resolutions: incomplete }));
    assert.equal(missing.code, 'MISSING_RESOLUTION');
    assert.ok(Array.isArray(missing.extras.metadata?.missing));
    assert.deepEqual(
      missing.extras.metadata.missing.map((one: { datasheetId: number }) => one.datasheetId),
      [c.id, c.id],
    );
    for (const sheet of sheets) assert.equal((await site.read(sheet.id)).version, sheet.version, 'all or nothing');

    assert.equal((await refusal(batch({ datasheet_ids: [a.id, 99_999_999] }))).status, 404);
    assert.equal((await refusal(batch({ datasheet_ids: [a.id], resolutions }))).code, 'UNKNOWN_RESOLUTION');
    assert.equal((await refusal(batch({ resolutions }, viewer))).status, 403);
    assert.equal((await refusal(batch({ resolutions }, stranger))).status, 404);

    const one = await batch({ datasheet_ids: [a.id], resolutions: { [a.id]: resolutionsOf(a) } });
    assert.deepEqual([one.upgraded.map((row) => row.name), one.pinMoved], [['A'], true]);
    const rest = await batch({ resolutions: { [b.id]: resolutionsOf(b), [c.id]: resolutionsOf(c) } });
    assert.deepEqual(
      [rest.upgraded.map((row) => row.name).toSorted(), rest.skipped],
      [['B', 'C'], [{ id: a.id, name: 'A', reason: 'already_on_target' }]],
    );
    const nothing = await batch({});
    assert.deepEqual([nothing.upgraded, nothing.skipped.length], [[], 3]);
    for (const sheet of sheets) assert.equal(element(await site.read(sheet.id), 'Joints').user_value, 'Sawn');
  });
});
