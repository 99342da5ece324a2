/** `npm run import` against a service in a process of its own, also when it is killed or the line is cut. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type ReadDocument, readDocument } from '../../scripts/documents/read-document.ts';
import { findOrCreateCategory } from '../../scripts/import/filing.ts';
import { type ImportOutcome, importStandard } from '../../scripts/import/import-standard.ts';
import { readOptions } from '../../scripts/import/options.ts';
import { runQuietly, sendDocument } from '../../scripts/import/send-document.ts';
import { type DisposableService, startDisposableService } from '../../scripts/launcher/disposable-service.ts';
import {
  AUTHOR_PERMISSIONS,
  createKey,
  registerAccount,
  registerMember,
} from '../../scripts/populate/accounts.ts';
import type { ApiCaller } from '../../scripts/rest-client/api-caller.ts';
import type { RestClient } from '../../scripts/rest-client/client.ts';
import { hashOutlineContent } from '../../shared/revisioning/content-hash.ts';
import { databasePrefix, dropDatabases, mongodbUri } from '../test-servers.ts';
import { startInterruptingProxy } from './interrupting-proxy.ts';

const ADA = 'test/corpora/elements/ada-2010-standards.json';
const ADA_FIELDS = 'test/corpora/fields/ada-2010-dimensions.json';
/** A short one, for imports that are interrupted. */
const FALLING = 'test/corpora/elements/uk-approved-document-k.json';

