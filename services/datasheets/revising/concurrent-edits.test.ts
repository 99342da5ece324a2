import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, withKey } from '../../../test/people.ts';
import { DatasheetsWorld, editionField, elementIdOf } from '../datasheets-world.fixture.ts';

const key = withKey(editor, ['project:draft:edit', 'datasheet:read', 'project:read']);

describe('editors of one datasheet at once', () => {
  const site = DatasheetsWorld.use();

  it('R8: sixteen editors of different fields at once: every edit is in the head', async () => {
    const fields = Array.from({ length: 16 }, (_, at) => `Field ${at}`);
    const wide = await site.createProjectWithStandard(
      'Wide standard',
      fields.map((label) => editionField({ element_address: '1.1', label })),
    );
    const sheet = await site.createDatasheet(wide.projectId, wide.standardId);
    const answers = await Promise.all(
      fields.map((label, at) =>
        site.reviseDatasheet(
          sheet.id,
          [{ element_id: elementIdOf(sheet, label), new_value: `by ${at}` }],
          { baseVersion: sheet.version },
          at % 2 ? editor : key,
        ),
      ),
    );
    const read = await site.getDatasheet(sheet.id);
    assert.deepEqual(
      read.elements.map((one) => one.user_value).toSorted(),
      fields.map((_, at) => `by ${at}`).toSorted(),
    );
    assert.equal(answers.filter((answer) => answer.merged).length, 15);
    const { revisions } = await site.node.call(editor, 'datasheets.revisions', { id: sheet.id });
    assert.deepEqual(
      revisions.map((row) => row.code),
      Array.from({ length: 17 }, (_, at) => `1.${16 - at}.0`),
    );
  });

  it('R8: editors on two nodes at once, who share nothing but the database: every edit is in the head', async () => {
    const labels = Array.from({ length: 12 }, (_, at) => `Field ${at}`);
    const wide = await site.createProjectWithStandard(
      'Wide standard on two nodes',
      labels.map((label) => editionField({ element_address: '1.1', label })),
    );
    const sheet = await site.createDatasheet(wide.projectId, wide.standardId);
    const other = await site.startSecondNode();
    try {
      await Promise.all(
        labels.map((label, at) =>
          (at % 2 ? site : other).reviseDatasheet(
            sheet.id,
            [{ element_id: elementIdOf(sheet, label), new_value: label }],
            {
              baseVersion: sheet.version,
            },
          ),
        ),
      );
    } finally {
      await other.node.stop();
    }
    const read = await site.getDatasheet(sheet.id);
    assert.deepEqual(
      read.elements.map((one) => one.user_value),
      read.elements.map((one) => one.label),
    );
    const { total, revisions } = await site.node.call(editor, 'datasheets.revisions', { id: sheet.id });
    assert.deepEqual([total, new Set(revisions.map((row) => row.code)).size], [13, 13]);
  });

  it('R8: of sixteen concurrent edits of one field exactly one wins, the others conflict', async () => {
    const { projectId, standardId } = await site.createProjectWithStandard('Raced concrete');
    const sheet = await site.createDatasheet(projectId, standardId);
    const ends = await Promise.allSettled(
      Array.from({ length: 16 }, (_, at) =>
        site.reviseDatasheet(
          sheet.id,
          [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: `by ${at}` }],
          {
            baseVersion: sheet.version,
          },
        ),
      ),
    );
    assert.equal(ends.filter((end) => end.status === 'fulfilled').length, 1);
    for (const end of ends) if (end.status === 'rejected') assert.equal(end.reason.type, 'EDIT_CONFLICT');
    const { total } = await site.node.call(editor, 'datasheets.revisions', { id: sheet.id });
    assert.equal(total, 2);
  });
});
