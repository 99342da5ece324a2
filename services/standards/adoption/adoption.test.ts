/** Tests of `standards.adoptEdition`: the library standard that follows the editions of a wiki page. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { administrator, individual, wikiService } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import {
  buildEdition,
  clause,
  type Edition,
  type EditionInput,
  editionField,
  section,
} from '../../../test/world/editions.ts';

describe('the library copy of a wiki page', () => {
  const node = useNode(['standards', 'projects']);

  const community = { id: randomUUID(), name: 'Community' };
  const edition = (page: string, more: EditionInput = {}): Edition =>
    buildEdition({
      page,
      library: community,
      description: 'From the wiki',
      category_path: ['Concrete', 'Mixes'],
      elements: [section('1', 'Scope'), clause('1.1', 'Cement.'), clause('1.2', 'Water.')],
      fields: [
        editionField({ element_address: '1.1', label: 'Strength', input_type: 'number', unit: 'MPa' }),
      ],
      ...more,
    });
  const adopt = (sent: Edition) => node.call(wikiService, 'standards.adoptEdition', sent);
  const read = async (id: number) => {
    const shown = await node.call(individual, 'standards.get', { id });
    assert.ok('elements' in shown);
    return shown;
  };

  it('makes a global standard in the library and category of those names (R-011, S15, W11)', async () => {
    const sent = edition(randomUUID());
    const { standard_id, revision } = await adopt(sent);
    const shown = await read(standard_id);
    assert.equal(revision.code, '1.0.0');
    assert.equal(shown.name, sent.title);
    assert.deepEqual(
      [shown.scope.subject_type, shown.library?.name, shown.category?.name],
      ['global', 'Community', 'Mixes'],
    );
    assert.deepEqual(shown.wiki, sent.wiki);
    assert.deepEqual(shown.revision?.wiki, sent.wiki);
    assert.deepEqual([shown.created_by, shown.revision?.summary], [null, 'Edition 1']);
    assert.deepEqual(
      shown.elements.map(({ address, content }) => [address, content]),
      [
        ['1', ''],
        ['1.1', 'Cement.'],
        ['1.2', 'Water.'],
      ],
    );
    const again = edition(randomUUID());
    const second = await read((await adopt(again)).standard_id);
    assert.deepEqual([second.library, second.category], [shown.library, shown.category]);
    const info = await node.call(wikiService, 'standards.pinInfo', { standard_id });
    assert.deepEqual(
      [info.category_path, info.wiki, info.revision?.eligible],
      [['Concrete', 'Mixes'], sent.wiki, true],
    );
  });

  it('a repeated change happens once, also concurrently', async () => {
    const sent = edition(randomUUID());
    const responses = await Promise.all(Array.from({ length: 8 }, () => adopt(sent)));
    for (const response of responses) assert.deepEqual(response, responses[0]);
    assert.deepEqual(await adopt(sent), responses[0]);
    assert.equal(
      (await node.call(individual, 'standards.revisions', { id: responses[0]?.standard_id ?? 0 })).total,
      1,
    );
  });

  it('a later edition keeps the identities of its texts, follows the title and is the current revision (Y10)', async () => {
    const page = randomUUID();
    const { standard_id } = await adopt(edition(page));
    const before = await read(standard_id);
    const next = edition(page, {
      title: 'Renamed',
      edition_number: 2,
      elements: [section('1', 'Scope of use'), clause('1.1', 'Cement, white.'), clause('1.3', 'Sand.')],
    });
    const adopted = await adopt(next);
    assert.deepEqual([adopted.standard_id, adopted.revision.code], [standard_id, '2.0.0']);
    const after = await read(standard_id);
    assert.equal(after.name, 'Renamed');
    assert.deepEqual(
      after.elements.slice(0, 2).map(({ element_id }) => element_id),
      before.elements.slice(0, 2).map(({ element_id }) => element_id),
    );
    assert.ok(!before.elements.some(({ element_id }) => element_id === after.elements[2]?.element_id));
    assert.equal(after.datasheet_elements[0]?.id, before.datasheet_elements[0]?.id);
    assert.deepEqual(after.wiki, next.wiki);
  });

  it('an older edition that comes late is sealed but does not become current', async () => {
    const page = randomUUID();
    const { standard_id, revision } = await adopt(edition(page, { edition_number: 3, title: 'Third' }));
    const late = await adopt(edition(page, { edition_number: 2, title: 'Second' }));
    const shown = await read(standard_id);
    assert.deepEqual([shown.name, shown.current_revision], ['Third', revision]);
    assert.equal(late.revision.code, '2.0.0');
    assert.equal((await node.call(individual, 'standards.revisions', { id: standard_id })).total, 2);
    await adopt(edition(page, { edition_number: 4 }));
    assert.equal((await read(standard_id)).current_revision?.code, '3.0.0');
  });

  it('the title of another global standard is NAME_TAKEN and creates nothing (W11)', async () => {
    const first = await adopt(edition(randomUUID(), { title: 'Contested' }));
    const { status, code, extras } = await expectRejection(
      adopt(edition(randomUUID(), { title: 'CONTESTED' })),
    );
    assert.deepEqual([status, code, extras.metadata], [409, 'NAME_TAKEN', { existingId: first.standard_id }]);
    const page = randomUUID();
    const { standard_id } = await adopt(edition(page));
    await expectRejection(adopt(edition(page, { title: 'Contested', edition_number: 2 })), 'NAME_TAKEN');
    assert.equal((await node.call(individual, 'standards.revisions', { id: standard_id })).total, 1);
  });

  it('an edition with an invalid outline is refused', async () => {
    await expectRejection(
      adopt(edition(randomUUID(), { elements: [clause('2.1', 'Orphan')], fields: [] })),
      'VALIDATION_ERROR',
    );
  });

  it('an edition with a field of no known kind is refused with its path', async () => {
    const sent = edition(randomUUID());
    for (const wrong of [
      { input_type: 'telepathy' },
      { constraint: 'roughly' },
      { default_value: { $gt: '' } },
    ]) {
      const fields: object[] = sent.fields.map((field) => ({ ...field, ...wrong }));
      // @ts-expect-error a field the contract refuses
      const { extras } = await expectRejection(adopt({ ...sent, fields }), 'VALIDATION_ERROR');
      assert.deepEqual(
        extras.errors?.map(({ path }) => path),
        [`fields[0].${Object.keys(wrong)[0]}`],
      );
    }
  });

  it('an edition without a category is filed nowhere; a working copy opened before it cannot undo it', async () => {
    const page = randomUUID();
    const { standard_id } = await adopt(edition(page, { category_path: [] }));
    assert.equal((await read(standard_id)).category, null);
    const copy = await node.call(administrator, 'standards.edit', { id: standard_id });
    await adopt(edition(page, { edition_number: 2, category_path: [] }));
    await expectRejection(
      node.call(administrator, 'standards.publish', { id: standard_id, baseVersion: copy.version }),
      'EDIT_CONFLICT',
    );
    assert.equal((await read(standard_id)).current_revision?.code, '2.0.0');
  });
});