describe('npm run import', () => {
  const prefix = databasePrefix('import');
  const folder = mkdtempSync(join(tmpdir(), 'css-import-'));
  let service: DisposableService;
  /** A session of the company's administrator, and her key. */
  let owner: RestClient;
  let client: RestClient;
  beforeAll(async () => {
    service = await startDisposableService('one process', {
      MONGODB_URI: mongodbUri(),
      DATABASE_PREFIX: prefix,
    });
    owner = await registerAccount(service.base, 'Ada', 'Access Specifiers');
    client = (await createKey(owner, AUTHOR_PERMISSIONS)).client;
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
    await dropDatabases(prefix);
  });

  const start = (args: string[], base = service.base): ChildProcess =>
    spawn(process.execPath, ['scripts/import.ts', ...args, '--to', base], {
      env: { ...process.env, IMPORT_KEY: client.credential.key ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  /** Runs the command to its end. */
  async function run(
    args: string[],
    base?: string,
  ): Promise<{ code: number | null; out: string; err: string }> {
    const child = start(args, base);
    assert.ok(child.stdout && child.stderr);
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: typeof code === 'number' ? code : null, out, err };
  }

  /** Runs it with `--json` and returns the report. */
  async function importJson(args: string[], base?: string): Promise<Report> {
    const { code, out, err } = await run([...args, '--json'], base);
    assert.equal(code, 0, err);
    const report: Report = JSON.parse(out);
    return report;
  }

  /** The same in this process, which is faster. */
  async function importHere(args: string[], base = service.base): Promise<ImportOutcome> {
    const { file, fieldsFile, name, target } = readOptions([...args, '--to', base], {
      IMPORT_KEY: client.credential.key,
    });
    assert.ok(target);
    const files = {
      file: readFileSync(file),
      ...(fieldsFile ? { fieldsFile: readFileSync(fieldsFile) } : {}),
    };
    return sendDocument(name ?? '', readDocument(files).document, target, runQuietly);
  }

  describe('S22: what is imported, published, read as markup and imported again has an equal content hash', () => {
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
      const copy = join(folder, 'copy.md');
      writeFileSync(copy, shown.markdown);
      const second = await importHere([copy, '--name', `${name} again`, '--publish']);
      assert.notEqual(second.id, id);
      const again = await client.call('standards.get', { id: second.id });
      assert.ok('content_hash' in again);
      assert.equal(again.content_hash, first.contentHash);
    }
  });

  it('says in lines what it read, changed and made, and files the standard as the options say', async () => {
    const { code, out, err } = await run([
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
    const file = join(folder, 'category.md');
    const { id } = await client.call('categories.create', { name: 'Other', subject_type: 'company' });
    writeFileSync(file, `---\ncategory: "${id}"\n---\n\n# 1 Scope\n`);
    const categoryOf = async (options: string[]): Promise<string | undefined> => {
      const { standard } = await importJson([file, ...options]);
      const read = await client.call('standards.get', { id: standard.id });
      return 'category' in read ? read.category?.name : undefined;
    };
    assert.equal(await categoryOf(['--name', 'Named']), String(id));
    assert.equal(await categoryOf(['--name', 'Chosen', '--category', String(id)]), 'Other');
  });

  it('a dry run needs no service and sends nothing', async () => {
    const args = ['scripts/import.ts', ADA, '--dry-run', '--json'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const report: Report = JSON.parse(await text(child.stdout));
    assert.deepEqual([report.element_count, report.standard], [1_896, null]);
  });

  const WRITES = ['the category', 'the standard', 'the save', 'the publication'];
  for (const [index, title] of WRITES.entries()) {
    for (const isDone of [false, true]) {
      const moment = `${isDone ? 'after' : 'before'} ${title}`;
      const optionsFor = (name: string) => ['--name', name, '--category', `For ${name}`, '--publish'];

      it(`R11: killed ${moment}, it goes on when it is run again: one standard, whole, published once`, async () => {
        const name = `Killed ${index} ${isDone}`;
        const args = [FALLING, ...optionsFor(name)];
        let child: ChildProcess | null = null;
        const interrupt = () => child?.kill('SIGKILL');
        const proxy = await startInterruptingProxy(service.base, { at: index + 1, isDone, interrupt });
        child = start(args, proxy.url);
        const [, signal] = await once(child, 'exit');
        proxy.close();
        assert.equal(signal, 'SIGKILL');
        await assertImportedOnce(name, await importHere(args));
      });

      it(`R11: where the line is cut ${moment}, it goes on by itself`, async () => {
        const name = `Cut ${index} ${isDone}`;
        const interrupt = (response: ServerResponse) => response.destroy();
        const proxy = await startInterruptingProxy(service.base, { at: index + 1, isDone, interrupt });
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
    const reports = await Promise.all([importJson(args), importJson(args)]);
    assert.equal(new Set(reports.map(({ standard }) => standard.id)).size, 1);
    const [{ standard }] = reports as [Report, Report];
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
    const request = { document, metadata, publish: true, userId: user.id };
    await assertImportedOnce('Overtaken', await importStandard(api, request, runQuietly));
  });

  describe('refuses, with a sentence and an exit code', () => {
    const cases: [string, () => string[], number, RegExp][] = [
      ['no file', () => [], 64, /Which file\?/],
      ['an unknown option', () => [ADA, '--nme', 'x'], 64, /Unknown option '--nme'/],
      ['a scope that is none', () => [ADA, '--scope', 'mars'], 64, /--scope mars/],
      ['a library that is not there', () => [ADA, '--library', 'Attic'], 64, /no library "Attic"/],
      ['markup with errors', () => [markdown('# Scope\n\ntext\n')], 65, /line 1: The heading "Scope"/],
      ['a file that is not there', () => ['nowhere.md'], 66, /There is no file .*nowhere\.md\./],
      ['a key that is none', () => [ADA, '--key', 'css_test_x'], 77, /key is not accepted/],
      ['another scope’s rights', () => [ADA, '--scope', 'global'], 77, /403/],
      ['a name that is refused', () => [ADA, '--name', 'a\u202eb'], 1, /name: 'name' must not contain/],
    ];
    for (const [title, args, code, message] of cases)
      it(title, async () => {
        const result = await run(args());
        assert.equal(result.code, code, result.err);
        assert.match(result.err, message);
        assert.doesNotMatch(result.err, /\n +at /, 'no stack trace');
      });

    it('a service that is not there', async () => {
      const { code, err } = await run([ADA], 'http://127.0.0.1:9');
      assert.equal(code, 69, err);
    });

    it('a name that stands for something else: nothing is overwritten', async () => {
      const file = markdown('# 1 Scope\n');
      await importJson([file, '--name', 'Taken', '--publish']);
      const { code, err } = await run([markdown('# 1 Other\n'), '--name', 'Taken', '--publish']);
      assert.equal(code, 1);
      assert.match(
        err,
        /already a standard "Taken" \(\d+\) in this scope, with other content\. Choose another name/,
      );
    });

    it('a standard that a colleague has just created: it stays empty', async () => {
      const colleague = await registerMember(owner, 'Byron', 'CompanyEditor');
      const category = await colleague.call('categories.create', { name: 'Byron', subject_type: 'company' });
      const about = { name: 'His', category_id: category.id, subject_type: 'company' } as const;
      const { id } = await colleague.call('standards.create', about);
      const { code, err } = await run([markdown('# 1 Scope\n'), '--name', 'His']);
      assert.equal(code, 1);
      assert.match(err, /by somebody else\. Choose another name/);
      assert.deepEqual((await colleague.call('standards.workingCopy.get', { id })).elements, []);
    });

    let files = 0;
    function markdown(content: string): string {
      const file = join(folder, `text-${++files}.md`);
      writeFileSync(file, content);
      return file;
    }
  });
});

interface Report {
  element_count: number;
  changes: ReadDocument['changes'];
  standard: { id: number; content_hash: string; resumed: boolean; revision: { code: string } | null };
}
