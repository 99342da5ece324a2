/** Tests of `npm run import -- FILE --edition-of ID` against a service in a process of its own. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { readDocument } from '../../scripts/import/documents/read-document.ts';
import { EditionRefusedError } from '../../scripts/import/edition/explain-refusal.ts';
import { runEdition } from '../../scripts/import/edition/run-edition.ts';
import { readOptions } from '../../scripts/import/options.ts';
import { runQuietly, sendDocument } from '../../scripts/import/send-document.ts';
import { createDatasheets, createProject } from '../../tools/world/projects.ts';
import { ImportCommand } from './import-command.ts';

/** Controls with a field of one label each, as in a catalogue. */
const markupOf = (...controls: string[]): string =>
  [
    '# 1 Access',
    ...controls.map(
      (text, index) => `**1.${index + 1} ${text}\n\n\`\`\`field\nlabel: frequency\ntype: text\n\`\`\``,
    ),
    '',
  ].join('\n\n');

const POLICIES = 'Policies** Policies are reviewed at an interval that the owner chooses.';
const FIRST = markupOf(
  POLICIES,
  'Accounts** Accounts are reviewed by the officer in charge of them.',
  'Sessions** Sessions end when the user has not moved for a while.',
);
/** A control is inserted before the others, one reworded, one taken out. */
const SECOND = markupOf(
  'Models** Models are tested before use, and after each change of their data.',
  POLICIES,
  'Accounts** Accounts are reviewed and confirmed by the officer in charge of them.',
);

