/** What `npm run import` refuses, against a service: nothing is changed there. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { registerMember } from '../../tools/world/accounts.ts';
import { ImportCommand } from './import-command.ts';

const ADA = 'test/corpora/elements/ada-2010-standards.json';

describe('npm run import refuses, with a sentence and an exit code', () => {
  let command: ImportCommand;
  beforeAll(async () => {
    command = await ImportCommand.start();
  });
  afterAll(() => command.stop());

  const cases: [string, () => string[], number, RegExp][] = [
    ['no file', () => [], 64, /Which file\?/],
    [
      'an option that --into would ignore',
      () => [ADA, '--into', '7', '--sheet', 'A'],
      64,
      /--sheet has no meaning/,
    ],
    [
      'an option that --tracked would ignore',
      () => [ADA, '--tracked', '--fields', ADA],
      64,
      /--fields has no meaning/,
    ],
    ['an unknown option', () => [ADA, '--nme', 'x'], 64, /Unknown option '--nme'/],
    ['a scope that is none', () => [ADA, '--scope', 'mars'], 64, /--scope mars/],
    ['a library that is not there', () => [ADA, '--library', 'Attic'], 64, /no library "Attic"/],
    ['markup with errors', () => [command.write('# Scope\n\ntext\n')], 65, /line 1: The heading "Scope"/],
    [
      'references to images that no new standard has',
      () => [
        command.write('# 1 Scope\n\n1.1 ![Plan](image:plan.x.png) and `![](image:code.x.png)`\n'),
        '--name',
        'Pictures',
      ],
      65,
      /nothing was created.*\n {2}1\.1: image "plan\.x\.png"\n$/s,
    ],
    ['a file that is not there', () => ['nowhere.md'], 66, /There is no file .*nowhere\.md\./],
    ['a key that is none', () => [ADA, '--key', 'css_test_x'], 77, /key is not accepted/],
    ['another scope’s rights', () => [ADA, '--scope', 'global'], 77, /403/],
    ['a name that is refused', () => [ADA, '--name', 'a\u202eb'], 1, /name: 'name' must not contain/],
  ];
  for (const [title, args, code, message] of cases)
    it(title, async () => {
      const result = await command.run(args());
      assert.equal(result.code, code, result.err);
      assert.match(result.err, message);
      assert.doesNotMatch(result.err, /\n +at /, 'no stack trace');
    });

  it('a document whose images are missing: no standard is left behind', async () => {
    const file = command.write('# 1 Scope\n\n1.1 ![Plan](image:plan.x.png)\n');
    assert.equal((await command.run([file, '--name', 'Empty'])).code, 65);
    const { standards } = await command.owner.call('standards.list', {});
    assert.ok(standards.every(({ name }) => name !== 'Empty'));
  });

  it('a service that is not there', async () => {
    const { code, err } = await command.run([ADA], 'http://127.0.0.1:9');
    assert.equal(code, 69, err);
  });

  it('a name that stands for something else: nothing is overwritten', async () => {
    const file = command.write('# 1 Scope\n');
    await command.report([file, '--name', 'Taken', '--publish']);
    const { code, err } = await command.run([command.write('# 1 Other\n'), '--name', 'Taken', '--publish']);
    assert.equal(code, 1);
    assert.match(
      err,
      /already a standard "Taken" \(\d+\) in this scope, with other content\. Choose another name/,
    );
  });

  it('a name whose standard has an earlier edition, and says which option makes it the next one', async () => {
    await command.report([command.write('# 1 Scope\n'), '--name', 'Edition', '--publish']);
    const { err } = await command.run([command.write('# 1 Other\n'), '--name', 'Edition', '--publish']);
    assert.match(err, /If this is its next edition, give --edition-of and its id/);
  });

  it('a standard that a colleague has just created: it stays empty', async () => {
    const colleague = await registerMember(command.owner, 'Byron', 'CompanyEditor');
    const category = await colleague.call('categories.create', { name: 'Byron', subject_type: 'company' });
    const about = { name: 'His', category_id: category.id, subject_type: 'company' } as const;
    const { id } = await colleague.call('standards.create', about);
    const { code, err } = await command.run([command.write('# 1 Scope\n'), '--name', 'His']);
    assert.equal(code, 1);
    assert.match(err, /by somebody else\. Choose another name/);
    assert.deepEqual((await colleague.call('standards.workingCopy.get', { id })).elements, []);
  });
});
