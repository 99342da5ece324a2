/** Tests of `projects.changes`: numbers without gaps, pages, and who sees which change. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';

const world = ProjectsWorld.use();
const { node } = world;
const list = (id: number, since = 0, limit = 100, who = lead) =>
  node.call(who, 'projects.changes', { id, since, limit });
const createProject = (name: string) => node.call(lead, 'projects.create', { name });

describe('the changes of a project', () => {
  it('are numbered without gaps in their order, and each says what, by whom and on which revision', async () => {
    const { id, draftVersion } = await createProject('Library');
    await node.call(editor, 'projects.edit', { id, baseVersion: draftVersion, summary: 'A library' });
    await node.call(lead, 'projects.publish', { id });
    await node.call(lead, 'projects.draft.create', { id });
    await node.call(lead, 'projects.revert', { id });
    await node.call(lead, 'projects.archive', { id });
    const { changes, next, more } = await list(id);
    assert.deepEqual(
      changes.map(({ sequence, kind, by, revision }) => [sequence, kind, by.displayName, revision?.code]),
      [
        [1, 'created', 'Ada Lead', '1'],
        [2, 'draft_changed', 'Ed Editor', '1'],
        [3, 'published', 'Ada Lead', '1'],
        [4, 'draft_opened', 'Ada Lead', '2'],
        [5, 'draft_discarded', 'Ada Lead', '2'],
        [6, 'archived', 'Ada Lead', undefined],
      ],
    );
    assert.deepEqual([next, more], [6, false]);
    assert.deepEqual(
      changes[1]?.parts.map(({ kind, subject }) => [kind, subject]),
      [['header', 'summary']],
    );
  });

  it('are read in pages: nothing is missed or read twice, also while ten people write', async () => {
    const { projectId, standardId } = await world.createFilledProject('Bridge');
    const writing = Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        world.createDatasheet(projectId, standardId, { name: `Pier ${at}` }),
      ),
    );
    const read: number[] = [];
    const readOn = async (): Promise<void> => {
      const { changes, next, more } = await list(projectId, read.at(-1) ?? 0, 2);
      read.push(...changes.map(({ sequence }) => sequence));
      assert.equal(next, read.at(-1) ?? 0);
      if (more) await readOn();
    };
    await readOn();
    await writing;
    await readOn();
    // Created, the standard imported, and eleven datasheets.
    assert.deepEqual(
      read,
      Array.from({ length: 13 }, (_, at) => at + 1),
    );
  });

  it('those of drafts are for holders of project:draft:view, and all are 404 to strangers', async () => {
    const { id, draftVersion } = await createProject('Tower');
    await node.call(lead, 'projects.edit', { id, baseVersion: draftVersion, summary: 'Not for readers' });
    await node.call(lead, 'projects.publish', { id });
    const { changes, next } = await list(id, 0, 100, viewer);
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      ['created', 'published'],
    );
    assert.equal(next, 3);
    await expectRejection(list(id, 0, 100, stranger), 404);
  });

  it('name a revision only to those who may read it', async () => {
    const { id } = await createProject('Pylon');
    await node.call(lead, 'projects.publish', { id });
    await node.call(lead, 'projects.draft.create', { id });
    await node.call(lead, 'projects.publish', { id });
    const namedTo = async (who: typeof viewer) =>
      (await list(id, 0, 100, who)).changes.map(({ kind, revision }) => [kind, revision?.code]);
    assert.deepEqual(await namedTo(withKey(lead, ['project:read'])), [
      ['created', undefined],
      ['published', undefined],
      ['published', '2'],
    ]);
    assert.deepEqual(await namedTo(viewer), [
      ['created', '1'],
      ['published', '1'],
      ['published', '2'],
    ]);
  });

  it('say that a section was adopted, without an open draft and with one, to readers too (S21)', async () => {
    const { id } = await createProject('Quay');
    await node.call(lead, 'projects.publish', { id });
    const adopt = (name: string, section: number) =>
      node.call(lead, 'projects.sections.adopt', {
        project_id: id,
        path: [{ name, description: '', sort_order: 0 }],
        ids: [section],
      });
    await adopt('Concrete', 901);
    await adopt('Concrete', 902);
    await node.call(lead, 'projects.draft.create', { id });
    await adopt('Steel', 903);
    assert.deepEqual(
      (await list(id, 2, 100, viewer)).changes.map(({ kind, subject }) => [kind, subject]),
      [
        ['section_adopted', { type: 'section', id: 901 }],
        ['section_adopted', { type: 'section', id: 903 }],
      ],
    );
  });

  it('name the member or comment that was changed, without gaps, also while ten people comment', async () => {
    const { id } = await createProject('Dam');
    const written = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        node.call(lead, 'comments.create', {
          projectId: id,
          anchorType: 'project',
          anchorId: id,
          intent: 'question',
          body: `No. ${at}`,
        }),
      ),
    );
    const first = written[0]?.id ?? 0;
    await node.call(lead, 'comments.update', { projectId: id, id: first, body: 'Anew' });
    await node.call(lead, 'comments.delete', { projectId: id, id: first });
    const { changes } = await list(id, 1, 100, viewer);
    assert.deepEqual(
      changes.map(({ sequence }) => sequence),
      Array.from({ length: 12 }, (_, at) => at + 2),
    );
    assert.deepEqual(
      changes.slice(-2).map(({ kind, subject, revision }) => [kind, subject, revision]),
      [
        ['comment_changed', { type: 'comment', id: first }, null],
        ['comment_deleted', { type: 'comment', id: first }, null],
      ],
    );
    assert.equal(changes.filter(({ kind }) => kind === 'comment_created').length, 10);
  });

  it('forty concurrent comments are all written, in one order', async () => {
    const { id } = await createProject('Weir');
    const comment = { projectId: id, anchorType: 'project', anchorId: id, intent: 'question' } as const;
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        node.call(lead, 'comments.create', { ...comment, body: `No. ${at}` }),
      ),
    );
    const { changes } = await list(id, 1, 200, viewer);
    assert.deepEqual(
      changes.map(({ sequence }) => sequence),
      Array.from({ length: 40 }, (_, at) => at + 2),
    );
  });
});
