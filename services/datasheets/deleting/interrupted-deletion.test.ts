/**
 * Tests of deletions that a process left unfinished before or after the draft moved, and of what recovery makes of
 * them.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { administrator, editor } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { type DatasheetResult, ProjectsWorld } from '../../../test/world/projects-world.ts';
import { useInterruptedChanges } from '../interrupted-change.fixture.ts';

/** Longer than any call lasts. */
const LATER_MS = 120_000;

describe('a deletion cut off between its two steps', () => {
  const site = ProjectsWorld.use();
  const interrupted = useInterruptedChanges(site.node);

  const createSheet = async (name: string): Promise<DatasheetResult> => {
    const { projectId, standardId } = await site.createProjectWithStandard(name);
    return site.createDatasheet(projectId, standardId);
  };

  /** The first step of a deletion, as of a process that dies after it. @returns its second step */
  async function sealDeletion(sheet: DatasheetResult) {
    const deletion = { severity: 'MAJOR', summary: 'Deletion', status: 'DELETED' } as const;
    const { change_id, revision, requestId } = await interrupted.begin(
      sheet.id,
      sheet.revision.id,
      'datasheets.delete',
      deletion,
    );
    const pointer = {
      datasheet_id: sheet.id,
      expected_revision_id: sheet.revision.id,
      revision_id: revision._id,
    };
    return { requestId, move: { project_id: sheet.project_id, change_id, deleteDatasheets: [pointer] } };
  }

  const recover = () => interrupted.moves.recover(new Date(Date.now() + LATER_MS));
  const statusesOf = async (id: number): Promise<string[]> =>
    (await site.node.call(editor, 'datasheets.revisions', { id })).revisions.map(({ status }) => status);

  it('killed before the second step, the datasheet is as before and the DELETED revision is taken back (D5)', async () => {
    const sheet = await createSheet('Killed before');
    const { move } = await sealDeletion(sheet);
    assert.deepEqual(await statusesOf(sheet.id), ['ACTIVE']);
    await recover();
    assert.equal((await site.getDatasheet(sheet.id)).version, sheet.version);
    assert.equal((await interrupted.revisions.find([move.deleteDatasheets[0]?.revision_id ?? 0])).size, 0);
    const late = await expectRejection(site.node.call(editor, 'projects.moveDraftPointers', move));
    assert.equal(late.code, 'SERVICE_UNAVAILABLE', 'its second step comes too late');
    assert.deepEqual(await statusesOf(sheet.id), ['ACTIVE']);
  });

  it('killed after the second step, the datasheet is deleted, with one audit entry (D5, H40)', async () => {
    const sheet = await createSheet('Killed after');
    const { move, requestId } = await sealDeletion(sheet);
    await site.node.call(editor, 'projects.moveDraftPointers', move);
    await recover();
    await recover();
    assert.deepEqual(await statusesOf(sheet.id), ['DELETED', 'ACTIVE']);
    await expectRejection(site.getDatasheet(sheet.id), 404);
    const filter = { resource_type: 'datasheet', resource_id: String(sheet.id), action: 'datasheets.delete' };
    const entries = await eventually(async () => {
      const found = (await site.node.call(administrator, 'admin.audit.list', filter)).entries;
      return found.length > 0 && found;
    });
    assert.deepEqual(
      entries.map(({ request_id }) => request_id),
      [requestId],
    );
  });
});
