/** Tests of the pages of `files.list`: order, totals, filters, and the number of calls to projects. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, throughAssistant, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { useFilesWorld } from '../../../test/world/files-world.ts';

describe('pages of files', () => {
  const node = useFilesWorld();

  const page = async (as: typeof lead, projectId: number, more: object) => {
    const { files, total } = await node.call(as, 'files.list', { projectId, ...more });
    return [files.map(({ name }) => name).join(' '), total];
  };

  it('newest first, with the total of all pages; a page past the end is empty (F5, G19)', async () => {
    const { id: projectId } = await node.createProject();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await node.uploadFile(editor, projectId, name);
    assert.deepEqual(await page(lead, projectId, { per_page: 2 }), ['e d', 5]);
    assert.deepEqual(await page(lead, projectId, { per_page: 2, page: 2 }), ['c b', 5]);
    assert.deepEqual(await page(lead, projectId, { perPage: 2, page: 3 }), ['a', 5]);
    assert.deepEqual(await page(lead, projectId, { per_page: 2, page: 4 }), ['', 5]);
    assert.deepEqual(await page(lead, projectId, {}), ['e d c b a', 5]);
    assert.deepEqual(await page(throughAssistant(lead), projectId, { per_page: 3 }), ['e d c', 5]);
    const { page: number, per_page } = await node.call(lead, 'files.list', {
      projectId,
      per_page: 2,
      page: 2,
    });
    assert.deepEqual([number, per_page], [2, 2]);
    for (const bad of [{ per_page: 0 }, { per_page: 501 }, { page: 0 }, { page: 1.5 }])
      assert.equal((await expectRejection(page(lead, projectId, bad))).status, 400, JSON.stringify(bad));
  });

  it('a list asks projects once, for the access and the ids', async () => {
    const { id: projectId } = await node.createProject();
    await node.uploadFile(editor, projectId, 'a');
    const { broker } = node.node;
    const { call } = broker;
    const asked: string[] = [];
    broker.call = Object.assign((id: string, ...rest: unknown[]) => {
      if (id.startsWith('projects.')) asked.push(id);
      return Reflect.apply(call, broker, [id, ...rest]);
    });
    try {
      for (const more of [{ per_page: 50 }, { per_page: 50, search: 'a' }, {}])
        assert.deepEqual(await page(lead, projectId, more), ['a', 1]);
    } finally {
      broker.call = call;
    }
    assert.deepEqual(asked, ['projects.fileIds', 'projects.fileIds', 'projects.fileIds']);
  });

  it('filters and the tier of the caller apply before the pages (F3, F5)', async () => {
    const { id: projectId } = await node.createProject();
    for (const name of ['a plan', 'b', 'c plan', 'd']) await node.uploadFile(editor, projectId, name);
    await node.uploadFile(lead, projectId, 'mine');
    assert.deepEqual(await page(lead, projectId, { search: 'plan', per_page: 1, page: 2 }), ['a plan', 2]);
    await node.publish(projectId);
    const withoutView = withKey(lead, ['project:download']);
    assert.deepEqual(await page(withoutView, projectId, { per_page: 2 }), ['mine', 1]);
  });

  it('a page shows each change of the draft immediately, and deleted files only in the revision that has them (F4, F6)', async () => {
    const { id: projectId } = await node.createProject();
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c']) ids.push(await node.uploadFile(editor, projectId, name));
    const whole = { per_page: 10 };
    assert.deepEqual(await page(lead, projectId, whole), ['c b a', 3]);
    await node.uploadFile(editor, projectId, 'd');
    assert.deepEqual(await page(lead, projectId, whole), ['d c b a', 4]);
    const revisionId = await node.publish(projectId);
    await node.call(lead, 'files.delete', { projectId, fileId: ids[1] ?? 0 });
    assert.deepEqual(await page(lead, projectId, whole), ['d c a', 3]);
    assert.deepEqual(await page(lead, projectId, { ...whole, revisionId }), ['d c b a', 4]);
    assert.deepEqual(await page(lead, projectId, { search: 'b' }), ['', 0]);
    assert.deepEqual(await page(lead, projectId, { search: 'b', revisionId }), ['b', 1]);
    const draftId = await node.openDraft(projectId);
    await node.call(lead, 'files.detach', { projectId, fileId: ids[2] ?? 0, revisionId: draftId });
    assert.deepEqual(await page(lead, projectId, { per_page: 1, page: 2 }), ['a', 2]);
    const withoutDraft = withKey(lead, ['project:download', 'project:download:view']);
    assert.deepEqual(await page(withoutDraft, projectId, { per_page: 2 }), ['d c', 3]);
    assert.deepEqual(await page(withoutDraft, projectId, { per_page: 2, page: 2 }), ['a', 3]);
  });
});
