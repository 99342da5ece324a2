/** Tests of the legacy comments on datasheets and templates: which of them a caller sees, and their counts. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { authorOf, editor, FIRM, lead, OTHER_FIRM, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { elementIdOf, ProjectsWorld } from '../../../test/world/projects-world.ts';
import { type LegacyDatasheetCommentRecord, LegacyDatasheetComments } from './repository.ts';

/** An internal comment of the firm, with some members changed. */
const legacyComment = (
  more: Pick<LegacyDatasheetCommentRecord, '_id' | 'project_id'> & Partial<LegacyDatasheetCommentRecord>,
): LegacyDatasheetCommentRecord => ({
  datasheet_id: null,
  standard_id: null,
  element_id: null,
  body: `Comment ${more._id}`,
  external: false,
  author: authorOf(lead),
  company_id: FIRM.id,
  created_at: new Date(Date.UTC(2020, 0, more._id)),
  resolution_id: null,
  resolved_by: null,
  resolved_at: null,
  ...more,
});

describe('legacy comments on datasheets', () => {
  const site = ProjectsWorld.use();
  let id: number;
  let other: number;
  let projectId: number;
  let standardId: number;
  let fieldId: number;
  beforeAll(async () => {
    ({ projectId, standardId } = await site.createProjectWithStandard('Commented'));
    const sheet = await site.createDatasheet(projectId, standardId);
    ({ id } = sheet);
    fieldId = elementIdOf(sheet, 'Supplier');
    ({ id: other } = await site.createDatasheet(projectId, standardId, { name: 'Other' }));
    const theirs = { author: authorOf(stranger), company_id: OTHER_FIRM.id };
    const onSheet = { project_id: projectId, datasheet_id: id };
    const onTemplate = { project_id: projectId, standard_id: standardId };
    await new LegacyDatasheetComments(await site.node.node.openDatabase('datasheets')).insert(
      null,
      legacyComment({ _id: 1, ...onSheet }),
      legacyComment({
        _id: 2,
        ...onSheet,
        element_id: fieldId,
        resolution_id: 1,
        resolved_by: authorOf(lead),
      }),
      legacyComment({ _id: 3, ...onSheet, ...theirs, element_id: fieldId }),
      legacyComment({ _id: 4, ...onSheet, ...theirs, element_id: fieldId, external: true }),
      legacyComment({ _id: 5, project_id: projectId, datasheet_id: other }),
      legacyComment({ _id: 6, ...onTemplate }),
      legacyComment({ _id: 7, ...onTemplate, element_id: fieldId }),
      legacyComment({ _id: 8, ...onTemplate, project_id: projectId + 1 }),
    );
    await site.publish(projectId);
  });

  const list = async (who = viewer, more: { standard_element_id?: number } = {}) => {
    const { comments, total, truncated } = await site.node.call(who, 'datasheets.comments.list', {
      id,
      ...more,
    });
    assert.deepEqual([total, truncated], [comments.length, false]);
    return comments.map((comment) => comment.id);
  };
  const counts = (of: string, who = viewer, more: { project_id?: number } = {}) =>
    site.node.call(who, 'datasheets.comments.counts', { id: of, ...more });

  it('lists the comments of the own company and the external ones of others, oldest first (S11)', async () => {
    assert.deepEqual(await list(), [1, 2, 4]);
    const { comments } = await site.node.call(editor, 'datasheets.comments.list', { id });
    assert.deepEqual(comments[1], {
      id: 2,
      body: 'Comment 2',
      external: false,
      author: authorOf(lead),
      company_id: FIRM.id,
      created_at: '2020-01-02T00:00:00.000Z',
      resolution_id: 1,
      resolved_by: authorOf(lead),
      resolved_at: null,
      datasheet_id: id,
      element_id: fieldId,
    });
  });

  it('standard_element_id narrows the list to one field (R-250)', async () => {
    assert.deepEqual(await list(viewer, { standard_element_id: fieldId }), [2, 4]);
    assert.deepEqual(await list(viewer, { standard_element_id: 99_999_999 }), []);
  });

  it('counts per field what the same caller is shown; those on the whole are under null (S25)', async () => {
    assert.deepEqual(await counts(String(id)), {
      counts: [
        { element_id: null, count: 1 },
        { element_id: fieldId, count: 2 },
      ],
      total: 3,
    });
    assert.deepEqual(await counts(String(id), viewer, { project_id: projectId }), await counts(String(id)));
  });

  it('counts those on a template of the project, which project_id must name (D11)', async () => {
    const template = `template:${standardId}`;
    assert.deepEqual(await counts(template, viewer, { project_id: projectId }), {
      counts: [
        { element_id: null, count: 1 },
        { element_id: fieldId, count: 1 },
      ],
      total: 2,
    });
    const { status, extras } = await expectRejection(counts(template));
    assert.deepEqual([status, extras.errors?.[0]?.path], [400, 'project_id']);
    const unknown = counts('template:99999999', viewer, { project_id: projectId });
    await expectRejection(unknown, 404);
  });

  it('a stranger gets the 404 of a missing datasheet, project or template (H1)', async () => {
    const refusals = await Promise.all(
      [
        site.node.call(stranger, 'datasheets.comments.list', { id }),
        site.node.call(stranger, 'datasheets.comments.list', { id: 99_999_999 }),
        counts(String(id), stranger),
        counts('99999999', stranger),
        counts(String(id), viewer, { project_id: projectId + 1 }),
        counts(`template:${standardId}`, stranger, { project_id: projectId }),
        counts(`template:${standardId}`, stranger, { project_id: 99_999_999 }),
      ].map((call) => expectRejection(call)),
    );
    assert.equal(refusals[0]?.status, 404);
    for (const refusal of refusals) assert.deepEqual(refusal, refusals[0]);
  });

  it('a key needs datasheet:read and project:read, for both kinds of id (G21)', async () => {
    const key = withKey(viewer, ['project:read']);
    for (const [of, more] of [
      [String(id), {}],
      [`template:${standardId}`, { project_id: projectId }],
    ] as const) {
      const { code, extras } = await expectRejection(counts(of, key, more));
      assert.deepEqual([code, extras.metadata?.permission], ['PERMISSION_DENIED', 'datasheet:read']);
    }
  });

  it('an id that is neither a datasheet nor a template is 400 (G5)', async () => {
    for (const wrong of ['0', '01', 'template', 'template:', 'template:0', 'standard:1', '1.5'])
      assert.equal((await expectRejection(counts(wrong))).status, 400, wrong);
  });
});