describe('npm run import --edition-of', () => {
  let command: ImportCommand;
  beforeAll(async () => {
    command = await ImportCommand.start();
  });
  afterAll(() => command.stop());

  const options = (args: string[]) =>
    readOptions([...args, '--to', command.base], { IMPORT_KEY: command.client.credential.key });
  async function importNew(markup: string, name: string): Promise<number> {
    const { file, target } = options([command.write(markup), '--name', name, '--publish']);
    assert.ok(target);
    const read = readDocument({ file: readFileSync(file) });
    return (await sendDocument(name, read, target, runQuietly)).id;
  }
  async function sendEdition(file: string, id: number, args: string[] = []) {
    const { edition } = options([file, '--edition-of', String(id), ...args]);
    assert.ok(edition);
    const lines: string[] = [];
    const done = await runEdition(readDocument({ file: readFileSync(file) }), edition, runQuietly, (more) =>
      lines.push(...more),
    );
    return { ...done, lines };
  }
  const clausesOf = async (id: number) => {
    const standard = await command.client.call('standards.get', { id });
    assert.ok('elements' in standard);
    return new Map(standard.elements.map((element) => [element.toc_content, element.element_id]));
  };

  it('a dry run reports and stores nothing; the save keeps each clause with its values (Y10)', async () => {
    const id = await importNew(FIRST, 'Access control');
    const before = await clausesOf(id);
    const projectId = await createProject(command.owner, { name: 'Library' }, [{ standardId: id }]);
    const [sheet] = await createDatasheets(command.owner, { project_id: projectId, standard_id: id }, [
      'Site',
    ]);
    assert.ok(sheet);
    const read = await command.owner.call('datasheets.get', { id: sheet.id });
    const changes = read.elements.map(({ id: element_id, address }) => ({
      element_id,
      new_value: `value of ${address}`,
    }));
    await command.owner.call('datasheets.revise', { id: sheet.id, severity: 'MINOR', changes });

    const file = command.write(SECOND);
    const { code, out } = await command.run([file, '--edition-of', String(id), '--dry-run']);
    assert.equal(code, 0, out);
    assert.match(out, /Kept unchanged 1, reworded 1, moved 2, new 1, deleted 1, uncertain 0\./);
    assert.match(out, /reworded 1\.3 …".*are reviewed by the officer.*" → …".*are reviewed and confirmed by/);
    assert.match(out, /deleted 1\.3 "Sessions Sessions end/);
    assert.match(out, /deleted: the field 1\.3 frequency/);
    assert.match(out, /Nothing was stored/);
    await assert.rejects(command.client.call('standards.workingCopy.get', { id }), /404/);

    const { revision } = await sendEdition(file, id, ['--publish']);
    assert.equal(revision?.code, '2.0.0');
    const after = await clausesOf(id);
    for (const heading of ['Access', 'Policies', 'Accounts'])
      assert.equal(after.get(heading), before.get(heading), heading);
    await command.owner.call('projects.standardRevisions.apply', {
      id: projectId,
      changes: [{ standardId: id, toStandardRevisionId: revision?.id ?? 0 }],
    });
    const plan = await command.owner.call('datasheets.upgradePlan', { id: sheet.id });
    const recorded = plan.autoResolved.map(({ address, recorded: { value } }) => [address, value]);
    assert.deepEqual(recorded, [
      ['1.2', 'value of 1.1'],
      ['1.3', 'value of 1.2'],
    ]);
    const again = await sendEdition(file, id, ['--dry-run']);
    assert.deepEqual(
      [again.plan.kept, again.plan.moved, again.plan.added, again.plan.deleted],
      [4, [], [], []],
    );
  });

  it('a clause that is settled as new by hand is another one than the clause it resembles (Y10)', async () => {
    const id = await importNew(FIRST, 'Settled by hand');
    const before = await clausesOf(id);
    const settled = command.write(JSON.stringify({ standard: id, clauses: [{ address: '1.3', is: 'new' }] }));
    const { plan } = await sendEdition(command.write(SECOND), id, ['--identities', settled, '--publish']);
    assert.deepEqual(plan.deleted.map(({ address }) => address).sort(), ['1.2', '1.3']);
    const after = await clausesOf(id);
    assert.notEqual(after.get('Accounts'), before.get('Accounts'));
    assert.equal(after.get('Policies'), before.get('Policies'));
    const standard = await command.client.call('standards.get', { id, format: 'markdown' });
    assert.ok('markdown' in standard && standard.markdown.includes('reviewed and confirmed by the officer'));
  });

  it('unpublished changes are not replaced without --confirm-replace, and nothing is stored', async () => {
    const id = await importNew(FIRST, 'Work in progress');
    const copy = await command.owner.call('standards.edit', { id });
    const elements = copy.elements.map((element) =>
      element.toc_content === 'Sessions' ? { ...element, content: 'Sessions end after an hour.' } : element,
    );
    const { version } = await command.owner.call('standards.workingCopy.save', {
      id,
      baseVersion: copy.version,
      elements,
    });
    const file = command.write(SECOND);
    await assert.rejects(sendEdition(file, id), EditionRefusedError);
    assert.equal((await command.owner.call('standards.workingCopy.get', { id })).version, version);
    const out = `${file}.json`;
    const { lines } = await sendEdition(file, id, ['--confirm-replace', '--identities-out', out]);
    assert.match(lines[0] ?? '', /which has changes that are not published/);
    assert.equal(JSON.parse(readFileSync(out, 'utf8')).standard, id);
    writeFileSync(out, 'no JSON');
    await assert.rejects(sendEdition(file, id, ['--identities', out]), /no JSON object/);
  });

  it('an edition whose file has no fields names those that would go, and deletes most of them only with --confirm-replace', async () => {
    const id = await importNew(FIRST, 'With fields');
    const { datasheet_elements: fields, elements } = await command.owner.call('standards.edit', { id });
    assert.ok(fields.length > 0);
    const file = command.write(FIRST.replaceAll(/```field\n.*?```\n/gs, ''));
    const { lines, plan } = await sendEdition(file, id, ['--dry-run']);
    assert.deepEqual([plan.kept, plan.deleted], [elements.length, []]);
    assert.equal(lines.filter((line) => line.startsWith('  deleted: the field ')).length, fields.length);
    await assert.rejects(sendEdition(file, id), /would delete \d+ of the \d+ fields/);
    const copy = await command.owner.call('standards.workingCopy.get', { id });
    assert.equal(copy.datasheet_elements.length, fields.length);
    await sendEdition(file, id, ['--confirm-replace']);
    assert.deepEqual((await command.owner.call('standards.workingCopy.get', { id })).datasheet_elements, []);
  });

  it('an edition of a standard without clauses is new from end to end (Y10)', async () => {
    const { id } = await command.client.call('standards.create', {
      name: 'Empty',
      subject_type: 'company',
      category_id:
        (await command.client.call('categories.list', { subject_type: 'company' })).categories[0]?.id ?? 0,
    });
    const { plan, revision } = await sendEdition(command.write(FIRST), id, ['--publish']);
    assert.deepEqual([plan.added.length, plan.kept, revision?.code], [4, 0, '1.0.0']);
  });

  it('options that cannot be meant together are refused', () => {
    for (const args of [
      ['a.md', '--edition-of', 'x'],
      ['a.md', '--edition-of', '1', '--name', 'Other'],
      ['a.md', '--confirm-replace'],
    ])
      assert.throws(() => options(args), /--(edition-of x is not|name is of a new|confirm-replace needs)/);
  });
});
