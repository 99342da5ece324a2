/**
 * Tests of the printed numbers of clauses in every answer about a datasheet and in its spreadsheets; also when the
 * clause is withheld.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { decodeCsv, readCsvRows } from '../../../shared/spreadsheets/read-csv.ts';
import { readXlsx } from '../../../shared/spreadsheets/read-xlsx.ts';
import { editor } from '../../../test/people.ts';
import { clause, type EditionInput, editionField, section } from '../../../test/world/editions.ts';
import { type AdoptedEdition, CANARY, HoldsWorld } from '../../../test/world/holds.ts';
import { type DatasheetResult, ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('printed numbers of clauses in datasheets', () => {
  const site = ProjectsWorld.use();
  const world = new HoldsWorld(site.node);
  const PRINTED = `1.01.${CANARY}`;

  /** Clause 1.1 with a printed number, 1.2 without one, each with a field. */
  const content = (label: string): EditionInput => ({
    elements: [
      { ...section('1', 'Materials'), label: 'PART 1' },
      { ...clause('1.1', 'Nuts shall be dry.'), label },
      clause('1.2', 'Water shall be clean.'),
    ],
    fields: [
      editionField({ element_address: '1.1', label: 'Supplier' }),
      editionField({ element_address: '1.2', label: 'Purity' }),
    ],
  });
  let edition: AdoptedEdition;
  let projectId: number;
  let sheet: DatasheetResult;
  /** The first revision of the datasheet, and one with a value in each clause. */
  let compared: { from: number; to: number };
  beforeAll(async () => {
    edition = await world.adopt({}, content(PRINTED));
    projectId = await site.createProject('Printed numbers');
    await site.importStandard(projectId, edition.standardId);
    const blank = await site.createDatasheet(projectId, edition.standardId);
    const values = blank.elements.map(({ id }) => ({ element_id: id, new_value: 'Acme' }));
    await site.reviseDatasheet(blank.id, values);
    sheet = await site.getDatasheet(blank.id);
    compared = { from: blank.revision.id, to: sheet.revision.id };
  });

  const numbersOf = (rows: readonly { address: string; printed_number?: string }[]) =>
    rows.map(({ address, printed_number }) => [address, printed_number]);
  const SHOWN = [
    ['1.1', PRINTED],
    ['1.2', undefined],
  ];
  const exportFile = async (format: 'xlsx' | 'csv') => {
    const { bytes } = await site.node.call(editor, 'datasheets.export', { id: projectId, format });
    return Buffer.from(bytes, 'base64');
  };
  const everyAnswer = async () => {
    const { id, revision } = sheet;
    const at = { instanceId: id, revisionId: revision.id };
    return {
      verbose: await site.getDatasheet(id),
      compact: await site.node.call(editor, 'datasheets.get', { id, format: 'compact' }),
      sealed: await site.node.call(editor, 'datasheets.revision.get', at),
      plan: await site.node.call(editor, 'datasheets.upgradePlan', { id }),
      comparison: await site.node.call(editor, 'datasheets.compare', { id, ...compared }),
      csv: readCsvRows(decodeCsv(await exportFile('csv'))).map(({ cells }) => cells.slice(6, 8)),
      head: readXlsx(await exportFile('xlsx'))[0]?.rows[1]?.cells.slice(5),
    };
  };

  it('every answer about a datasheet gives them beside the address, where there is one (Y11)', async () => {
    const second = { page: edition.page, edition_number: 2, ...content('1.02') };
    const { revisionId: next } = await world.adopt({}, second);
    const { verbose, compact, sealed, plan, comparison, csv, head } = await everyAnswer();
    for (const { elements } of [sheet, verbose, compact, sealed])
      assert.deepEqual(numbersOf(elements), SHOWN);
    assert.deepEqual(numbersOf(comparison.changes), SHOWN);
    assert.deepEqual(csv, [
      ['address', 'printed_number'],
      ['1.1', PRINTED],
      ['1.2', ''],
    ]);
    assert.deepEqual(head, [`1.1 [${PRINTED}] Supplier`, '1.2 Purity']);
    assert.equal(plan.target.id, next);
    assert.deepEqual(numbersOf(plan.autoResolved), [
      ['1.1', '1.02'],
      ['1.2', undefined],
    ]);
  });

  it('they are withheld with their clause, and come back with it (Y11, W13)', async () => {
    const shown = await everyAnswer();
    assert.ok(JSON.stringify(shown).includes(CANARY));
    await world.state(edition, world.hold(edition));
    assert.ok(!JSON.stringify(await everyAnswer()).includes(CANARY));
    await world.state(edition);
    assert.deepEqual(await everyAnswer(), shown);
  });
});
