/** Tests of the commands of `spec` against a running service: sign-in and its key, from clone to publish, also under a hold. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from '@jest/globals';
import { HoldsWorld } from '../../../test/world/holds.ts';
import { type Desk, useSpecWorld } from '../spec-world.fixture.ts';

const MARKUP = `# 1 Materials

1.1 Cement shall be grey.

1.2 Water shall be clean.

\`\`\`field
label: Source
type: text
\`\`\`
`;

describe('spec, the command line of authors', () => {
  const world = useSpecWorld();
  const created = () => world.createStandard({ markdown: MARKUP });
  /** A clone of a new standard. */
  const cloned = async (desk: Desk = world.desk()) => {
    const id = await created();
    const run = await desk.spec(['clone', String(id), 'a.md']);
    assert.equal(run.code, 0, run.err);
    return { id, desk };
  };
  const edit = (desk: Desk, from: string, to: string) =>
    desk.write('a.md', desk.read('a.md').replace(from, to));

  it('clone writes what the service gives as markup, and overwrites nothing', async () => {
    const { id, desk } = await cloned();
    assert.equal(desk.read('a.md'), MARKUP);
    edit(desk, 'grey', 'white');
    const again = await desk.spec(['clone', String(id), 'a.md']);
    assert.equal(again.code, 1);
    assert.match(again.err, /a\.md exists already, and nothing is overwritten/);
    assert.match(desk.read('a.md'), /white/);
    assert.match((await desk.spec(['clone', '999999'])).err, /404 NOT_FOUND/);
    assert.equal((await desk.spec(['clone', 'x'])).code, 64);
    const nowhere = await desk.spec(['clone', String(id), 'none/a.md']);
    assert.deepEqual([nowhere.code, existsSync(join(desk.folder, 'none'))], [66, false]);
  });

  it('an edit is in status and diff word by word, and a push saves it', async () => {
    const { id, desk } = await cloned();
    edit(desk, 'grey', 'white');
    const status = await desk.spec(['status']);
    assert.match(status.out, /here: {4}1 clause changed\n {2}service: no changes/);
    const diff = await desk.spec(['diff']);
    assert.equal(diff.out, '~ 1.1 changed\n    Cement shall be [-grey-]{+white+}.\n');
    const push = await desk.spec(['push']);
    assert.equal(push.code, 0);
    assert.match(push.out, /uncertain 1\.1 "Cement shall be white\."\n.*a\.md: saved\.\n$/s);
    const { elements } = await world.author.call('standards.workingCopy.get', { id });
    assert.equal(elements[1]?.content, 'Cement shall be white.');
    assert.equal((await desk.spec(['push'])).out, 'a.md: nothing to push.\n');
  });

  it('a push says which clause each text is, with --dry-run before anything is saved', async () => {
    const { id, desk } = await cloned();
    edit(desk, '1.2 Water', '1.3 Water');
    edit(desk, '1.1 Cement', '1.1 Gravel is washed twice.\n\n1.2 Cement');
    const dry = await desk.spec(['push', '--dry-run']);
    assert.match(dry.out, /unchanged 1, reworded 0, moved 2, new 1, .*\n {2}moved 1\.1 → 1\.2 \(text\)/);
    assert.match(dry.out, /a\.md: nothing was saved: --dry-run\./);
    assert.equal((await world.author.call('standards.workingCopy.get', { id })).elements.length, 3);
    assert.match((await desk.spec(['push'])).out, /moved 2, new 1.*a\.md: saved\./s);
  });

  it('a push merges with the save of a colleague, and refreshes the file', async () => {
    const { id, desk } = await cloned();
    const other = world.colleagueDesk();
    await other.spec(['clone', String(id), 'a.md']);
    edit(other, 'Water shall be clean.', 'Water shall be drinkable.');
    assert.equal((await other.spec(['push'])).code, 0);
    edit(desk, '1.2 Water', '1.3 Water');
    edit(desk, '1.1 Cement', '1.1 Gravel shall be washed.\n\n1.2 Cement');
    const run = await desk.spec(['push']);
    assert.equal(run.code, 0, run.err);
    assert.match(run.out, /merged with the changes of others/);
    assert.match(desk.read('a.md'), /1\.1 Gravel[\s\S]*1\.2 Cement[\s\S]*1\.3 Water shall be drinkable/);
    // Without changes of its own, a push brings in those of others.
    assert.match((await other.spec(['push'])).out, /brought in what the service has: 1 clause added/);
    assert.equal(other.read('a.md'), desk.read('a.md'));
  });

  it('both changing one clause leaves both sides in the file, and no push until they are settled', async () => {
    const { id, desk } = await cloned();
    const other = world.colleagueDesk();
    await other.spec(['clone', String(id), 'a.md']);
    edit(other, 'grey', 'black');
    await other.spec(['push']);
    edit(desk, 'grey', 'white');
    edit(desk, 'clean', 'cold');
    const run = await desk.spec(['push']);
    assert.equal(run.code, 2);
    assert.match(run.out, /1 clause changed here and on the service: 1\.1\./);
    const text = desk.read('a.md');
    assert.match(
      text,
      /<<<<<<< mine: your text\n\n.*white\.\n\n=======\n\n.*black\.\n\n>>>>>>> server: saved by Byron at /,
    );
    assert.match(text, /cold/);
    assert.equal((await desk.spec(['push'])).code, 2);
    assert.equal((await desk.spec(['status'])).code, 2);
    assert.equal((await desk.spec(['check'])).code, 1);
    desk.write('a.md', text.replace(/<{7}.*\n\n|={7}\n\n.*\n\n>{7}.*\n\n/g, ''));
    const settled = await desk.spec(['push']);
    assert.equal(settled.code, 0, settled.err);
    const { elements } = await world.author.call('standards.workingCopy.get', { id });
    assert.deepEqual(
      elements.map(({ content }) => content),
      ['', 'Cement shall be white.', 'Water shall be cold.'],
    );
    assert.equal(readdirSync(join(desk.folder, '.spec/previous')).length, 1);
  });

  it('a conflict with a published revision names its author, not the one whose push opened the working copy', async () => {
    const { id, desk } = await cloned();
    const other = world.colleagueDesk();
    await other.spec(['clone', String(id), 'a.md']);
    edit(desk, 'clean', 'cold');
    await desk.spec(['push']);
    await world.author.call('standards.publish', { id, summary: 'Cold water' });
    const { revisions } = await world.author.call('standards.revisions', { id });
    edit(other, 'clean', 'warm');
    assert.equal((await other.spec(['push'])).code, 2);
    const [line] = /^>{7} server.*$/m.exec(other.read('a.md')) ?? [];
    assert.equal(line, `>>>>>>> server: published by Ada at ${revisions[0]?.created_at}`);
  });

  it('what is not given without a terminal leads to the help of the same command', async () => {
    const { desk } = await cloned();
    const child = spawnSync(process.execPath, [resolve('scripts/spec/spec.ts'), 'publish'], {
      cwd: desk.folder,
      input: '',
      encoding: 'utf8',
    });
    assert.equal(child.status, 64);
    assert.match(child.stderr, /^Severity .* nobody to ask\. See spec publish --help\.\n$/);
  });

  it('publish wants everything pushed, a severity and a summary, and the next push opens a working copy', async () => {
    const { id, desk } = await cloned();
    edit(desk, 'grey', 'white');
    assert.match((await desk.spec(['publish'])).err, /Run spec push first/);
    await desk.spec(['push']);
    assert.equal((await desk.spec(['publish', '--summary', ' ', '--severity', 'major'])).code, 64);
    const published = await desk.spec(['publish', '--summary', 'White cement'], 'major');
    assert.deepEqual([published.code, published.out], [0, 'a.md: published as revision 1.0.0.\n']);
    assert.match((await desk.spec(['publish'])).err, /nothing to publish/);
    edit(desk, 'white', 'grey');
    assert.equal((await desk.spec(['push'])).code, 0);
    const { opened_from, elements } = await world.author.call('standards.workingCopy.get', { id });
    assert.deepEqual([opened_from?.code, elements[1]?.content], ['1.0.0', 'Cement shall be grey.']);
    // Somebody saves in between.
    await world.colleague.call('standards.workingCopy.save', {
      id,
      markdown: MARKUP.replace('clean', 'cold'),
    });
    assert.equal((await desk.spec(['publish', '--summary', 'x', '--severity', 'minor'])).code, 2);
  });

  it('a push after somebody published merges into a new working copy', async () => {
    const { id, desk } = await cloned();
    await world.colleague.call('standards.workingCopy.save', {
      id,
      markdown: MARKUP.replace('clean', 'cold'),
    });
    await world.colleague.call('standards.publish', { id });
    edit(desk, 'grey', 'white');
    const run = await desk.spec(['push']);
    assert.equal(run.code, 0, run.err);
    const { elements } = await world.author.call('standards.workingCopy.get', { id });
    assert.deepEqual(
      elements.map(({ content }) => content),
      ['', 'Cement shall be white.', 'Water shall be cold.'],
    );
  });

  it('a clause that a moderator withheld is cloned as its seal, pushed as it is, and comes back whole (S6)', async () => {
    const holds = new HoldsWorld(world.node);
    const adopted = await holds.adopt();
    const { company_id: companyId } = (await world.author.call('discovery.whoami')).user;
    const { id } = await world.author.call('standards.customize', {
      id: adopted.standardId,
      ...(companyId === null ? {} : { companyId }),
    });
    const early = world.desk();
    await early.spec(['clone', String(id), 'a.md']);
    assert.match(early.read('a.md'), /canarium/);
    await holds.state(adopted, holds.hold(adopted));
    await world.author.call('standards.edit', { id });
    const desk = world.desk();
    await desk.spec(['clone', String(id), 'a.md']);
    assert.match(desk.read('a.md'), /^.*1\.1.*\n?\n?<!-- notice:withheld:/m);
    assert.doesNotMatch(desk.read('a.md'), /canarium/);
    edit(desk, 'Water shall be clean', 'Water shall be cold');
    const run = await desk.spec(['push']);
    assert.equal(run.code, 0, run.err);
    // Who cloned before the hold still has the words; the push leaves the seal where it is.
    edit(early, 'Sand shall be washed', 'Sand shall be dry');
    const late = await early.spec(['push']);
    assert.equal(late.code, 0, late.err);
    await holds.state(adopted);
    const { elements } = await world.author.call('standards.workingCopy.get', { id });
    assert.deepEqual(
      elements.map(({ content }) => content),
      ['', 'Nuts of canarium ovatum shall be dry.', 'Water shall be cold.', 'Sand shall be dry.'],
    );
  });

  it('a text with errors, a missing key and a deletion of most clauses are refused with what to do', async () => {
    const { id, desk } = await cloned();
    edit(desk, '# 1 Materials', '# Materials');
    const wrong = await desk.spec(['push']);
    assert.deepEqual([wrong.code, /heading-without-address/.test(wrong.err)], [1, true]);
    desk.write('a.md', '# 1 Materials\n');
    assert.match((await desk.spec(['push'])).err, /spec push --confirm-replace/);
    assert.equal((await desk.spec(['push', '--confirm-replace'])).code, 0);
    const stranger = world.desk(null);
    const run = await stranger.spec(['clone', String(id)]);
    assert.deepEqual([run.code, /Run spec login/.test(run.err)], [77, true]);
    assert.equal((await stranger.spec(['push'])).code, 66);
  });

  it('a file that is not UTF-8 is refused with what to do, and nothing of it is pushed', async () => {
    const { id, desk } = await cloned();
    const file = join(desk.folder, 'a.md');
    const sent = MARKUP.replace('grey', 'gr\u00FCn');
    for (const bytes of [Buffer.from(sent, 'latin1'), Buffer.from(`\uFEFF${sent}`, 'utf16le')]) {
      writeFileSync(file, bytes);
      for (const name of ['push', 'status', 'diff', 'check']) {
        const run = await desk.spec([name]);
        assert.deepEqual([run.code, run.out], [66, ''], name);
        assert.match(run.err, /a\.md is not UTF-8\. Save it as UTF-8/);
      }
      assert.deepEqual(readFileSync(file), bytes);
    }
    const { elements } = await world.author.call('standards.workingCopy.get', { id });
    assert.equal(elements[1]?.content, 'Cement shall be grey.');
    writeFileSync(file, sent);
    assert.equal((await desk.spec(['push'])).code, 0);
  });

  it('login stores a checked key for the user alone, given or made by signing in', async () => {
    const desk = world.desk(null);
    const bad = await desk.spec(['login', '--url', world.url, '--key-stdin'], 'css_test_wrong');
    assert.deepEqual([bad.code, existsSync(join(desk.folder, 'configuration'))], [77, false]);
    const made = await desk.spec(
      ['login', '--url', world.url, '--email', 'ada@example.org'],
      'a long enough password',
    );
    assert.equal(made.code, 0, made.err);
    const file = join(desk.folder, 'configuration/spec/credentials.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const id = await created();
    assert.equal((await desk.spec(['clone', String(id), 'a.md'])).code, 0);
    assert.equal((await desk.spec(['login', '--url', 'x'])).code, 64);
  });

  it('the key of a variable goes to the service it is for and to no other', async () => {
    const { desk } = await cloned();
    const key = world.author.credential.key ?? '';
    const alone = await desk.spec(['push'], '', { SPEC_KEY: key });
    assert.match(alone.err, /Set both/);
    const elsewhere = await desk.spec(['push'], '', { SPEC_KEY: key, SPEC_URL: 'https://specs.example.org' });
    assert.match(elsewhere.err, /SPEC_URL is https:\/\/specs\.example\.org/);
    edit(desk, 'grey', 'white');
    const right = await desk.spec(['push'], '', { SPEC_KEY: key, SPEC_URL: world.url });
    assert.equal(right.code, 0, right.err);
  });

  it('every command has help; an unknown one, option or file is 64', async () => {
    const desk = world.desk();
    const { out } = await desk.spec(['--help']);
    for (const name of ['login', 'clone', 'status', 'diff', 'check', 'push', 'publish', 'verify']) {
      assert.match(out, new RegExp(`^  ${name} `, 'm'));
      const help = await desk.spec([name, '--help']);
      assert.deepEqual([help.code, help.out.startsWith(`spec ${name}`)], [0, true]);
    }
    for (const words of [
      [],
      ['sing'],
      ['push', '--loud'],
      ['push', 'a', 'b'],
      ['check', '--format', 'xml'],
      ['verify'],
      ['verify', 'a.json', '--loud'],
    ])
      assert.equal((await desk.spec(words)).code, 64, words.join(' '));
    assert.equal((await desk.spec(['verify', 'none.json', '--keys', 'none.json'])).code, 66);
  });
});
