/**
 * Tests of the internal action by which datasheets and files change what the draft of a project points to, also
 * concurrently; and of the one that lists the pointers to a datasheet.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { editor, lead, stranger, viewer, wikiService, withKey } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection, startTestNode } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('projects: moving the pointers of the draft', () => {
  const site = ProjectsWorld.use();
  let standardId: number;
  let standardRevisionId: number;
  beforeAll(async () => {
    const standard = await site.createStandard({ title: 'Staged' });
    standardId = standard.standardId;
    standardRevisionId = standard.revision.id;
  });

  const prepare = async (): Promise<number> => {
    const id = await site.createProject('Staging');
    await site.importStandard(id, standardId);
    return id;
  };

  let nextId = 50_000;
  const move = (
    datasheet_id: number,
    expected: number | null,
    revision_id: number,
    name = `Sheet ${datasheet_id}`,
  ) => ({
    datasheet_id,
    expected_revision_id: expected,
    revision_id,
    name,
    standard_id: standardId,
    standard_revision_id: standardRevisionId,
    action: expected === null ? ('added' as const) : ('changed' as const),
    count: 1,
  });
  const moveDraft = (project_id: number, ...datasheets: ReturnType<typeof move>[]) =>
    site.node.call(editor, 'projects.moveDraftPointers', { project_id, datasheets });

  it('20 concurrent changes to different datasheets all succeed; nothing is lost', async () => {
    const id = await prepare();
    const first = nextId;
    nextId += 20;
    const moves = Array.from({ length: 20 }, (_, index) => move(first + index, null, 900_000 + index));
    const responses = await Promise.all(moves.map((one) => moveDraft(id, one)));
    assert.equal(
      new Set(responses.map(({ version }) => version)).size,
      20,
      'every change has its own version',
    );
    const { datasheets } = await site.draftManifest(id);
    assert.deepEqual(
      datasheets.map((sheet) => sheet.revision_id).sort(),
      moves.map((one) => one.revision_id).sort(),
    );
  });

  it('an archived project refuses every move before its permissions are looked at', async () => {
    const id = await prepare();
    await site.node.call(lead, 'projects.archive', { id });
    for (const moved of [{ datasheets: [move(1, null, 2)] }, { deleteFiles: [1] }, { pins: [] }]) {
      const sent = site.node.call(editor, 'projects.moveDraftPointers', { project_id: id, ...moved });
      await expectRejection(sent, 'PROJECT_ARCHIVED');
    }
  });

  it('concurrent changes through two nodes are decided by the database, and none is lost (R21)', async () => {
    const id = await prepare();
    const { databasePrefix } = site.node.node.config;
    const second = await startTestNode(['projects'], { DATABASE_PREFIX: databasePrefix });
    try {
      const first = nextId;
      nextId += 16;
      await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          (index % 2 === 0 ? site.node : second).call(editor, 'projects.moveDraftPointers', {
            project_id: id,
            datasheets: [move(first + index, null, 800_000 + index)],
          }),
        ),
      );
      assert.equal((await site.draftManifest(id)).datasheets.length, 16);
      await expectOneSuccess(
        [site.node, second].map((node) =>
          node.call(editor, 'projects.moveDraftPointers', {
            project_id: id,
            datasheets: [move(first, 800_000, 1)],
          }),
        ),
      );
      const keys = await Promise.all(
        [site.node, second].map((node) => node.call(editor, 'certificates.keys', {})),
      );
      assert.deepEqual(keys[0], keys[1], 'both nodes sign with one key');
    } finally {
      await second.stop();
    }
  });

  it('of many changes of one datasheet exactly one wins, the others are 409 stale (R-203)', async () => {
    const id = await prepare();
    const sheet = nextId++;
    await moveDraft(id, move(sheet, null, 1));
    await expectOneSuccess(
      Array.from({ length: 8 }, (_, index) => moveDraft(id, move(sheet, 1, 100 + index))),
    );
    const lost = await expectRejection(moveDraft(id, move(sheet, 1, 999)));
    assert.deepEqual([lost.status, lost.code, lost.extras.metadata?.reason], [409, 'EDIT_CONFLICT', 'stale']);
  });

  it('a name is unique among the active datasheets of a standard; of two concurrent ones one wins (R-073)', async () => {
    const id = await prepare();
    const [one, two] = [nextId++, nextId++];
    const race = await Promise.allSettled([
      moveDraft(id, move(one, null, 11, 'Slab')),
      moveDraft(id, move(two, null, 12, 'Slab')),
    ]);
    const lost = race.find((outcome) => outcome.status === 'rejected');
    assert.equal(
      lost?.status === 'rejected' && (await expectRejection(Promise.reject(lost.reason))).code,
      'NAME_TAKEN',
    );
    await moveDraft(id, move(nextId++, null, 13, 'slab'));
  });

  it('a move is all or nothing', async () => {
    const id = await prepare();
    const sheet = nextId++;
    const { version } = await moveDraft(id, move(sheet, null, 1));
    await expectRejection(moveDraft(id, move(nextId++, null, 2), move(sheet, 77, 3)));
    const { datasheets, revision } = await site.draftManifest(id);
    assert.deepEqual([datasheets.length, revision?.version], [1, version]);
  });

  it('a standard that is not held 409; R-201: no permission 403, no project 404 (D1)', async () => {
    const id = await prepare();
    await expectRejection(
      moveDraft(id, { ...move(nextId++, null, 1), standard_id: 999_999 }),
      409,
      'STANDARD_NOT_HELD',
    );
    const datasheets = [move(nextId++, null, 1)];
    await expectRejection(
      site.node.call(viewer, 'projects.moveDraftPointers', { project_id: id, datasheets }),
      403,
    );
    await expectRejection(
      site.node.call(stranger, 'projects.moveDraftPointers', { project_id: id, datasheets }),
      404,
    );
    const key = withKey(editor, ['project:draft:edit']);
    const attachFiles = [{ file_id: 1, name: 'a.pdf', sha256: 'x' }];
    const upload = await expectRejection(
      site.node.call(key, 'projects.moveDraftPointers', { project_id: id, attachFiles }),
    );
    assert.equal(upload.extras.metadata?.permission, 'project:upload');
  });

  it('without a draft 409 NO_OPEN_DRAFT (G9)', async () => {
    const { projectId, datasheetIds } = await site.createFilledProject('No draft');
    await site.publish(projectId);
    await expectRejection(moveDraft(projectId, move(datasheetIds[0] ?? 0, 1, 2)), 'NO_OPEN_DRAFT');
  });

  it('an upgrade past the pin brings the pin along in the same change (D4)', async () => {
    const id = await prepare();
    const next = await site.createStandard({ title: 'Staged elsewhere' });
    const pins = [{ standard_id: standardId, standard_revision: { id: next.revision.id, code: '9.0.0' } }];
    await site.node.call(editor, 'projects.moveDraftPointers', {
      project_id: id,
      datasheets: [move(nextId++, null, 1)],
      pins,
    });
    const { standards } = await site.draftManifest(id);
    assert.deepEqual(standards[0]?.standard_revision, { id: next.revision.id, code: '9.0.0' });
  });

  it('files are attached and detached; deleting a datasheet frees its name and is recorded', async () => {
    const id = await prepare();
    const sheet = nextId++;
    await moveDraft(id, move(sheet, null, 1, 'Freed'));
    await site.node.call(editor, 'projects.moveDraftPointers', {
      project_id: id,
      attachFiles: [{ file_id: 7, name: 'plan.pdf', sha256: 'abc' }],
      deleteDatasheets: [{ datasheet_id: sheet, expected_revision_id: 1, revision_id: 5 }],
    });
    const pointers = await site.node.call(editor, 'projects.datasheetPointers', {
      project_id: id,
      datasheet_id: sheet,
    });
    assert.deepEqual([pointers.draft, pointers.draft_deletion, pointers.issued_deletion], [null, 5, null]);
    await moveDraft(id, move(nextId++, null, 2, 'Freed'));
    assert.deepEqual((await site.draftManifest(id)).files, [{ file_id: 7, name: 'plan.pdf', sha256: 'abc' }]);
    await site.node.call(lead, 'projects.moveDraftPointers', { project_id: id, detachFiles: [7] });
    assert.deepEqual((await site.draftManifest(id)).files, []);
    await expectRejection(
      site.node.call(lead, 'projects.moveDraftPointers', { project_id: id, detachFiles: [7] }),
      404,
    );
  });

  it('pointers name the draft, the issued and every published revision of a datasheet', async () => {
    const { projectId, datasheetIds, revision } = await site.createFilledProject('Pointed');
    const [datasheet_id = 0] = datasheetIds;
    const ask = (as = editor) =>
      site.node.call(as, 'projects.datasheetPointers', { project_id: projectId, datasheet_id });
    const draft = await ask();
    assert.deepEqual([draft.issued, draft.published_revision_ids], [null, []]);
    assert.deepEqual(draft.pinned, revision);
    const first = draft.draft?.revision_id ?? 0;
    await site.publish(projectId);
    await site.node.call(lead, 'projects.draft.create', { id: projectId });
    const { elements } = await site.node.call(editor, 'datasheets.get', { id: datasheet_id });
    await site.node.call(editor, 'datasheets.revise', {
      id: datasheet_id,
      severity: 'MINOR',
      changes: [{ element_id: elements[0]?.id ?? 0, new_value: 'other' }],
    });
    const between = await ask();
    assert.equal(between.issued?.revision_id, first);
    assert.notEqual(between.draft?.revision_id, first);
    await site.publish(projectId);
    const after = await ask();
    assert.deepEqual(after.published_revision_ids, [first, between.draft?.revision_id]);
    assert.equal((await ask(stranger)).access, null);
    const own = await site.node.call(wikiService, 'projects.datasheetPointers', {
      project_id: projectId,
      datasheet_id,
    });
    assert.ok(own.access, 'a service acting for itself reaches it');
  });
});
