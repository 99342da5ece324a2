/**
 * Tests of `projects.addendum`, the list of what one revision of a project changes against another, through the
 * services; also of who may read it.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { ReadDocx } from '../../../shared/documents/docx/read-docx.fixture.ts';
import { lead, stranger, viewer } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { elementIdOf, ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('the addendum of a project', () => {
  const site = ProjectsWorld.use();

  /** A published project with one standard and datasheet, and a draft in which the pin, a value and the city are others. */
  async function amendProject(name: string) {
    const title = `${name} standard`;
    const { projectId: id, standardId, page } = await site.createProjectWithStandard(name, 2, title);
    const sheet = await site.createDatasheet(id, standardId, { name: 'Slab on grade' });
    const { revision: first } = await site.publish(id);
    const next = await site.createStandard({ title, page, edition: 2 });
    const { revision: draft } = await site.openDraft(id);
    await site.node.call(lead, 'projects.edit', {
      id,
      baseVersion: await site.draftVersion(id),
      address_city: 'Boston',
    });
    await site.reviseDatasheet(sheet.id, [
      { element_id: elementIdOf(sheet, 'Value 1'), new_value: '35' },
      {
        element_id: elementIdOf(sheet, 'Value 2'),
        disposition: 'not_applicable',
        disposition_note: 'By others',
      },
    ]);
    await site.node.call(lead, 'projects.standardRevisions.apply', {
      id,
      changes: [{ standardId, toStandardRevisionId: next.revision.id }],
    });
    return { id, from: first.id, to: draft.id, standardId, sheetId: sheet.id };
  }

  it('says the header, the amendment of a pinned standard and the values that changed (P18)', async () => {
    const { standardId, sheetId, ...asked } = await amendProject('Harbour');
    const addendum = await site.node.call(lead, 'projects.addendum', asked);
    assert.ok('entries' in addendum);
    const { entries, total, isComplete, from, to } = addendum;
    assert.deepEqual([total, isComplete, from.code, to.code], [3, true, '1', '2']);
    const [project, standard, datasheet] = entries;
    assert.deepEqual(project, {
      kind: 'header',
      id: asked.id,
      name: 'Harbour',
      change: 'changed',
      members: [{ member: 'address_city', before: null, after: 'Boston' }],
      sentence: 'Amend the project: the city "Boston"',
    });
    assert.deepEqual(
      [standard?.id, standard?.sentence, standard?.instructions?.map(({ sentence }) => sentence)],
      [
        standardId,
        'Amend the standard "Harbour standard": the revision "2.0.0" instead of "1.0.0"',
        ['In 1 for "edition 1 –" substitute "edition 2 –"'],
      ],
    );
    const [value] = datasheet?.values ?? [];
    assert.deepEqual(
      [datasheet?.id, value?.before?.user_value, value?.after?.user_value, value?.sentence],
      [sheetId, 'd1', '35', 'In 2.1, "Value 1", for "d1" mm substitute "35" mm'],
    );
    const { bytes, name } = Object(
      await site.node.call(lead, 'projects.addendum', { ...asked, format: 'docx' }),
    );
    assert.equal(name, 'Harbour 1 to 2.docx');
    const lines = new ReadDocx(Buffer.from(bytes, 'base64'))
      .paragraphs()
      .map(({ number, text }) => (number === null ? text : `${number} ${text}`));
    assert.equal(lines[0], 'Harbour: addendum');
    assert.deepEqual(lines.slice(lines.indexOf('1 Amend the project: the city "Boston"')), [
      '1 Amend the project: the city "Boston"',
      '2 Amend the standard "Harbour standard": the revision "2.0.0" instead of "1.0.0"',
      '2.1 In 1 for "edition 1 –" substitute "edition 2 –"',
      '3 Amend the datasheet "Slab on grade"',
      ...['Clause', 'Field', 'Before', 'After'],
      ...['2.1', 'Value 1', '"d1" mm', '"35" mm'],
      ...['2.2', 'Value 2', '"d2" mm', 'not applicable, the note "By others"'],
    ]);
    const { markdown } = Object(
      await site.node.call(lead, 'projects.addendum', { ...asked, format: 'markdown' }),
    );
    assert.equal(
      markdown,
      [
        '1. Amend the project: the city "Boston"',
        '2. Amend the standard "Harbour standard": the revision "2.0.0" instead of "1.0.0"',
        '',
        '   1. In 1 for "edition 1 –" substitute "edition 2 –"',
        '3. Amend the datasheet "Slab on grade"',
        '',
        '   1. In 2.1, "Value 1", for "d1" mm substitute "35" mm',
        '   2. In 2.2, "Value 2", for "d2" mm substitute not applicable, the note "By others"',
        '',
      ].join('\n'),
    );
  });

  it('equal revisions have no entry; a draft is for those who may view it, another project’s revision is 404 (P18, P13)', async () => {
    const { id, from, to } = await amendProject('Quay');
    const same = await site.node.call(viewer, 'projects.addendum', { id, from, to: from });
    assert.ok('entries' in same);
    assert.deepEqual([same.entries, same.total], [[], 0]);
    await expectRejection(site.node.call(viewer, 'projects.addendum', { id, from, to }), 404);
    await expectRejection(site.node.call(stranger, 'projects.addendum', { id, from, to }), 404);
    const other = await site.createFilledProject('Pier');
    const { revision } = await site.publish(other.projectId);
    await expectRejection(site.node.call(lead, 'projects.addendum', { id, from, to: revision.id }), 404);
  });
});
