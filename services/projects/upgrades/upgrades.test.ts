/** Tests of the upgrade status and the upgrade plan of a project. */
import assert from 'node:assert/strict';
import { describe, it, jest } from '@jest/globals';
import { editor, lead, stranger, viewer } from '../../../test/people.ts';
import { callerFor, expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { createStandard, publishStandard } from '../../../tools/world/standards.ts';

describe('projects: upgrade status and upgrade plan', () => {
  const site = ProjectsWorld.use(['wiki-moderation']);
  const status = (id: number, as = editor, revisionId?: number) =>
    site.node.call(as, 'projects.upgradeStatus', { id, ...(revisionId === undefined ? {} : { revisionId }) });
  const plan = (id: number, as = editor) => site.node.call(as, 'projects.upgradePlan', { id });
  const movePin = (id: number, standardId: number, toStandardRevisionId: number) =>
    site.node.call(lead, 'projects.standardRevisions.apply', {
      id,
      changes: [{ standardId, toStandardRevisionId }],
    });

  /** A project on the first edition; a second one with another field exists. */
  async function prepare(name: string, sheets = 2) {
    const { page, revision, ...project } = await site.createFilledProject(name, sheets);
    const next = await site.createStandard({ title: `${name} standard`, page, edition: 2, fields: 3 });
    return { ...project, first: revision, next: next.revision };
  }

  it('a project on current revisions is up to date; one that holds nothing as well', async () => {
    const { projectId } = await site.createFilledProject('Up to date', 2);
    const current = await status(projectId);
    assert.deepEqual(
      [current.upToDate, current.checked, current.truncated],
      [true, { standards: 1, datasheets: 2 }, false],
    );
    const empty = await status(await site.createProject('Empty'));
    assert.deepEqual([empty.upToDate, empty.checked], [true, { standards: 0, datasheets: 0 }]);
  });

  it('the layers are independent: a standard behind the repository, then its datasheets behind the pin', async () => {
    const { projectId, standardId, datasheetIds, first, next } = await prepare('Layers');
    const behind = await status(projectId);
    const name = 'Layers standard';
    assert.deepEqual(behind.standardsBehind, [
      {
        standardId,
        name,
        heldRevisionId: first.id,
        heldRevisionCode: first.code,
        currentRevisionId: next.id,
        currentRevisionCode: next.code,
      },
    ]);
    assert.deepEqual([behind.datasheetsBehind, behind.upToDate], [[], false]);
    await movePin(projectId, standardId, next.id);
    const moved = await status(projectId);
    assert.deepEqual(moved.standardsBehind, []);
    assert.deepEqual(
      moved.datasheetsBehind,
      datasheetIds.map((id, at) => ({
        id,
        name: `Sheet ${at + 1}`,
        standardId,
        // A revision that no project holds any more, but that the caller reads by its global scope.
        currentStandardRevisionId: first.id,
        pinned: next,
      })),
    );
    // What the layer names blocks publishing.
    const { blockers } = await site.node.call(lead, 'projects.publishReadiness', { id: projectId });
    assert.deepEqual(
      blockers.map(({ id }) => id),
      datasheetIds,
    );
    await site.node.call(editor, 'standards.batchUpgrade', { standardId, project_id: projectId });
    assert.equal((await status(projectId)).upToDate, true);
  });

  it('by default the draft, else the published revision; another one by its id, a draft for its readers only (R-240, R-241)', async () => {
    const { projectId: id, standardId, next } = await prepare('Which revision', 1);
    const { revision } = await site.publish(id);
    await site.node.call(lead, 'projects.draft.create', { id });
    await movePin(id, standardId, next.id);
    const draft = await status(id);
    assert.deepEqual([draft.standardsBehind.length, draft.datasheetsBehind.length], [0, 1]);
    for (const issued of [await status(id, viewer), await status(id, editor, revision.id)]) {
      assert.deepEqual([issued.standardsBehind.length, issued.datasheetsBehind.length], [1, 0]);
      assert.equal(issued.revision_id, revision.id);
    }
    await expectRejection(status(id, viewer, draft.revision_id ?? 0), 404);
    await expectRejection(status(id, stranger), 404);
    const unpublished = await status(await site.createProject('Unpublished'), viewer);
    assert.deepEqual([unpublished.revision_id, unpublished.upToDate], [null, true]);
  });

  it('no revision is named that the caller may not reach (X11)', async () => {
    const { id: category_id } = await site.node.call(lead, 'categories.create', {
      name: 'Mine',
      subject_type: 'user',
    });
    const about = { name: 'Private', category_id, subject_type: 'user' } as const;
    const api = callerFor(site.node, lead);
    const { id: standardId } = await createStandard(api, about);
    const save = async (words: string) => {
      const elements = [
        { address: '1', toc_content: 'Materials', content: '' },
        { address: '1.1', content: `Concrete, ${words}.` },
      ];
      const datasheetElements = [{ element_address: '1.1', label: 'Strength', input_type: 'text' } as const];
      return (await publishStandard(api, standardId, { summary: words }, { elements, datasheetElements }))
        .revision;
    };
    await save('first');
    const id = await site.createProject('Holder');
    await site.importStandard(id, standardId);
    await site.createDatasheet(id, standardId, { name: 'Sheet' });
    const second = await save('second');
    assert.equal((await status(id, lead)).standardsBehind[0]?.currentRevisionId, second.id);
    assert.deepEqual((await status(id)).standardsBehind, []);
    await movePin(id, standardId, second.id);
    const [own, through] = [await status(id, lead), await status(id)];
    assert.ok(own.datasheetsBehind[0]?.currentStandardRevisionId);
    assert.deepEqual(
      through.datasheetsBehind.map(({ currentStandardRevisionId, pinned }) => [
        currentStandardRevisionId,
        pinned.id,
      ]),
      [[null, second.id]],
    );
  });

  it('archived standards and datasheets count neither for the status nor for the plan', async () => {
    const { projectId: id, standardId, datasheetIds, next } = await prepare('Archived');
    await movePin(id, standardId, next.id);
    const sheet = { id, datasheetInstanceId: datasheetIds[0] ?? 0 };
    await site.node.call(editor, 'projects.datasheets.archive', sheet);
    const one = await status(id);
    assert.deepEqual(
      [one.datasheetsBehind.map((row) => row.id), one.checked.datasheets],
      [[datasheetIds[1]], 1],
    );
    assert.deepEqual(
      (await plan(id)).standards[0]?.datasheets.map((row) => row.id),
      [datasheetIds[1]],
    );
    await site.node.call(editor, 'projects.standards.archive', { id, standardId });
    const none = await status(id);
    assert.deepEqual([none.upToDate, none.checked], [true, { standards: 0, datasheets: 0 }]);
    assert.deepEqual(await plan(id), { standards: [], total: 0 });
  });

  it('the target of the plan is the pin; counts are 0 on it, else those of the datasheet’s own plan (P17)', async () => {
    const { projectId: id, standardId, datasheetIds, first, next } = await prepare('Planned');
    const onTarget = await plan(id);
    assert.deepEqual([onTarget.standards[0]?.target, onTarget.standards[0]?.planError], [first, null]);
    for (const row of onTarget.standards[0]?.datasheets ?? []) {
      const { needsUpgrade, conflictCount, additions, removals, modifications } = row;
      assert.deepEqual(
        [needsUpgrade, conflictCount, additions, removals, modifications],
        [false, 0, 0, 0, 0],
      );
    }
    await movePin(id, standardId, next.id);
    const { standards, total } = await plan(id);
    assert.deepEqual([total, standards[0]?.standardId, standards[0]?.target], [1, standardId, next]);
    const [sheetId = 0] = datasheetIds;
    const own = await site.node.call(editor, 'datasheets.upgradePlan', {
      id: sheetId,
      toRevisionId: next.id,
    });
    assert.ok(own.additions > 0);
    assert.deepEqual(standards[0]?.datasheets[0], {
      id: sheetId,
      name: 'Sheet 1',
      needsUpgrade: true,
      currentStandardRevisionId: first.id,
      conflictCount: own.conflictPage.total,
      additions: own.additions,
      removals: own.removals,
      modifications: own.modifications,
      warnings: [],
    });
  });

  it('a datasheet without a plan has no counts, and planError of its standard says why; the others have theirs', async () => {
    const { projectId: id, standardId, first, next } = await prepare('Broken', 1);
    const broken = {
      datasheet_id: 990_001,
      expected_revision_id: null,
      revision_id: 990_002,
      name: 'Broken sheet',
      standard_id: standardId,
      standard_revision_id: first.id,
      action: 'added' as const,
      count: 1,
    };
    await site.node.call(editor, 'projects.moveDraftPointers', { project_id: id, datasheets: [broken] });
    await movePin(id, standardId, next.id);
    const [row] = (await plan(id)).standards;
    assert.equal(row?.planError, 'There is no plan for datasheet "Broken sheet": its revision is missing.');
    assert.deepEqual(
      row?.datasheets.map(({ name, conflictCount }) => [name, conflictCount]),
      [
        ['Sheet 1', 0],
        ['Broken sheet', null],
      ],
    );
  });

  it('the plan needs the draft (409) and project:draft:edit (G9, R-275)', async () => {
    const { projectId: id } = await site.createFilledProject('Refused');
    await expectRejection(plan(id, viewer), 403);
    await site.publish(id);
    const { status: code, code: word } = await expectRejection(plan(id));
    assert.deepEqual([code, word], [409, 'NO_OPEN_DRAFT']);
  });

  it('the cost does not grow with the project: as many calls for twelve standards as for one', async () => {
    const callsFor = async (count: number): Promise<number> => {
      const id = await site.createProject(`Of ${count}`);
      for (let at = 0; at < count; at += 1) {
        const title = `Of ${count}, ${at}`;
        const { standardId, page } = await site.createStandard({ title });
        await site.importStandard(id, standardId);
        await site.createDatasheet(id, standardId, { name: 'Sheet' });
        const next = await site.createStandard({ title, page, edition: 2, fields: 3 });
        await movePin(id, standardId, next.revision.id);
      }
      const calls = jest.spyOn(site.node.node.broker, 'call');
      try {
        assert.equal((await status(id)).datasheetsBehind.length, count);
        assert.equal((await plan(id)).total, count);
        // Audit entries of what was prepared are sent meanwhile.
        return calls.mock.calls.filter(([action]) => !action.startsWith('audit.')).length;
      } finally {
        calls.mockRestore();
      }
    };
    const few = await callsFor(1);
    assert.ok(few > 2, 'calls are counted');
    assert.equal(await callsFor(12), few);
  });
});
