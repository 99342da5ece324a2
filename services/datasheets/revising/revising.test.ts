import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import {
  administrator,
  authorOf,
  colleague,
  editor,
  throughAssistant,
  viewer,
  withKey,
} from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import {
  type DatasheetResult,
  DatasheetsWorld,
  elementIdOf,
  findElement,
  userValueOf,
} from '../datasheets-world.fixture.ts';

const assistant = throughAssistant(editor);
const key = withKey(editor, ['project:draft:edit', 'datasheet:read', 'project:read']);

describe('revising a datasheet', () => {
  const site = DatasheetsWorld.use();
  let projectId: number;
  let standardId: number;
  let sheets = 0;
  beforeAll(async () => {
    ({ projectId, standardId } = await site.createProjectWithStandard('Concrete to revise'));
  });

  const newSheet = (): Promise<DatasheetResult> => {
    sheets += 1;
    return site.createDatasheet(projectId, standardId, { name: `Sheet ${sheets}` });
  };

  it('rules 5, 6, 9: changes what is sent, keeps the rest and the standard revision, answers what it cleared', async () => {
    const sheet = await newSheet();
    const answer = await site.reviseDatasheet(
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
    assert.equal(answer.changed, 2);
    assert.deepEqual(answer.cleared, [
      { element_id: elementIdOf(sheet, 'Finish'), label: 'Finish', previous_value: 'Broom' },
    ]);
    assert.equal(answer.merged, undefined);
    assert.deepEqual([answer.revision.code, answer.revision.summary], ['1.1.0', 'Thicker']);
    const read = await site.getDatasheet(sheet.id);
    assert.equal(read.version, answer.version);
    assert.notEqual(read.version, sheet.version);
    assert.deepEqual(
      [userValueOf(read, 'Supplier'), userValueOf(read, 'Thickness'), userValueOf(read, 'Finish')],
      ['Any', '6', null],
    );
    assert.equal(findElement(read, 'Finish').disposition_note, 'per data sheet');
    assert.deepEqual(read.revision.standard_revision, sheet.revision.standard_revision);
  });

  it('D2, D9: a change without effect creates no revision', async () => {
    const sheet = await newSheet();
    const changes = [
      { element_id: elementIdOf(sheet, 'Supplier'), new_value: 'Any' },
      { element_id: elementIdOf(sheet, 'Admixtures'), new_value: '' },
      { element_id: elementIdOf(sheet, 'Slope'), disposition: 'per_drawings' as const },
    ];
    const answer = await site.reviseDatasheet(sheet.id, changes, { baseVersion: sheet.version });
    assert.deepEqual([answer.changed, answer.version, answer.cleared], [0, sheet.version, []]);
    const { total } = await site.node.call(editor, 'datasheets.revisions', { id: sheet.id });
    assert.equal(total, 1);
  });

  it('rule 7: keys and the assistant need baseVersion, a session without one is not checked', async () => {
    const sheet = await newSheet();
    const changes = [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' }];
    for (const who of [key, assistant]) {
      const { code, status } = await expectRejection(site.reviseDatasheet(sheet.id, changes, {}, who));
      assert.deepEqual([code, status], ['BASE_VERSION_REQUIRED', 400]);
    }
    assert.equal((await site.reviseDatasheet(sheet.id, changes)).changed, 1);
    assert.equal(
      (
        await site.reviseDatasheet(sheet.id, [
          { ...changes[0], element_id: elementIdOf(sheet, 'Supplier'), new_value: 'B' },
        ])
      ).changed,
      1,
    );
  });

  it('rule 7, D9: currentRevisionId takes the version or the head revision’s id', async () => {
    const sheet = await newSheet();
    const send = (base: unknown, value: string) =>
      site.node.node.broker.call(
        'datasheets.revise',
        {
          id: sheet.id,
          severity: 'patch',
          currentRevisionId: base,
          changes: [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: value }],
        },
        { meta: { principal: site.node.node.tokens.sign(key, 'tools') } },
      );
    await send(sheet.revision.id, 'one');
    const second = await site.getDatasheet(sheet.id);
    assert.equal(second.revision.code, '1.0.1');
    await send(second.version, 'two');
    assert.equal(userValueOf(await site.getDatasheet(sheet.id), 'Supplier'), 'two');
  });

  it('rule 7: a save over an older version is merged with what others changed', async () => {
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

  it('rule 7: the same field changed otherwise is 409 EDIT_CONFLICT; nothing is written, and it settles over currentVersion', async () => {
    const sheet = await newSheet();
    const supplier = elementIdOf(sheet, 'Supplier');
    await site.reviseDatasheet(sheet.id, [{ element_id: supplier, new_value: 'ACME' }], {}, colleague);
    const before = await site.getDatasheet(sheet.id);
    const changes = [
      { element_id: supplier, new_value: 'Mine & Sons' },
      { element_id: elementIdOf(sheet, 'Thickness'), new_value: '9' },
    ];
    const { code, status, extras } = await expectRejection(
      site.reviseDatasheet(sheet.id, changes, { baseVersion: sheet.version }),
    );
    assert.deepEqual([code, status], ['EDIT_CONFLICT', 409]);
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

  it('document 3, resolvedConflicts: settles nothing, and is recorded also when nothing changes', async () => {
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
    assert.equal(
      (
        await expectRejection(
          site.reviseDatasheet(sheet.id, mine, { baseVersion: sheet.version, resolvedConflicts }),
        )
      ).code,
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

  it('D9: any other save counts as another editor’s, also one’s own', async () => {
    const sheet = await newSheet();
    const supplier = elementIdOf(sheet, 'Supplier');
    await site.reviseDatasheet(sheet.id, [{ element_id: supplier, new_value: 'A' }], {
      baseVersion: sheet.version,
    });
    const { code } = await expectRejection(
      site.reviseDatasheet(sheet.id, [{ element_id: supplier, new_value: 'B' }], {
        baseVersion: sheet.version,
      }),
    );
    assert.equal(code, 'EDIT_CONFLICT');
  });

  it('rule 8: the assistant never merges: any move since its read is stale', async () => {
    const sheet = await newSheet();
    await site.reviseDatasheet(
      sheet.id,
      [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' }],
      {},
      colleague,
    );
    const changes = [{ element_id: elementIdOf(sheet, 'Thickness'), new_value: '8' }];
    const { code, extras } = await expectRejection(
      site.reviseDatasheet(sheet.id, changes, { baseVersion: sheet.version }, assistant),
    );
    assert.deepEqual([code, extras.metadata?.reason], ['EDIT_CONFLICT', 'stale']);
    const read = await site.getDatasheet(sheet.id);
    assert.equal(extras.metadata?.currentVersion, read.version);
    assert.equal(
      (await site.reviseDatasheet(sheet.id, changes, { baseVersion: read.version }, assistant)).changed,
      1,
    );
  });

  it('D9, H11: an unknown or foreign baseVersion is 409 stale', async () => {
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
      const { status } = await expectRejection(
        site.node.node.broker.call('datasheets.revise', sent, {
          meta: { principal: site.node.node.tokens.sign(editor, 'tools') },
        }),
      );
      assert.ok(
        status === 400 || (typeof baseVersion === 'string' && status === 409),
        JSON.stringify(baseVersion).slice(0, 50),
      );
    }
    assert.equal((await site.getDatasheet(sheet.id)).version, sheet.version);
  });

  it('rules 1 to 4: faults are 400 with their path, and nothing is written', async () => {
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
        site.node.node.broker.call(
          'datasheets.revise',
          { id: sheet.id, severity: 'MINOR', ...members },
          { meta: { principal: site.node.node.tokens.sign(editor, 'tools') } },
        ),
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
    // 500 characters are code points, not units (G18).
    await site.reviseDatasheet(sheet.id, [
      { element_id, disposition: 'tbd', disposition_note: '🧱'.repeat(500) },
    ]);
  });

  it('refuses readers and projects without a draft', async () => {
    const own = await site.createProjectWithStandard('Issued concrete');
    const sheet = await site.createDatasheet(own.projectId, own.standardId);
    await site.publish(own.projectId);
    const changes = [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' }];
    assert.equal(
      (await expectRejection(site.reviseDatasheet(sheet.id, changes, {}, viewer))).code,
      'PERMISSION_DENIED',
    );
    const { code, status } = await expectRejection(
      site.reviseDatasheet(sheet.id, changes, { baseVersion: sheet.version }),
    );
    assert.deepEqual([code, status], ['NO_OPEN_DRAFT', 409]);
  });
});
