/** Tests of `npm run import` against a service, also when it is killed or the line is cut. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { readDocument } from '../../scripts/import/documents/read-document.ts';
import { type ImportOutcome, importStandard } from '../../scripts/import/import-standard.ts';
import { findOrCreateCategory } from '../../scripts/import/library-and-category.ts';
import { readOptions } from '../../scripts/import/options.ts';
import { runQuietly, sendDocument } from '../../scripts/import/send-document.ts';
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { hashOutlineContent } from '../../shared/revisioning/outline/content-hash.ts';
import { isLongRun } from '../world/share-of.ts';
import { ImportCommand, type ImportReport } from './import-command.ts';
import { startInterruptingProxy } from './interrupting-proxy.ts';

const ADA = 'test/corpora/elements/ada-2010-standards.json';
const ADA_FIELDS = 'test/corpora/fields/ada-2010-dimensions.json';
/** A short one, for imports that are interrupted. */
const FALLING = 'test/corpora/elements/uk-approved-document-k.json';

describe('npm run import', () => {
  let command: ImportCommand;
  let client: RestClient;
  beforeAll(async () => {
    command = await ImportCommand.start();
    client = command.client;
  });
  afterAll(() => command.stop());

  /** The same in this process, which is faster. */
  async function importHere(args: string[], base = command.base): Promise<ImportOutcome> {
    const { file, fieldsFile, name, target } = readOptions([...args, '--to', base], {
      IMPORT_KEY: client.credential.key,
    });
    assert.ok(target);
    const files = {
      file: readFileSync(file),
      ...(fieldsFile ? { fieldsFile: readFileSync(fieldsFile) } : {}),
    };
    return sendDocument(name ?? '', readDocument(files), target, runQuietly);
  }

  describe('what is imported, published, read as markup and imported again has an equal content hash (S22)', () => {
    const documents: [string, string[]][] = [
      ['ada-2010-standards', ['--fields', ADA_FIELDS]],
      ['sp800-53r5-low', ['--fields', 'test/corpora/fields/sp800-53r5-low.json']],
      ['sp800-53r5-moderate', ['--fields', 'test/corpora/fields/sp800-53r5-moderate.json']],
      ['uk-approved-document-e', []],
      ['uk-approved-document-k', []],
      ['uk-approved-document-m-vol-2', []],
    ];
    for (const [name, options] of documents)
      it(name, async () => roundTrip(`test/corpora/elements/${name}.json`, name, options));
    it('an OSCAL catalogue', async () =>
      roundTrip('test/corpora/oscal/sp800-53r5-excerpt.json', 'Security controls', []));

    async function roundTrip(file: string, name: string, options: string[]): Promise<void> {
      const first = await importHere([file, '--name', name, '--publish', ...options]);
      assert.equal(first.revision?.code, '1.0.0');
      const { id } = first;
      const read = await client.call('standards.get', { id });
      assert.ok('content_hash' in read);
      assert.equal(read.content_hash, first.contentHash);
      const shown = await client.call('standards.get', { id, format: 'markdown' });
      assert.ok('markdown' in shown);
      const copy = command.write(shown.markdown);
      const second = await importHere([copy, '--name', `${name} again`, '--publish']);
      assert.notEqual(second.id, id);
      const again = await client.call('standards.get', { id: second.id });
      assert.ok('content_hash' in again);
      assert.equal(again.content_hash, first.contentHash);
    }
  });

  it('says in lines what it read, changed and made, and files the standard as the options say', async () => {
    const { code, out, err } = await command.run([
      FALLING,
      ...['--name', 'Falling', '--category', 'Safety', '--library', 'Standards'],
    ]);
    assert.equal(code, 0, err);
    assert.match(out, /JSON "Falling": 259 elements, 0 fields\.\nChanged, 259 in all/);
    assert.match(out, /renumbered × 20: .*\n {4}elements\[0\] \(1\): "0" → "1"/);
    assert.match(out, /address-shifted × 239: .*\n {4}elements\[20\] \(2\): "1" → "2"/);
    assert.match(out, /Standard \d+, working copy, content hash [0-9a-f]{64}\n$/);
    const [standard] = (await client.call('standards.list', { search: 'Falling' })).standards;
    assert.equal(standard?.category?.name, 'Safety');
  });

  it('takes the category of a document as a name, also when it is a number', async () => {
    const { id } = await client.call('categories.create', { name: 'Other', subject_type: 'company' });
    const file = command.write(`---\ncategory: "${id}"\n---\n\n# 1 Scope\n`);
    const categoryOf = async (options: string[]): Promise<string | undefined> => {
      const { standard } = await command.report([file, ...options]);
      const read = await client.call('standards.get', { id: standard.id });
      return 'category' in read ? read.category?.name : undefined;
    };
    assert.equal(await categoryOf(['--name', 'Named']), String(id));
    assert.equal(await categoryOf(['--name', 'Chosen', '--category', String(id)]), 'Other');
  });

  it('says in a line each that a standard that is there stays in its category and its library', async () => {
    const file = command.write('# 1 Scope\n');
    const annex = await client.call('libraries.create', { name: 'Annex', subject_type: 'company' });
    const filed = [file, '--name', 'Filed', '--category', 'First'];
    const { standard } = await command.report(filed);
    assert.deepEqual(standard.notices, []);
    assert.deepEqual((await command.report([...filed, '--library', 'Standards'])).standard.notices, []);
    assert.deepEqual((await command.report([file, '--name', 'Filed'])).standard.notices, []);

    const { out } = await command.run([
      ...[file, '--name', 'Filed'],
      ...['--category', 'Second', '--library', 'Annex'],
    ]);
    const { id } = standard;
    const read = await client.call('standards.get', { id });
    assert.ok('library' in read);
    const { categories } = await client.call('categories.list', { subject_type: 'company' });
    const second = categories.find(({ name }) => name === 'Second')?.id;
    assert.deepEqual(out.split('\n').slice(-3, -1), [
      `It was there before and stays in the category "First" (${read.category?.id}). To change that: PUT /api/standards/${id} {"category_id":${second}}`,
      `It was there before and stays in the library "Standards" (${read.library?.id}), not ${annex.id}: a standard keeps its library.`,
    ]);
    assert.equal(read.category?.name, 'First');
  });

  it('a dry run needs no service and sends nothing', async () => {
    const args = ['scripts/import/import.ts', ADA, '--dry-run', '--json'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const report: ImportReport = JSON.parse(await text(child.stdout));
    assert.deepEqual([report.element_count, report.standard], [1_896, null]);
  });

  const WRITES = ['the category', 'the standard', 'the save', 'the publication'];
  for (const [index, title] of WRITES.entries()) {
    // A short run interrupts every other write before, and the others after it is done.
    for (const isDone of isLongRun ? [false, true] : [index % 2 === 1]) {
      const moment = `${isDone ? 'after' : 'before'} ${title}`;
      const optionsFor = (name: string) => ['--name', name, '--category', `For ${name}`, '--publish'];

      it(`killed ${moment}, it goes on when it is run again: one standard, whole, published once (R11)`, async () => {
        const name = `Killed ${index} ${isDone}`;
        const args = [FALLING, ...optionsFor(name)];
        let child: ChildProcess | null = null;
        const interrupt = () => child?.kill('SIGKILL');
        const proxy = await startInterruptingProxy(command.base, { at: index + 1, isDone, interrupt });
        child = command.spawn(args, proxy.url);
        const [, signal] = await once(child, 'exit');
        proxy.close();
        assert.equal(signal, 'SIGKILL');
        await assertImportedOnce(name, await importHere(args));
      });

      it(`where the line is cut ${moment}, it goes on by itself (R11)`, async () => {
        const name = `Cut ${index} ${isDone}`;
        const interrupt = (response: ServerResponse) => response.destroy();
        const proxy = await startInterruptingProxy(command.base, { at: index + 1, isDone, interrupt });
        const outcome = await importHere([FALLING, ...optionsFor(name)], proxy.url);
        proxy.close();
        await assertImportedOnce(name, outcome);
      });
    }
  }

  async function assertImportedOnce(name: string, { id, contentHash }: ImportOutcome): Promise<void> {
    assert.equal((await client.call('standards.list', { search: name })).total, 1);
    const { document } = readDocument({ file: readFileSync(FALLING) });
    assert.equal(contentHash, hashOutlineContent(document));
    const { revisions } = await client.call('standards.revisions', { id });
    assert.deepEqual(
      revisions.map(({ code, element_count, content_hash }) => [code, element_count, content_hash]),
      [['1.0.0', document.elements.length, contentHash]],
    );
  }

  it('two at once end in one standard', async () => {
    const args = [ADA, '--name', 'Twice', '--publish'];
    const reports = await Promise.all([command.report(args), command.report(args)]);
    assert.equal(new Set(reports.map(({ standard }) => standard.id)).size, 1);
    const [{ standard }] = reports as [ImportReport, ImportReport];
    assert.equal((await client.call('standards.revisions', { id: standard.id })).total, 1);
  });

  it('one that another import of the same document overtakes between two reads ends in its standard', async () => {
    const options = ['--name', 'Overtaken', '--publish'];
    let isOvertaken = false;
    const api: ApiCaller = {
      call: async (id, ...args) => {
        const result = await client.call(id, ...args);
        if (!isOvertaken && ['standards.get', 'standards.workingCopy.get'].includes(id)) {
          isOvertaken = true;
          await importHere([FALLING, ...options]);
        }
        return result;
      },
    };
    const { document } = readDocument({ file: readFileSync(FALLING) });
    const scope = { subject_type: 'company' } as const;
    const category_id = await findOrCreateCategory(client, scope, null, undefined);
    const metadata = { name: 'Overtaken', category_id, ...scope };
    const { user } = await client.call('discovery.whoami');
    const request = { document, images: [], metadata, publish: true, userId: user.id };
    await assertImportedOnce('Overtaken', await importStandard(api, request, runQuietly));
  });
});
