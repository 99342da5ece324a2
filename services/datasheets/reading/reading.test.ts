/**
 * Tests of the reads of datasheets: draft and issued revision, forms, history, comparison, permissions; also of the
 * template of a standard.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import {
  anonymous,
  editor,
  lead,
  stranger,
  throughAssistant,
  viewer,
  withKey,
} from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import {
  type DatasheetResult,
  elementIdOf,
  findElement,
  ProjectsWorld,
  userValueOf,
} from '../../../test/world/projects-world.ts';
import { SLAB_FIELDS } from '../../../test/world/small-standards.ts';

describe('reading datasheets', () => {
  const site = ProjectsWorld.use();
  let projectId: number;
  let standardId: number;
  let sheet: DatasheetResult;
  /** Revision ids in the order they were made: the second is published, the third belongs to the draft. */
  const made: number[] = [];
  beforeAll(async () => {
    ({ projectId, standardId } = await site.createProjectWithStandard('Concrete to read'));
    sheet = await site.createDatasheet(projectId, standardId);
    made.push(sheet.revision.id);
    const revise = async (value: string) => {
      const response = await site.reviseDatasheet(sheet.id, [
        { element_id: elementIdOf(sheet, 'Supplier'), new_value: value },
      ]);
      made.push(response.revision.id);
    };
    await revise('Issued');
    await site.publish(projectId);
    await site.openDraft(projectId);
    await revise('Drafted');
  });

  it('shows the draft to those who may see it, else the issued revision (P13)', async () => {
    assert.equal(userValueOf(await site.getDatasheet(sheet.id, editor), 'Supplier'), 'Drafted');
    assert.equal(userValueOf(await site.getDatasheet(sheet.id, viewer), 'Supplier'), 'Issued');
    const key = withKey(editor, ['datasheet:read', 'project:read']);
    assert.equal(userValueOf(await site.getDatasheet(sheet.id, key), 'Supplier'), 'Issued');
  });

  it('needs datasheet:read and project:read; strangers read 404 like a missing one (H1, R-155, R-156)', async () => {
    for (const half of ['datasheet:read', 'project:read'] as const)
      await expectRejection(site.getDatasheet(sheet.id, withKey(editor, [half])), 403);
    await expectRejection(site.getDatasheet(sheet.id, anonymous), 401);
    const [foreign, missing] = [
      await expectRejection(site.getDatasheet(sheet.id, stranger)),
      await expectRejection(site.getDatasheet(99_999_999, stranger)),
    ];
    assert.equal(foreign.status, 404);
    assert.deepEqual(foreign, missing);
  });

  it('a datasheet that was never issued is 404 for those who do not see the draft', async () => {
    const drafted = await site.createDatasheet(projectId, standardId, { name: 'Drafted only' });
    await expectRejection(site.getDatasheet(drafted.id, viewer), 404);
    assert.equal((await site.getDatasheet(drafted.id, lead)).id, drafted.id);
  });

  it('compact has only id, address, label and user_value of each element; D3: no comments unless asked for (R-080)', async () => {
    const compact = await site.node.call(editor, 'datasheets.get', { id: sheet.id, format: 'compact' });
    for (const one of compact.elements)
      assert.deepEqual(Object.keys(one), ['id', 'address', 'label', 'user_value']);
    assert.equal(compact.comments, undefined);
    assert.deepEqual((await site.getDatasheet(sheet.id)).comments, []);
    const requested = await site.node.call(editor, 'datasheets.get', {
      id: sheet.id,
      format: 'compact',
      include: 'comments,values',
    });
    assert.deepEqual(requested.comments, []);
  });

  it('an element has the definition and the instance layer (R-076)', async () => {
    const slope = findElement(await site.getDatasheet(sheet.id), 'Slope');
    assert.deepEqual(
      [
        slope.drawing_ref,
        slope.drawing_ref_locator,
        slope.starting_disposition,
        slope.starts_deferred,
        slope.default_value,
      ],
      [true, 'A-101', 'per_drawings', true, null],
    );
    assert.deepEqual(
      [slope.user_value, slope.disposition, slope.disposition_note],
      [null, 'per_drawings', null],
    );
  });

  it('include=template adds the definitions; an unknown token is 400 (D3)', async () => {
    const { template } = await site.node.call(editor, 'datasheets.get', {
      id: sheet.id,
      include: 'template',
    });
    const { fields } = await site.node.call(editor, 'datasheets.template', { standardId });
    assert.deepEqual(template, fields);
    await expectRejection(site.node.call(editor, 'datasheets.get', { id: sheet.id, include: 'files' }), 400);
  });

  it('revisionId, format and include count only for their callers', async () => {
    const assistant = throughAssistant(editor);
    const [first = 0] = made;
    const old = await site.node.call(assistant, 'datasheets.get', {
      id: sheet.id,
      revisionId: first,
      format: 'compact',
    });
    assert.equal(userValueOf(old, 'Supplier'), 'Any');
    assert.equal(findElement(old, 'Supplier').disposition, 'specified');
    const http = await site.node.call(editor, 'datasheets.get', { id: sheet.id, revisionId: first });
    assert.equal(userValueOf(http, 'Supplier'), 'Drafted');
  });

  it('every save is a revision, newest first; readers see the published ones (R-009, D10)', async () => {
    const rows = async (who = editor) =>
      (await site.node.call(who, 'datasheets.revisions', { id: sheet.id })).revisions.map((row) => [
        row.id,
        row.code,
      ]);
    assert.deepEqual(await rows(), [
      [made[2], '1.2.0'],
      [made[1], '1.1.0'],
      [made[0], '1.0.0'],
    ]);
    assert.deepEqual(await rows(viewer), [[made[1], '1.1.0']]);
  });

  it('reads the datasheet as of one revision; what only the draft reaches is 404 without draft view (D10)', async () => {
    const at = (revisionId = 0, who = editor) =>
      site.node.call(who, 'datasheets.revision.get', { instanceId: sheet.id, revisionId });
    assert.equal(userValueOf(await at(made[0]), 'Supplier'), 'Any');
    assert.equal(userValueOf(await at(made[1], viewer), 'Supplier'), 'Issued');
    await expectRejection(at(made[2], viewer), 404);
    const other = await site.createDatasheet(projectId, standardId, { name: 'Other' });
    await expectRejection(at(other.revision.id), 404);
    const live = await site.getDatasheet(sheet.id);
    assert.deepEqual(Object.keys(await at(made[2])).toSorted(), Object.keys(live).toSorted());
    assert.deepEqual((await at(made[2])).allowed_actions, live.allowed_actions);
  });

  it('compares two revisions side by side (D10)', async () => {
    const [from = 0, , to = 0] = made;
    const response = await site.node.call(editor, 'datasheets.compare', { id: sheet.id, from, to });
    const state = (value: string) => ({ value, disposition: 'specified', disposition_note: null });
    assert.deepEqual([response.from.id, response.to.id], [from, to]);
    assert.deepEqual(response.changes, [
      {
        element_id: elementIdOf(sheet, 'Supplier'),
        label: 'Supplier',
        address: '1.1',
        from: state('Any'),
        to: state('Drafted'),
      },
    ]);
    await expectRejection(site.node.call(viewer, 'datasheets.compare', { id: sheet.id, from, to }), 404);
  });

  it('the template of a standard: its current fields, 404 for an unknown standard', async () => {
    const { name, fields, total } = await site.node.call(viewer, 'datasheets.template', { standardId });
    assert.deepEqual([name, total], ['Concrete to read', 5]);
    assert.deepEqual(
      fields.map((field) => field.label),
      ['Supplier', 'Thickness', 'Finish', 'Admixtures', 'Slope'],
    );
    await expectRejection(site.node.call(viewer, 'datasheets.template', { standardId: 99_999_999 }), 404);
  });

  it('a datasheet born in a draft that is discarded is 404, and its revisions leave the history of others (P15)', async () => {
    const own = await site.createProjectWithStandard('Reverted');
    const kept = await site.createDatasheet(own.projectId, own.standardId);
    await site.publish(own.projectId);
    await site.openDraft(own.projectId);
    const born = await site.createDatasheet(own.projectId, own.standardId, { name: 'Born' });
    await site.reviseDatasheet(kept.id, [{ element_id: elementIdOf(kept, 'Supplier'), new_value: 'Lost' }]);
    const lost = await site.getDatasheet(kept.id);
    await site.node.call(lead, 'projects.revert', { id: own.projectId });
    await expectRejection(site.getDatasheet(born.id), 404);
    assert.equal((await site.getDatasheet(kept.id)).version, kept.version);
    assert.equal((await site.node.call(editor, 'datasheets.revisions', { id: kept.id })).total, 1);

    await site.openDraft(own.projectId);
    const over = site.reviseDatasheet(
      kept.id,
      [{ element_id: elementIdOf(kept, 'Supplier'), new_value: 'x' }],
      {
        baseVersion: lost.version,
      },
    );
    assert.equal((await expectRejection(over)).extras.metadata?.reason, 'stale');
  });

  it('a reader sees the pin of the issued revision, whatever the draft pins (P13)', async () => {
    const own = await site.createProjectWithStandard('Pinned twice');
    const kept = await site.createDatasheet(own.projectId, own.standardId);
    await site.publish(own.projectId);
    await site.openDraft(own.projectId);
    const { revision: next } = await site.createStandard({
      title: 'Pinned twice',
      fields: SLAB_FIELDS.slice(0, 2),
      page: own.page,
      edition: 2,
    });
    const changes = [{ standardId: own.standardId, toStandardRevisionId: next.id }];
    await site.node.call(lead, 'projects.standardRevisions.apply', { id: own.projectId, changes });
    const pinned = async (who = viewer) =>
      (await site.node.call(who, 'datasheets.upgradeStatus', { id: kept.id })).pinned;
    assert.deepEqual(await pinned(), { ...own.revision, behind: false });
    assert.deepEqual(await pinned(editor), { ...next, behind: true });
    assert.equal((await site.getDatasheet(kept.id, viewer)).upgrade_status, 'current');
    assert.equal((await site.getDatasheet(kept.id, editor)).upgrade_status, 'needs_upgrade');
  });

  it('hands sealed revisions to other services in the order asked', async () => {
    const [one = 0, two = 0] = made;
    const { datasheets } = await site.node.call(editor, 'datasheets.sealedRevisions', {
      revision_ids: [two, one],
    });
    assert.deepEqual(
      datasheets.map((sealed) => [sealed.revision_id, sealed.values[0]?.user_value]),
      [
        [two, 'Issued'],
        [one, 'Any'],
      ],
    );
  });
});
