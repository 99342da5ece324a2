/**
 * Tests of the review status of files: each step, its permission, and the refused steps. Also of changing the metadata
 * of a file and moving it to a folder.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { colleague, editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection } from '../../../test/service-node.ts';
import { useFilesWorld } from '../../../test/world/files-world.ts';
import { assertStatusMove } from './status-rules.ts';

type Status = 'draft' | 'review' | 'approved' | 'obsolete';
const STATUSES: readonly Status[] = ['draft', 'review', 'approved', 'obsolete'];

describe('the review of files', () => {
  const node = useFilesWorld();
  let projectId = 0;
  beforeAll(async () => {
    projectId = (await node.createProject()).id;
  });

  const setStatus = (as: typeof lead, fileId: number, status: Status) =>
    node.call(as, 'files.status', { projectId, fileId, status });
  const refusal = async (call: Promise<unknown>) => {
    const { status, code, extras } = await expectRejection(call);
    return [status, code, extras.metadata?.permission ?? extras.errors?.[0]?.path ?? null];
  };

  it('each step forward takes its permission (R-122, R-123, R-124, R-085, R-127, R-194)', async () => {
    const fileId = await node.uploadFile(editor, projectId);
    assert.equal((await setStatus(editor, fileId, 'review')).status, 'review');
    assert.deepEqual(await refusal(setStatus(editor, fileId, 'approved')), [
      403,
      'PERMISSION_DENIED',
      'project:upload:edit',
    ]);
    const approver = withKey(lead, ['project:upload', 'project:upload:edit']);
    assert.equal((await setStatus(approver, fileId, 'approved')).status, 'approved');
    assert.deepEqual(await refusal(setStatus(approver, fileId, 'obsolete')), [
      403,
      'PERMISSION_DENIED',
      'project:upload:admin',
    ]);
    assert.equal((await setStatus(lead, fileId, 'obsolete')).status, 'obsolete');
  });

  it('the same status is 400, a step back or over one 409 ILLEGAL_STATUS_MOVE (R-126, F3, R-085, R-125, R-188)', () => {
    const outcomes = STATUSES.map((from) =>
      STATUSES.map((to) => {
        try {
          assertStatusMove(from, to, () => true);
          return 'moves';
        } catch (error) {
          return error instanceof Error && 'code' in error ? error.code : error;
        }
      }),
    );
    assert.deepEqual(outcomes, [
      [400, 'moves', 409, 409],
      [409, 400, 'moves', 409],
      [409, 409, 400, 'moves'],
      [409, 409, 409, 400],
    ]);
  });

  it('an illegal move changes nothing, and says which status can follow (F3)', async () => {
    const fileId = await node.uploadFile(lead, projectId);
    assert.deepEqual(await refusal(setStatus(lead, fileId, 'draft')), [400, 'VALIDATION_ERROR', 'status']);
    const { code, extras } = await expectRejection(setStatus(lead, fileId, 'approved'));
    assert.deepEqual(
      [code, extras.metadata],
      ['ILLEGAL_STATUS_MOVE', { from: 'draft', to: 'approved', next: 'review' }],
    );
    const { files } = await node.call(lead, 'files.list', { projectId });
    assert.equal(files.find(({ id }) => id === fileId)?.status, 'draft');
  });

  it('of ten moves to one status exactly one succeeds, the others are 400 (F3)', async () => {
    const fileId = await node.uploadFile(lead, projectId);
    await expectOneSuccess(
      Array.from({ length: 10 }, () => setStatus(lead, fileId, 'review')),
      400,
    );
  });

  it('metadata changes only the fields that are sent, and names an unknown one (R-178)', async () => {
    const fileId = await node.uploadFile(editor, projectId, 'south.pdf', {
      description: 'South',
      tags: ['a'],
      document_type: 'drawing',
    });
    const change = (fields: object) =>
      node.callUntyped(editor, 'files.metadata', { projectId, fileId, ...fields });
    const read = async () => {
      const { files } = await node.call(editor, 'files.list', { projectId, fileName: 'south.pdf' });
      const { document_type, description, tags } = files[0] ?? {};
      return { document_type, description, tags };
    };
    await change({ tags: ['b', 'c', 'b'] });
    assert.deepEqual(await read(), { document_type: 'drawing', description: 'South', tags: ['b', 'c'] });
    await change({ documentType: 'report', description: '' });
    assert.deepEqual(await read(), { document_type: 'report', description: '', tags: ['b', 'c'] });
    await change({});
    await change({ tags: [] });
    assert.deepEqual(await read(), { document_type: 'report', description: '', tags: [] });
    assert.deepEqual(await refusal(change({ name: 'x' })), [400, 'VALIDATION_ERROR', 'name']);
    assert.deepEqual(await refusal(change({ status: 'approved' })), [400, 'VALIDATION_ERROR', 'status']);
    assert.deepEqual(await refusal(change({ tags: null })), [400, 'VALIDATION_ERROR', 'tags']);
    assert.deepEqual(await refusal(change({ document_type: 'plan' })), [
      400,
      'VALIDATION_ERROR',
      'document_type',
    ]);
    assert.deepEqual(await read(), { document_type: 'report', description: '', tags: [] });
  });

  it('a file moves into a folder of its project and back to the root (F1)', async () => {
    const fileId = await node.uploadFile(editor, projectId, 'moved.pdf');
    const folder = await node.call(editor, 'files.folders.create', { projectId, name: 'Moves' });
    const move = (folder_id: number | null) =>
      node.call(editor, 'files.move', { projectId, fileId, folder_id });
    assert.equal((await move(folder.id)).folder_id, folder.id);
    assert.deepEqual(await node.names(lead, projectId, { folderId: `${folder.id}` }), ['moved.pdf']);
    assert.equal((await node.names(lead, projectId, { folderId: 'null' })).includes('moved.pdf'), false);
    assert.equal((await move(folder.id)).folder_id, folder.id);
    assert.equal((await move(null)).folder_id, null);
    const other = await node.createProject('Elsewhere');
    const foreign = await node.call(lead, 'files.folders.create', { projectId: other.id, name: 'Theirs' });
    for (const id of [foreign.id, 999_999])
      assert.deepEqual(await refusal(move(id)), [400, 'VALIDATION_ERROR', 'folder_id']);
    await expectRejection(node.callUntyped(editor, 'files.move', { projectId, fileId }), 400);
  });

  it('every change asks the revision, then the tier: 404 outside it, 403 on another’s file (F3, F6)', async () => {
    const { id } = await node.createProject('Tiers');
    const drafted = await node.uploadFile(editor, id, 'draft.pdf');
    const approved = await node.uploadFile(editor, id, 'approved.pdf');
    const obsolete = await node.uploadFile(editor, id, 'obsolete.pdf');
    await node.moveTo(id, approved, 'approved');
    await node.moveTo(id, obsolete, 'obsolete');
    const base = withKey(colleague, ['project:upload']);
    const changes = (as: typeof lead, fileId: number) => [
      node.call(as, 'files.metadata', { projectId: id, fileId, description: 'x' }),
      node.call(as, 'files.move', { projectId: id, fileId, folder_id: null }),
      node.call(as, 'files.status', { projectId: id, fileId, status: 'review' }),
    ];
    const cases = [
      [stranger, approved, [404, 'NOT_FOUND', null]],
      [viewer, approved, [403, 'PERMISSION_DENIED', 'project:upload']],
      [base, drafted, [404, 'NOT_FOUND', null]],
      [base, approved, [403, 'PERMISSION_DENIED', 'project:upload:edit']],
      [colleague, drafted, [403, 'PERMISSION_DENIED', 'project:upload:edit']],
      [editor, obsolete, [403, 'PERMISSION_DENIED', 'project:upload:admin']],
      [lead, 999_999, [404, 'NOT_FOUND', null]],
    ] as const;
    for (const [as, fileId, expected] of cases)
      for (const call of changes(as, fileId)) assert.deepEqual(await refusal(call), expected);
    const own = withKey(editor, ['project:upload']);
    assert.equal(
      (await node.call(own, 'files.metadata', { projectId: id, fileId: drafted, description: 'own' }))
        .description,
      'own',
    );
    const { id: elsewhere } = await node.createProject('No such file');
    await expectRejection(
      node.call(lead, 'files.metadata', { projectId: elsewhere, fileId: drafted, description: 'x' }),
      404,
    );
  });

  it('a change of a published file needs no draft, and keeps its revisions (F2)', async () => {
    const { id, draftId } = await node.createProject('Published');
    const fileId = await node.uploadFile(editor, id);
    await node.publish(id);
    const file = await node.call(editor, 'files.status', { projectId: id, fileId, status: 'review' });
    assert.deepEqual(file.project_revision_ids, [draftId]);
    const next = await node.openDraft(id);
    const again = await node.call(editor, 'files.metadata', { projectId: id, fileId, description: 'y' });
    assert.deepEqual(again.project_revision_ids, [draftId, next]);
  });
});
