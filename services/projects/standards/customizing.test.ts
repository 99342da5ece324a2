/** Tests of customising a standard within the draft of a project. */
import assert from 'node:assert/strict';
import { describe, expect, it } from '@jest/globals';
import { editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('customising a standard in a draft', () => {
  const site = ProjectsWorld.use();

  /** A project with a standard, its section, and sheets on it. */
  async function createHolder(name: string, sheets = 2) {
    const filled = await site.createFilledProject(name, sheets);
    const { standards, sections } = await site.draftManifest(filled.projectId);
    const section = sections.find(({ id }) => id === standards[0]?.section_id);
    assert.ok(section);
    return { ...filled, sectionId: section.id };
  }

  type Holder = Awaited<ReturnType<typeof createHolder>>;
  const customize = ({ projectId, standardId, sectionId }: Holder, more: object = {}, as = editor) =>
    site.node.call(as, 'projects.standards.add', {
      id: projectId,
      action: 'customize',
      standardId,
      categoryId: sectionId,
      name: 'Our own',
      ...more,
    });
  const standardsOf = async ({ projectId }: Holder) =>
    (await site.draftManifest(projectId)).standards.map(({ name, archived, standard_revision }) => [
      name,
      archived,
      standard_revision.code,
    ]);
  const copiesOf = async ({ projectId }: Holder) => {
    const connection = await site.node.node.openDatabase('standards');
    return connection
      .collection('standards')
      .find({ subject_type: 'project', subject_id: projectId })
      .toArray();
  };

  it('the copy is pinned at its 1.0.0 in place of the original, whose datasheets are archived with it (P16)', async () => {
    const held = await createHolder('Replaced');
    const added = await customize(held);
    expect(added).toMatchObject({
      project_id: held.projectId,
      section_created: false,
      standard: {
        name: 'Our own',
        standard_revision: { code: '1.0.0' },
        category: { id: held.sectionId },
        datasheet_count: 0,
        archived: false,
      },
    });
    assert.equal(added.version, await site.draftVersion(held.projectId));
    assert.deepEqual(await standardsOf(held), [
      ['Replaced standard', true, held.revision.code],
      ['Our own', false, '1.0.0'],
    ]);
    const { datasheets } = await site.draftManifest(held.projectId);
    assert.deepEqual(
      datasheets.map(({ archived }) => archived),
      [true, true],
    );
    const copy = await site.node.call(editor, 'standards.get', { id: added.standard.standard_id });
    expect(copy).toMatchObject({
      scope: { subject_type: 'project', subject_id: held.projectId },
      customized_from_revision_id: held.revision.id,
      category_id: held.sectionId,
    });
    const { standards } = await site.node.call(editor, 'standards.list', {
      subject_type: 'project',
      project_id: held.projectId,
    });
    assert.deepEqual(
      standards.map(({ id }) => id),
      [added.standard.standard_id],
    );
    // The project can be published with it, and its datasheets are made anew.
    await site.createDatasheet(held.projectId, added.standard.standard_id, { name: 'Anew' });
    await site.publish(held.projectId);
  });

  it('with replaceOriginal false both stay, and their datasheets too; the source need not be held (P16)', async () => {
    const held = await createHolder('Kept');
    await customize(held, { replaceOriginal: false });
    assert.deepEqual(
      (await standardsOf(held)).map(([, archived]) => archived),
      [false, false],
    );
    assert.ok((await site.draftManifest(held.projectId)).datasheets.every(({ archived }) => !archived));
    const { standardId } = await site.createStandard({ title: 'Not held' });
    await customize({ ...held, standardId }, { name: 'From elsewhere' });
    assert.equal((await standardsOf(held)).length, 3);
  });

  it('the revision is revisionId, else the pin, else the current one (P16)', async () => {
    const page = '0190a6f0-0000-7000-8000-00000000c001';
    const first = await site.createStandard({ title: 'Moving', page });
    const project = await site.createProject('Revisions');
    const pinned = await site.importStandard(project, first.standardId);
    const second = await site.createStandard({ title: 'Moving', page, edition: 2 });
    assert.equal(second.standardId, first.standardId);
    const held = {
      ...first,
      projectId: project,
      datasheetIds: [],
      sectionId: pinned.standard.category?.id ?? 0,
    };
    const sourceOf = async (name: string, more: object = {}) => {
      const { standard } = await customize(held, { name, replaceOriginal: false, ...more });
      const copies = await copiesOf(held);
      return copies.find(({ _id }) => Number(_id) === standard.standard_id)?.customized_from_revision_id;
    };
    assert.equal(await sourceOf('Of the pin'), first.revision.id);
    assert.equal(await sourceOf('Named', { revisionId: second.revision.id }), second.revision.id);
    const foreign = await createHolder('Foreign revision');
    await expectRejection(customize(held, { name: 'X', revisionId: foreign.revision.id }), 404);
  });

  it('name and categoryId are required, a name in use is 409, a foreign section 400, and no copy is left (document 3)', async () => {
    const held = await createHolder('Refused');
    const other = await createHolder('Other');
    const refusals: [object, number, string, typeof editor?][] = [
      [{ name: undefined }, 400, 'VALIDATION_ERROR'],
      [{ categoryId: undefined }, 400, 'VALIDATION_ERROR'],
      [{ categoryId: other.sectionId }, 400, 'UNKNOWN_CATEGORY'],
      [{ name: 'Refused standard', replaceOriginal: false }, 409, 'NAME_TAKEN'],
      [{ standardId: 999_999 }, 404, 'NOT_FOUND'],
      [{}, 403, 'PERMISSION_DENIED', viewer],
      [{}, 403, 'PERMISSION_DENIED', withKey(editor, ['project:draft:edit', 'standard:read'])],
      [{}, 404, 'NOT_FOUND', stranger],
    ];
    for (const [more, status, code, as] of refusals) {
      const rejection = await expectRejection(customize(held, more, as));
      assert.deepEqual([rejection.status, rejection.code], [status, code], JSON.stringify(more));
    }
    assert.deepEqual(await copiesOf(held), []);
    assert.equal((await standardsOf(held)).length, 1);
    // The name of the original is free once it is replaced.
    await customize(held, { name: 'Refused standard' });
  });

  it('without an open draft 409 NO_OPEN_DRAFT, and no copy is left (G9, G10)', async () => {
    const held = await createHolder('Closed');
    await site.publish(held.projectId);
    const { status, code } = await expectRejection(customize(held));
    assert.deepEqual([status, code, await copiesOf(held)], [409, 'NO_OPEN_DRAFT', []]);
  });

  it('of two concurrent ones under one name one wins, and there is one copy', async () => {
    const held = await createHolder('Raced');
    const both = await Promise.allSettled([customize(held), customize(held, {}, lead)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal((await copiesOf(held)).length, 1);
  });

  it('a dry run answers and leaves nothing', async () => {
    const held = await createHolder('Tried');
    const tried = await customize(held, { dryRun: true });
    assert.equal(tried.standard.name, 'Our own');
    assert.deepEqual(Object(tried).affected, { datasheets: 2, comments: 0, members: 0 });
    assert.deepEqual(await copiesOf(held), []);
    assert.equal((await standardsOf(held)).length, 1);
  });
});
