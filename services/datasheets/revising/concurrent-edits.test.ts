/** Tests of several people who revise one datasheet: what is merged, and what is a conflict. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { administrator, authorOf, colleague, editor, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { editionField } from '../../../test/world/editions.ts';
import { type DatasheetResult, elementIdOf, userValueOf } from '../../../test/world/projects-world.ts';
import { useSheetsToRevise } from './sheets-to-revise.fixture.ts';

const key = withKey(editor, ['project:draft:edit', 'datasheet:read', 'project:read']);

describe('concurrent editors of one datasheet', () => {
  const { site, newSheet } = useSheetsToRevise();

  it('a save over an older version is merged with what others changed (rule 7)', async () => {
    const sheet = await newSheet();
    await site.reviseDatasheet(
      sheet.id,
      [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' }],
      {},
      colleague,
    );
    const answer = await site.reviseDatasheet(
      sheet.id,
      [{ element_id: elementIdOf(sheet, 'Thickness'), new_value: '8' }],
      {
        baseVersion: sheet.version,
      },
    );
    assert.equal(answer.merged, true);
    assert.deepEqual(
      answer.mergedChanges?.map(({ elementId, label, change, editedBy }) => ({
        elementId,
        label,
        change,
        editedBy,
      })),
      [
        {
          elementId: elementIdOf(sheet, 'Supplier'),
          label: 'Supplier',
          change: 'changed',
          editedBy: authorOf(colleague),
        },
      ],
    );
    const read = await site.getDatasheet(sheet.id);
    assert.deepEqual([userValueOf(read, 'Supplier'), userValueOf(read, 'Thickness')], ['ACME', '8']);
  });

  it('the same field changed otherwise is 409 EDIT_CONFLICT; nothing is written, and it settles over currentVersion (rule 7)', async () => {
    const sheet = await newSheet();
    const supplier = elementIdOf(sheet, 'Supplier');
    await site.reviseDatasheet(sheet.id, [{ element_id: supplier, new_value: 'ACME' }], {}, colleague);
    const before = await site.getDatasheet(sheet.id);
    const changes = [
      { element_id: supplier, new_value: 'Mine & Sons' },
      { element_id: elementIdOf(sheet, 'Thickness'), new_value: '9' },
    ];
    const { extras } = await expectRejection(
      site.reviseDatasheet(sheet.id, changes, { baseVersion: sheet.version }),
      409,
      'EDIT_CONFLICT',
    );
    const { reason, currentVersion, editedBy, conflicts } = extras.metadata ?? {};
    assert.deepEqual([reason, currentVersion, editedBy], ['fields', before.version, authorOf(colleague)]);
    const side = (value: string) => ({ value, disposition: 'specified', disposition_note: null });
    assert.ok(Array.isArray(conflicts));
    const [{ editedAt, ...conflict }] = conflicts;
    assert.ok(Date.parse(editedAt) > 0);
    assert.deepEqual(conflict, {
      elementId: supplier,
      label: 'Supplier',
      base: side('Any'),
      mine: side('Mine & Sons'),
      theirs: side('ACME'),
      editedBy: authorOf(colleague),
    });
    assert.deepEqual(await site.getDatasheet(sheet.id), before);

    const settled = await site.reviseDatasheet(sheet.id, changes, {
      baseVersion: before.version,
      resolvedConflicts: [{ elementId: supplier, choice: 'mine' }],
    });
    assert.equal(settled.changed, 2);
    assert.equal(userValueOf(await site.getDatasheet(sheet.id), 'Supplier'), 'Mine & Sons');
  });

  it('settles nothing, and is recorded also when nothing changes (document 3, resolvedConflicts)', async () => {
    const sheet = await newSheet();
    const supplier = elementIdOf(sheet, 'Supplier');
    const resolvedConflicts = [{ elementId: supplier, choice: 'mine' as const }];
    const { version } = await site.reviseDatasheet(
      sheet.id,
      [{ element_id: supplier, new_value: 'ACME' }],
      {},
      colleague,
    );
    const mine = [{ element_id: supplier, new_value: 'Mine' }];
    await expectRejection(
      site.reviseDatasheet(sheet.id, mine, { baseVersion: sheet.version, resolvedConflicts }),
      'EDIT_CONFLICT',
    );
    const theirs = [{ element_id: supplier, new_value: 'ACME' }];
    const kept = await site.reviseDatasheet(sheet.id, theirs, { baseVersion: version, resolvedConflicts });
    assert.deepEqual([kept.changed, kept.version], [0, version]);
    const asked = { action: 'datasheets.revise', resource_id: String(sheet.id) };
    const recorded = async () =>
      (await site.node.call(administrator, 'admin.audit.list', asked)).entries.filter(
        ({ details }) => 'resolvedConflicts' in details,
      );
    await eventually(async () => (await recorded()).length > 0);
    assert.deepEqual(
      (await recorded()).map(({ details }) => [details.changed, details.resolvedConflicts]),
      [[0, resolvedConflicts]],
    );
  });

  it('any other save counts as another editor’s, also one’s own (D9)', async () => {
    const sheet = await newSheet();
    const supplier = elementIdOf(sheet, 'Supplier');
    await site.reviseDatasheet(sheet.id, [{ element_id: supplier, new_value: 'A' }], {
      baseVersion: sheet.version,
    });
    await expectRejection(
      site.reviseDatasheet(sheet.id, [{ element_id: supplier, new_value: 'B' }], {
        baseVersion: sheet.version,
      }),
      'EDIT_CONFLICT',
    );
  });

  it('an unknown or foreign baseVersion is 409 stale (D9, H11, R-242)', async () => {
    const [sheet, other] = [await newSheet(), await newSheet()];
    const changes = [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' }];
    for (const baseVersion of ['never', other.version, other.revision.id, 99_999_999]) {
      const { code, extras } = await expectRejection(
        site.reviseDatasheet(sheet.id, changes, { baseVersion }),
      );
      assert.deepEqual([code, extras.metadata?.reason], ['EDIT_CONFLICT', 'stale'], String(baseVersion));
    }
    for (const baseVersion of ['', 'x'.repeat(1_000_000), { $gt: '' }, ['x'], 1.5, -1, true]) {
      const sent = { id: sheet.id, severity: 'MINOR', changes, baseVersion };
      const { status } = await expectRejection(site.node.callUntyped(editor, 'datasheets.revise', sent));
      assert.ok(
        status === 400 || (typeof baseVersion === 'string' && status === 409),
        JSON.stringify(baseVersion).slice(0, 50),
      );
    }
    assert.equal((await site.getDatasheet(sheet.id)).version, sheet.version);
  });

  /** A sheet of a standard that has these fields. */
  const sheetOf = async (name: string, labels: readonly string[]): Promise<DatasheetResult> => {
    const { projectId, standardId } = await site.createProjectWithStandard(
      name,
      labels.map((label) => editionField({ element_address: '1.1', label })),
    );
    return site.createDatasheet(projectId, standardId);
  };

  it('sixteen concurrent editors of different fields: every edit is in the head (R8)', async () => {
    const fields = Array.from({ length: 16 }, (_, at) => `Field ${at}`);
    const sheet = await sheetOf('Wide standard', fields);
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

  it('concurrent editors on two nodes, which share nothing but the database: every edit is in the head (R8)', async () => {
    const labels = Array.from({ length: 12 }, (_, at) => `Field ${at}`);
    const sheet = await sheetOf('Wide standard on two nodes', labels);
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

  it('of sixteen concurrent edits of one field exactly one wins, the others conflict (R8)', async () => {
    const sheet = await newSheet();
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
