/** Test fixture: a project with sections, calls that change them, and standards filed in them. */
import assert from 'node:assert/strict';
import { editor, lead } from '../../../test/people.ts';
import { expectRejection, type TestNode } from '../../../test/service-node.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';

export function sectionsWorld(node: TestNode) {
  const world = new StandardsWorld(node);

  const section = (subject_id: number, name: string, more: object = {}) =>
    node.call(lead, 'categories.create', { name, subject_type: 'project', subject_id, ...more });
  const list = async (subject_id: number, who = lead) =>
    (await node.call(who, 'categories.list', { subject_type: 'project', subject_id })).categories;
  const names = async (projectId: number, who = lead) => (await list(projectId, who)).map(({ name }) => name);
  const publish = (id: number) => node.call(lead, 'projects.publish', { id });
  const openDraft = (id: number) => node.call(lead, 'projects.draft.create', { id });
  const revert = (id: number) => node.call(lead, 'projects.revert', { id });
  const update = (id: number, change: object, who = lead) =>
    node.call(who, 'categories.update', { id, ...change });
  const merge = (id: number, intoCategoryId: number) =>
    node.call(editor, 'categories.merge', { id, intoCategoryId });
  const remove = (id: number, more: object = {}, who = lead) =>
    node.call(who, 'categories.delete', { id, ...more });
  const codeOf = async (work: Promise<unknown>) => (await expectRejection(work)).code;

  /** A project with the published sections Piles and Walls, Walls with Doors; and an open draft. */
  async function project(name: string) {
    const { id } = await node.call(lead, 'projects.create', { name });
    const piles = (await section(id, 'Piles')).id;
    const walls = (await section(id, 'Walls')).id;
    const doors = (await section(id, 'Doors', { parent_id: walls })).id;
    await publish(id);
    await openDraft(id);
    return { id, piles, walls, doors };
  }
  /** A standard imported into a section of the draft. */
  async function place(projectId: number, categoryId: number): Promise<number> {
    const { id } = await world.publishStandard();
    const standardId = id;
    await node.call(lead, 'projects.standards.add', {
      id: projectId,
      action: 'import',
      standardId,
      categoryId,
    });
    return id;
  }
  /** A standard of the project itself, filed in a section. */
  const write = async (subject_id: number, category_id: number, name: string) =>
    (await node.call(lead, 'standards.create', { name, category_id, subject_type: 'project', subject_id }))
      .id;
  const readCategoryName = async (id: number, who = lead) => {
    const standard = await node.call(who, 'standards.get', { id, format: 'compact' });
    assert.ok('category' in standard);
    return standard.category?.name ?? null;
  };
  const readPinCategories = async (id: number, who = lead) =>
    (await node.call(who, 'projects.standards.list', { id })).standards.map(({ category }) => category?.name);

  return {
    world,
    section,
    list,
    names,
    publish,
    openDraft,
    revert,
    update,
    merge,
    remove,
    codeOf,
    project,
    place,
    write,
    readCategoryName,
    readPinCategories,
  };
}
