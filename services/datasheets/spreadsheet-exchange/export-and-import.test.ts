/** Tests of exporting the datasheets of a project as a spreadsheet, editing it and importing it again. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { readXlsx } from '../../../shared/spreadsheets/read-xlsx.ts';
import { colleague, editor, lead, stranger, viewer } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import {
  type DatasheetResult,
  elementIdOf,
  ProjectsWorld,
  userValueOf,
} from '../../../test/world/projects-world.ts';
import { asWrittenXml, editWorkbook, gridOf } from './workbook.fixture.ts';

describe('datasheets as spreadsheets', () => {
  const site = ProjectsWorld.use();
  let projectId: number;
  let standardId: number;
  let [slab, wall]: (DatasheetResult | undefined)[] = [];
  beforeAll(async () => {
    ({ projectId, standardId } = await site.createProjectWithStandard('Spreadsheets'));
    slab = await site.createDatasheet(projectId, standardId, { name: 'Slab' });
    wall = await site.createDatasheet(projectId, standardId, { name: 'Wall' });
  });
  const sheet = (one: DatasheetResult | undefined): DatasheetResult => {
    assert.ok(one);
    return one;
  };

  const exportFile = async (format: 'xlsx' | 'csv' = 'xlsx', as = editor, id = projectId): Promise<Buffer> =>
    Buffer.from((await site.node.call(as, 'datasheets.export', { id, format })).bytes, 'base64');
  const importFile = (bytes: Uint8Array, more: { dryRun?: boolean } = {}, as = editor, id = projectId) =>
    site.node.call(as, 'datasheets.import', {
      id,
      spreadsheet: Buffer.from(bytes).toString('base64'),
      ...more,
    });
  /** Writes a text into the cell of a datasheet and field. */
  const write = (bytes: Uint8Array, id: number, fieldId: number, text: string): Uint8Array =>
    editWorkbook(bytes, (grid) => {
      const row = grid.find(([first]) => first === String(id));
      if (row) row[(grid[0] ?? []).indexOf(`field ${fieldId}`)] = text;
      return grid;
    });
  const versions = async (): Promise<string[]> =>
    Promise.all([slab, wall].map(async (one) => (await site.getDatasheet(sheet(one).id)).version));

  it('an untouched file changes nothing and writes nothing, in both formats (D12)', async () => {
    const before = await versions();
    for (const format of ['xlsx', 'csv'] as const) {
      const result = await importFile(await exportFile(format));
      assert.deepEqual([result.changed, result.datasheets, result.unchanged], [0, [], 2]);
    }
    assert.deepEqual(await versions(), before);
  });

  it('the file of a project without datasheets is one too (D12)', async () => {
    const empty = await site.createProject('No datasheets');
    for (const format of ['xlsx', 'csv'] as const) {
      const result = await importFile(await exportFile(format, editor, empty), {}, editor, empty);
      assert.deepEqual([result.changed, result.unchanged], [0, 0]);
    }
  });

  it('has a row for each datasheet and a column for each field, by standard (D12)', async () => {
    const [first] = readXlsx(await exportFile());
    assert.ok(first);
    const [keys = [], head = [], ...rows] = gridOf(first);
    assert.equal(keys[0], `datasheet (project ${projectId})`);
    assert.deepEqual(
      rows.map(([id, , name]) => [id, name]),
      [
        [String(sheet(slab).id), 'Slab'],
        [String(sheet(wall).id), 'Wall'],
      ],
    );
    assert.deepEqual(
      keys.slice(5),
      sheet(slab).elements.map(({ id }) => `field ${id}`),
    );
    assert.ok(head.some((text) => text.includes('Supplier')));
  });

  it('edited cells of several datasheets are saved together; a trial lists them and writes nothing (D12)', async () => {
    const [one, other] = [sheet(slab), sheet(wall)];
    const [supplier, thickness] = [elementIdOf(one, 'Supplier'), elementIdOf(one, 'Thickness')];
    let bytes: Uint8Array = await exportFile();
    bytes = write(bytes, one.id, supplier, '=ACME & Sons');
    bytes = write(bytes, one.id, thickness, '[N/A] By others');
    bytes = write(bytes, other.id, thickness, '28.50');
    const before = await versions();
    const trial = await importFile(bytes, { dryRun: true });
    assert.deepEqual(await versions(), before);
    const done = await importFile(bytes);
    for (const result of [trial, done]) {
      assert.equal(result.changed, 3);
      assert.deepEqual(
        result.datasheets.map(({ name, changes }) => [name, changes.map(({ label, to }) => [label, to])]),
        [
          [
            'Slab',
            [
              ['Supplier', { value: '=ACME & Sons', disposition: 'specified', disposition_note: null }],
              ['Thickness', { value: null, disposition: 'not_applicable', disposition_note: 'By others' }],
            ],
          ],
          ['Wall', [['Thickness', { value: '28.50', disposition: 'specified', disposition_note: null }]]],
        ],
      );
    }
    assert.equal(userValueOf(await site.getDatasheet(one.id), 'Supplier'), '=ACME & Sons');
    assert.equal(userValueOf(await site.getDatasheet(other.id), 'Thickness'), '28.50');
    assert.equal((await importFile(bytes)).changed, 0, 'the same file again finds its values there');
  });

  it('a stale file is merged where others changed other fields, else 409 with the cells and the current values (D12, D9)', async () => {
    const one = sheet(slab);
    const [supplier, thickness] = [elementIdOf(one, 'Supplier'), elementIdOf(one, 'Thickness')];
    const bytes = await exportFile();
    await site.reviseDatasheet(one.id, [{ element_id: supplier, new_value: 'Theirs' }], {}, colleague);
    const merged = await importFile(write(bytes, one.id, thickness, '6'));
    assert.deepEqual([merged.changed, merged.datasheets[0]?.merged], [1, true]);
    const read = await site.getDatasheet(one.id);
    assert.deepEqual([userValueOf(read, 'Supplier'), userValueOf(read, 'Thickness')], ['Theirs', '6']);
    const both = write(write(bytes, one.id, supplier, 'Mine'), sheet(wall).id, thickness, '7');
    const { extras } = await expectRejection(importFile(both), 409, 'EDIT_CONFLICT');
    assert.equal(extras.metadata?.reason, 'fields');
    assert.equal(extras.metadata?.datasheetId, one.id);
    assert.match(JSON.stringify(extras.errors), /![A-Z]+3.*Supplier.*Theirs.*Mine/);
    assert.notEqual(userValueOf(await site.getDatasheet(sheet(wall).id), 'Thickness'), '7', 'all or none');
  });

  it('refusals name every cell, and nothing is saved (D12)', async () => {
    const [one, other] = [sheet(slab), sheet(wall)];
    const [supplier, thickness] = [elementIdOf(one, 'Supplier'), elementIdOf(one, 'Thickness')];
    const before = await versions();
    let bytes = write(await exportFile(), one.id, thickness, 'thick');
    bytes = write(bytes, other.id, thickness, '#REF!');
    bytes = write(bytes, other.id, supplier, 'Good');
    bytes = editWorkbook(bytes, (grid) => [
      ...grid,
      ['', '', 'New one'],
      ['999999', 'v', 'Foreign'],
      grid[2] ?? [],
    ]);
    const { extras } = await expectRejection(importFile(bytes), 400, 'VALIDATION_ERROR');
    const messages = JSON.stringify(extras.errors);
    for (const part of [
      'takes a number',
      'no result',
      'no id of a datasheet',
      'no datasheet 999999',
      'twice',
    ])
      assert.ok(messages.includes(part), `${part} is not in ${messages}`);
    assert.deepEqual(await versions(), before);
  });

  it('a cell has the limits of a save: characters, length, and those of notes (D12, D8)', async () => {
    const [one] = [sheet(slab)];
    const [supplier, thickness] = [elementIdOf(one, 'Supplier'), elementIdOf(one, 'Thickness')];
    const [before, bytes] = [await versions(), await exportFile()];
    const cases: [string, RegExp][] = [
      ['a\u001Bb', /'new_value' contains U\+001B/],
      ['a\u0000b', /'new_value' contains U\+0000/],
      ['a_xD83D_b', /'new_value' contains an unpaired surrogate/],
      ['x'.repeat(20_001), /'new_value' must have at most 20000/],
      ['[not applicable] a\u001Bb', /'disposition_note' contains U\+001B/],
      ['[not applicable] a&#xD800;b', /'disposition_note' contains an unpaired surrogate/],
      [`[not applicable] ${'x'.repeat(501)}`, /'disposition_note' must have at most 500/],
    ];
    for (const [text, message] of cases) {
      const edited = write(write(bytes, one.id, thickness, '11'), one.id, supplier, text);
      const file = asWrittenXml(edited, text);
      for (const dryRun of [false, true]) {
        const { extras } = await expectRejection(importFile(file, { dryRun }), 400, 'VALIDATION_ERROR');
        assert.equal(extras.errors?.length, 1);
        assert.match(extras.errors?.[0]?.path ?? '', /![A-Z]+3$/);
        assert.match(extras.errors?.[0]?.message ?? '', message);
      }
    }
    const csv = (await exportFile('csv')).toString();
    const { extras } = await expectRejection(
      importFile(Buffer.from(csv.replace(/Theirs/, 'a\u001Bb'))),
      400,
      'VALIDATION_ERROR',
    );
    assert.match(JSON.stringify(extras.errors), /U\+001B/);
    assert.deepEqual(await versions(), before);
  });

  it('a row that was deleted is reported and deletes nothing; an emptied cell erases on purpose (D12)', async () => {
    const [one, other] = [sheet(slab), sheet(wall)];
    const bytes = editWorkbook(write(await exportFile(), one.id, elementIdOf(one, 'Supplier'), ''), (grid) =>
      grid.filter(([id]) => id !== String(other.id)),
    );
    const result = await importFile(bytes);
    assert.deepEqual(result.notInFile, [{ id: other.id, name: 'Wall' }]);
    assert.deepEqual(
      result.datasheets[0]?.cleared.map(({ label }) => label),
      ['Supplier'],
    );
    assert.ok(await site.getDatasheet(other.id));
  });

  it('a file of another project, one that is none, and a version of another datasheet are refused (D12)', async () => {
    const elsewhere = await site.createProjectWithStandard('Other spreadsheets', 2, 'Other standard');
    await site.createDatasheet(elsewhere.projectId, elsewhere.standardId, { name: 'Slab' });
    const foreign = await exportFile('xlsx', editor, elsewhere.projectId);
    const refused = await expectRejection(importFile(foreign), 400, 'VALIDATION_ERROR');
    assert.match(JSON.stringify(refused.extras.errors), /another project/);
    for (const bytes of [
      Buffer.from('a;b\n1;2'),
      Buffer.from([0xd0, 0xcf, 0, 0]),
      Buffer.from('PK\u0003\u0004xl/workbook.xml'),
    ])
      await expectRejection(importFile(bytes), 400, 'VALIDATION_ERROR');
    const swapped = editWorkbook(await exportFile(), (grid) =>
      grid.map((cells, at) => (at === 2 ? [cells[0] ?? '', grid[3]?.[1] ?? '', ...cells.slice(2)] : cells)),
    );
    const { extras } = await expectRejection(importFile(swapped), 409, 'EDIT_CONFLICT');
    assert.equal(extras.metadata?.reason, 'stale');
  });

  it('whoever may read the datasheets may export them; whoever may not edit the draft imports nothing (D12)', async () => {
    await expectRejection(exportFile('xlsx', stranger), 404);
    await expectRejection(importFile(await exportFile(), {}, stranger), 404);
    await site.publish(projectId);
    const issued = await exportFile('xlsx', viewer);
    await expectRejection(importFile(issued, {}, viewer), 403);
    await expectRejection(importFile(issued, {}, lead), 409, 'NO_OPEN_DRAFT');
    await site.openDraft(projectId);
    assert.equal((await importFile(issued)).changed, 0, 'the published versions are in the history');
  });

  it('an archived datasheet is not exported, and its changed row is refused (D12)', async () => {
    const one = sheet(slab);
    const bytes = write(await exportFile(), one.id, elementIdOf(one, 'Thickness'), '9');
    await site.node.call(editor, 'projects.datasheets.archive', {
      id: projectId,
      datasheetInstanceId: one.id,
    });
    const { extras } = await expectRejection(importFile(bytes), 400, 'VALIDATION_ERROR');
    assert.match(JSON.stringify(extras.errors), /archived/);
    const [first] = readXlsx(await exportFile());
    assert.ok(first && !gridOf(first).some(([id]) => id === String(one.id)));
  });
});
