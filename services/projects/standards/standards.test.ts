/** Tests of importing standards into a draft, moving them between sections, and moving their pins. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, stranger, viewer } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('projects: the standards of a draft', () => {
  const site = ProjectsWorld.use();

  it('import pins the current revision and files it in the section that matches its category, made when absent', async () => {
    const { standardId, revision } = await site.createStandard({
      title: 'Imported',
      categoryPath: ['Concrete', 'Cast in place'],
    });
    const id = await site.createProject();
    const first = await site.importStandard(id, standardId);
    assert.equal(first.section_created, true);
    assert.deepEqual(first.standard.standard_revision, revision);
    assert.equal(first.standard.category?.name, 'Cast in place');
    const again = await site.createStandard({
      title: 'Imported too',
      categoryPath: ['Concrete', 'Cast in place'],
    });
    const second = await site.importStandard(id, again.standardId);
    assert.equal(second.section_created, false);
    const { sections } = await site.node.call(lead, 'projects.sections.list', { project_id: id });
    assert.deepEqual(
      sections.map(({ name, parent_id }) => [name, parent_id === null]),
      [
        ['Concrete', true],
        ['Cast in place', false],
      ],
    );
    const section = await site.node.call(lead, 'projects.sections.get', {
      section_id: first.standard.category?.id ?? 0,
    });
    assert.equal(section.standard_count, 2);
    assert.equal(
      (await site.node.call(stranger, 'projects.sections.get', { section_id: section.section?.id ?? 0 }))
        .section,
      null,
    );
  });

  it('concurrent imports into categories that the project does not have yet create each section once, with its own id (S21)', async () => {
    const id = await site.createProject('At once');
    const paths = [['Masonry', 'Brick'], ['Masonry', 'Stone'], ['Masonry', 'Brick'], ['Masonry'], []];
    const requested = await Promise.all(
      paths.map((categoryPath, at) => site.createStandard({ title: `At once ${at}`, categoryPath })),
    );
    const held = await Promise.all(requested.map(({ standardId }) => site.importStandard(id, standardId)));
    assert.deepEqual(
      held.map(({ standard }) => standard.category?.name ?? null),
      ['Brick', 'Stone', 'Brick', 'Masonry', null],
    );
    const { sections } = await site.node.call(lead, 'projects.sections.list', { project_id: id });
    assert.deepEqual(sections.map(({ name }) => name).sort(), ['Brick', 'Masonry', 'Stone']);
    assert.equal(new Set(sections.map((section) => section.id)).size, 3);
    assert.equal(held[0]?.standard.category?.id, held[2]?.standard.category?.id);
  });

  it('held already 409, foreign revision 404, name taken 409, foreign section 400 (P7, P16)', async () => {
    const one = await site.createStandard({ title: 'Twice' });
    const other = await site.createStandard({ title: 'Other' });
    const id = await site.createProject();
    const elsewhere = await site.createProject('Elsewhere');
    const there = await site.importStandard(elsewhere, other.standardId);
    await site.importStandard(id, one.standardId);
    await expectRejection(site.importStandard(id, one.standardId), 'ALREADY_HELD');
    await expectRejection(site.importStandard(id, other.standardId, { revisionId: one.revision.id }), 404);
    await expectRejection(
      site.importStandard(id, other.standardId, { categoryId: there.standard.category?.id ?? 0 }),
      400,
      'UNKNOWN_CATEGORY',
    );
    await expectRejection(site.importStandard(id, 999_999), 404);
    await expectRejection(site.importStandard(id, other.standardId, {}, viewer), 403);
    await expectRejection(site.importStandard(id, other.standardId, {}, stranger), 404);
  });

  it('recategorize moves a held standard; one not held is 404, without categoryId 400, an unknown action 400', async () => {
    const { standardId } = await site.createStandard({ title: 'Moved' });
    const id = await site.createProject();
    await site.importStandard(id, standardId);
    const section = await site.node.call(editor, 'projects.sections.create', {
      project_id: id,
      id: 900_001,
      name: ' Façade ',
      description: 'Outside',
      parent_id: null,
      sort_order: 5,
    });
    assert.equal(section.name, 'Façade');
    const move = { id, action: 'recategorize', standardId, categoryId: section.id } as const;
    const moved = await site.node.call(editor, 'projects.standards.add', move);
    assert.equal(moved.standard.category?.id, section.id);
    const same = await site.node.call(editor, 'projects.standards.add', move);
    assert.equal(same.version, moved.version, 'nothing changed');
    await expectRejection(
      site.node.call(editor, 'projects.standards.add', { ...move, standardId: 999_999 }),
      404,
    );
    const { categoryId: _, ...unnamed } = move;
    await expectRejection(site.node.call(editor, 'projects.standards.add', unnamed), 400);
    // @ts-expect-error an action there is none
    const unknown = site.node.call(editor, 'projects.standards.add', { ...move, action: 'drop' });
    await expectRejection(unknown, 400);
  });

  it('name and replaceOriginal, which belong to customize, are refused with another action, and nothing is held (P7)', async () => {
    const { standardId } = await site.createStandard({ title: 'Not customized' });
    const id = await site.createProject();
    const add = { id, standardId, action: 'import' } as const;
    for (const more of [{ name: 'Ours' }, { replaceOriginal: true }, { replaceOriginal: false }]) {
      const refused = await expectRejection(
        site.node.call(lead, 'projects.standards.add', { ...add, ...more }),
      );
      const [path] = Object.keys(more);
      assert.deepEqual([refused.status, refused.code], [400, 'VALIDATION_ERROR']);
      assert.match(refused.detail, new RegExp(`'${path}' is only allowed with the action customize`));
    }
    assert.deepEqual((await site.draftManifest(id)).standards, []);
  });

  it('sections are unique among siblings without regard to case, one level deep (S21)', async () => {
    const id = await site.createProject();
    let sectionId = 910_000;
    const create = (name: string, parent_id: number | null = null) => {
      sectionId += 1;
      const section = { id: sectionId, name, description: '', parent_id, sort_order: 0 };
      return site.node.call(editor, 'projects.sections.create', { project_id: id, ...section });
    };
    const top = await create('Steel');
    await expectRejection(create('  STEEL'), 'NAME_TAKEN');
    const child = await create('Steel', top.id);
    await expectRejection(create('Deeper', child.id), 400);
    await expectRejection(create('Lost', 999_999), 404);
    const denied = site.node.call(viewer, 'projects.sections.create', {
      project_id: id,
      id: 920_000,
      name: 'No',
      description: '',
      parent_id: null,
      sort_order: 0,
    });
    await expectRejection(denied, 403);
  });

  it('preview counts what a move would mean and writes nothing (P17)', async () => {
    const { projectId, standardId, page, revision } = await site.createFilledProject('Previewed', 2);
    const next = await site.createStandard({ title: 'Previewed standard', page, edition: 2, fields: 3 });
    const last = await site.createStandard({ title: 'Previewed standard', page, edition: 3, fields: 4 });
    const before = await site.draftVersion(projectId);
    const preview = (toStandardRevisionId: number, id = standardId) =>
      site.node.call(editor, 'projects.standardRevisions.preview', {
        id: projectId,
        changes: [{ standardId: id, toStandardRevisionId }],
      });
    const { standards, aggregate } = await preview(last.revision.id);
    assert.deepEqual(standards, [
      {
        standardId,
        name: 'Previewed standard',
        fromRevisionCode: revision.code,
        toRevisionCode: last.revision.code,
        direction: 'forward',
        revisionsBetween: 1,
        datasheetsAffected: 2,
        datasheetsWithConflicts: 0,
      },
    ]);
    assert.deepEqual(aggregate, { standards: 1, datasheetsAffected: 2, datasheetsWithConflicts: 0 });
    assert.equal(await site.draftVersion(projectId), before);
    const foreign = await site.createStandard({ title: 'Foreign' });
    await expectRejection(preview(foreign.revision.id), 'REVISION_NOT_ELIGIBLE');
    await expectRejection(preview(next.revision.id, foreign.standardId), 404);
    const twice = [
      { standardId, toStandardRevisionId: next.revision.id },
      { standardId, toStandardRevisionId: last.revision.id },
    ];
    const doubled = await expectRejection(
      site.node.call(editor, 'projects.standardRevisions.preview', { id: projectId, changes: twice }),
    );
    assert.deepEqual([doubled.status, doubled.extras.errors?.[0]?.path], [400, 'changes[1].standardId']);
  });

  it('apply moves pins both ways, excludes what is held, writes no datasheet (P8, P17, R-245)', async () => {
    const { projectId, standardId, page, revision } = await site.createFilledProject('Applied', 1);
    const other = await site.createStandard({ title: 'Applied beside' });
    await site.importStandard(projectId, other.standardId);
    const next = await site.createStandard({ title: 'Applied standard', page, edition: 2 });
    const options = await site.node.call(editor, 'projects.standardRevisionOptions', {
      id: projectId,
      standardId,
    });
    assert.equal(options.standards[0]?.bringCurrentTo, next.revision.id);
    assert.deepEqual(
      options.standards[0]?.revisions.map(({ isHeld, isCurrent }) => [isHeld, isCurrent]).sort(),
      [
        [false, true],
        [true, false],
      ],
    );
    const applied = await site.node.call(editor, 'projects.standardRevisions.apply', {
      id: projectId,
      changes: [
        { standardId, toStandardRevisionId: next.revision.id },
        { standardId: other.standardId, toStandardRevisionId: other.revision.id },
      ],
      rationale: 'New edition',
    });
    assert.deepEqual(
      applied.applied.map(({ fromRevisionId, toRevisionId }) => [fromRevisionId, toRevisionId]),
      [[revision.id, next.revision.id]],
    );
    assert.deepEqual(applied.excluded, [
      { standardId: other.standardId, toStandardRevisionId: other.revision.id, reason: 'already_held' },
    ]);
    const { datasheets } = await site.node.call(editor, 'projects.datasheets.list', { id: projectId });
    assert.equal(datasheets[0]?.upgrade_status, 'needs_upgrade');
    const back = { id: projectId, changes: [{ standardId, toStandardRevisionId: revision.id }] };
    assert.equal((await site.node.call(editor, 'projects.standardRevisions.apply', back)).applied.length, 1);
    await expectRejection(
      site.node.call(editor, 'projects.standardRevisions.apply', back),
      400,
      'NOTHING_TO_CHANGE',
    );
  });

  it('preview and apply accept at most 200 changes (X13)', async () => {
    const { projectId: id } = await site.createFilledProject('Many');
    const changes = Array.from({ length: 201 }, (_, at) => ({
      standardId: at + 1,
      toStandardRevisionId: at + 1,
    }));
    for (const action of [
      'projects.standardRevisions.apply',
      'projects.standardRevisions.preview',
    ] as const) {
      const { status, extras } = await expectRejection(site.node.call(lead, action, { id, changes }));
      assert.deepEqual([status, extras.errors?.[0]?.path], [400, 'changes']);
    }
  });

  it('apply without a draft is 403 NO_OPEN_DRAFT, the other draft calls 409 (R-195)', async () => {
    const { projectId, standardId, revision } = await site.createFilledProject('Closed');
    await site.publish(projectId);
    const changes = [{ standardId, toStandardRevisionId: revision.id }];
    await expectRejection(
      site.node.call(lead, 'projects.standardRevisions.apply', { id: projectId, changes }),
      403,
      'NO_OPEN_DRAFT',
    );
    for (const call of [
      () => site.node.call(lead, 'projects.standardRevisions.preview', { id: projectId, changes }),
      () => site.node.call(lead, 'projects.standardRevisionOptions', { id: projectId }),
      () => site.importStandard(projectId, standardId),
    ]) {
      await expectRejection(call(), 409, 'NO_OPEN_DRAFT');
    }
  });
});
