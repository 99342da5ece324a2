/** Tests of importing Word files into a service: those that come back, and those with tracked changes. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { readDocument } from '../../scripts/import/documents/read-document.ts';
import {
  drawing,
  paragraph,
  pictureParts,
  run,
  table,
  wordFile,
} from '../../scripts/import/documents/word/word-file.fixture.ts';
import { saveClauses } from '../../scripts/import/edition/save-clauses.ts';
import { EditedFile, paragraphLike } from '../../scripts/import/into/edited-file.fixture.ts';
import { readOptions } from '../../scripts/import/options.ts';
import { runQuietly, sendDocument } from '../../scripts/import/send-document.ts';
import { jpegOf, pngOf } from '../../shared/images/images.fixture.ts';
import type { ApiCaller, CallArgs } from '../../shared/rest-client/api-caller.ts';
import type { EndpointResult, RestEndpointId } from '../../shared/rest-client/endpoint-types.ts';
import { ImportCommand } from './import-command.ts';

const DOORS = `# 1 Doors

**1.1** Doors open **outwards**.

**1.2 Locks** Locks are of class 3.

\`\`\`field
label: Class
type: text
\`\`\`

**1.3** Frames are of oak.
`;

/** Does not reach the service any more once it has saved. */
class KilledAfterFirstSave implements ApiCaller {
  readonly #api: ApiCaller;
  #saves = 0;

  constructor(api: ApiCaller) {
    this.#api = api;
  }

  async call<K extends RestEndpointId>(id: K, ...args: CallArgs<K>): Promise<EndpointResult<K>> {
    if (id === 'standards.workingCopy.save' && ++this.#saves > 1) throw new Error('killed');
    return this.#api.call(id, ...args);
  }
}

describe('Word files over REST', () => {
  let command: ImportCommand;
  beforeAll(async () => {
    command = await ImportCommand.start();
  });
  afterAll(() => command.stop());

  async function publish(name: string): Promise<number> {
    const { file, target } = readOptions(
      [command.write(DOORS), '--name', name, '--publish', '--to', command.base],
      { IMPORT_KEY: command.client.credential.key },
    );
    assert.ok(target);
    return (await sendDocument(name, readDocument({ file: readFileSync(file) }), target, runQuietly)).id;
  }
  async function download(id: number, query = ''): Promise<EditedFile> {
    const response = await fetch(`${command.base}/api/standards/${id}/document?format=docx${query}`, {
      headers: { authorization: `Bearer ${command.client.credential.key}` },
    });
    assert.equal(response.status, 200);
    return new EditedFile(new Uint8Array(await response.arrayBuffer()));
  }
  const write = (file: EditedFile): string => {
    const path = `${command.write('')}.docx`;
    writeFileSync(path, file.bytes);
    return path;
  };
  async function elementsOf(id: number) {
    const standard = await command.client.call('standards.get', { id });
    assert.ok('content_hash' in standard);
    return { elements: standard.elements, revision: standard.current_revision, hash: standard.content_hash };
  }
  const into = async (file: EditedFile, id: number, ...more: string[]) => {
    const { code, out, err } = await command.run([write(file), '--into', String(id), '--json', ...more]);
    return { code, done: out === '' ? null : JSON.parse(out), err };
  };

  it('edited words come back into the working copy, and nothing else; not edited, nothing is written', async () => {
    const id = await publish('Doors that come back');
    const file = await download(id);
    const untouched = await into(file, id);
    assert.deepEqual(
      [untouched.code, untouched.done?.changed, untouched.done?.saved],
      [0, [], false],
      untouched.err,
    );
    await assert.rejects(command.client.call('standards.workingCopy.get', { id }), /404/);
    const { elements } = await elementsOf(id);
    const [, first, , frames] = elements;
    assert.ok(first && frames);
    const paragraph = file.paragraphOf(first.element_id);
    file.replace(paragraph, 'Doors open', 'All doors open');
    const last = file.paragraphOf(frames.element_id);
    file.put(last, last + paragraphLike(last, 'Seals are of rubber.'));
    const dry = await into(file, id, '--dry-run');
    assert.deepEqual([dry.done?.changed.length, dry.done?.new.length, dry.done?.saved], [1, 1, false]);
    await assert.rejects(command.client.call('standards.workingCopy.get', { id }), /404/);
    const { done } = await into(file, id);
    assert.equal(done?.saved, true);
    const copy = await command.client.call('standards.workingCopy.get', { id });
    assert.deepEqual(
      copy.elements.map(({ element_id, address, content }) => [
        address,
        content,
        elements.some((one) => one.element_id === element_id),
      ]),
      [
        ['1', '', true],
        ['1.1', 'All doors open **outwards**.', true],
        ['1.2', 'Locks are of class 3.', true],
        ['1.3', 'Frames are of oak.', true],
        ['1.4', 'Seals are of rubber.', false],
      ],
    );
    assert.deepEqual(
      copy.datasheet_elements.map(({ label }) => label),
      ['Class'],
    );
    const again = await into(file, id);
    assert.deepEqual([again.code, again.done?.saved], [0, false]);
    assert.equal((await command.client.call('standards.workingCopy.get', { id })).version, copy.version);
  });

  it('merges with what others changed since, and refuses what both changed, and files of other standards', async () => {
    const id = await publish('Doors of two');
    const file = await download(id);
    const { elements } = await elementsOf(id);
    const [, first, , frames] = elements;
    assert.ok(first && frames);
    const open = await command.owner.call('standards.edit', { id });
    const saved = await command.owner.call('standards.workingCopy.save', {
      id,
      baseVersion: open.version,
      elements: open.elements.map((one) =>
        one.element_id === frames.element_id ? { ...one, content: 'Frames are of ash.' } : one,
      ),
    });
    file.replace(file.paragraphOf(first.element_id), 'Doors open', 'Gates open');
    assert.equal((await into(file, id)).done?.saved, true);
    const copy = await command.client.call('standards.workingCopy.get', { id });
    assert.deepEqual(
      copy.elements.map(({ content }) => content),
      ['', 'Gates open **outwards**.', 'Locks are of class 3.', 'Frames are of ash.'],
    );
    assert.notEqual(copy.version, saved.version);
    file.replace(file.paragraphOf(frames.element_id), 'oak', 'beech');
    const refused = await into(file, id);
    assert.equal(refused.code, 1);
    assert.deepEqual(refused.done?.conflicts, [
      { address: '1.3', mine: 'Frames are of beech.', theirs: 'Frames are of ash.' },
    ]);
    assert.equal((await command.client.call('standards.workingCopy.get', { id })).version, copy.version);
    const other = await publish('Other doors');
    const foreign = await into(file, other);
    assert.equal(foreign.code, 65);
    assert.match(foreign.err, /is no revision of standard/);
  });

  it('a document with tracked changes becomes both of its revisions, with the clauses kept', async () => {
    const id = await publish('Doors compared');
    const { revision: first } = await elementsOf(id);
    const open = await command.owner.call('standards.edit', { id });
    await command.owner.call('standards.workingCopy.save', {
      id,
      baseVersion: open.version,
      elements: open.elements.map((one) =>
        one.address === '1.3' ? { ...one, content: 'Frames are of ash or oak.' } : one,
      ),
    });
    await command.owner.call('standards.publish', { id });
    const path = write(await download(id, `&compareTo=${first?.id}`));
    const args = [path, '--tracked', '--name', 'Doors amended', '--publish', '--json'];
    const { code, out, err } = await command.run(args);
    assert.equal(code, 0, err);
    const report = JSON.parse(out);
    assert.deepEqual(
      report.tracked.map((one: { change: string; address: string }) => [one.change, one.address]),
      [['inserted', '1.3']],
    );
    const copy = report.standard.id;
    const { elements } = await elementsOf(copy);
    const before = await command.client.call('standards.get', {
      id: copy,
      revisionId: report.standard.base.id,
    });
    assert.ok('content_hash' in before);
    assert.deepEqual(before.elements.map(({ content }) => content).slice(-1), ['Frames are of oak.']);
    assert.deepEqual(elements.map(({ content }) => content).slice(-1), ['Frames are of ash or oak.']);
    assert.deepEqual(
      elements.map(({ element_id }) => element_id),
      before.elements.map(({ element_id }) => element_id),
    );
    const again = await command.run(args);
    assert.deepEqual([again.code, JSON.parse(again.out).standard.id], [0, copy], again.err);
    const { revisions } = await command.owner.call('standards.revisions', { id: copy });
    assert.equal(revisions.length, 2);
  });

  it('pictures come with their Word file, go out with the document, and change no text on their way back', async () => {
    const body = [
      paragraph('PART 1 DOORS'),
      paragraph({ xml: `${run('1.01\tSee the plan. ')}${drawing('rId1', 'Plan of a door')}` }),
      table([['Door', 'Photo']]).replace('Photo', `Photo</w:t></w:r>${drawing('rId2')}<w:r><w:t>`),
    ].join('');
    const path = `${command.write('')}.docx`;
    writeFileSync(path, wordFile(body, { others: pictureParts({ rId1: pngOf(90, 30), rId2: jpegOf() }) }));
    const sent = await command.run([path, '--name', 'Doors with pictures', '--publish', '--json']);
    assert.equal(sent.code, 0, sent.err);
    const { standard, image_count } = JSON.parse(sent.out);
    const { id } = standard;
    const { images } = await command.client.call('standards.images.list', { id });
    assert.deepEqual([image_count, images.map(({ mentioned }) => mentioned)], [2, [true, true]]);
    const { elements } = await elementsOf(id);
    const { content } = elements.at(-1) ?? { content: '' };
    assert.match(
      content,
      /^See the plan\. !\[Plan of a door\]\(image:image\.[\w-]{43}\.png\)\n\n\| Door \| Photo/,
    );

    const file = await download(id);
    const untouched = await into(file, id);
    assert.deepEqual([untouched.done?.changed, untouched.done?.saved], [[], false], untouched.err);
    const edition = await command.run([path, '--edition-of', String(id), '--dry-run', '--json']);
    assert.deepEqual([edition.code, JSON.parse(edition.out).kept], [0, elements.length], edition.err);
    const copied = await command.run([write(file), '--name', 'Doors copied', '--publish', '--json']);
    assert.equal(copied.code, 0, copied.err);
    const copy = await elementsOf(JSON.parse(copied.out).standard.id);
    assert.deepEqual(
      copy.elements.map((element) => element.content),
      elements.map((element) => element.content),
    );

    const [picture = ''] = file.paths.filter((one) => one.endsWith('.png'));
    file.putPart(picture, pngOf(91, 30));
    const changed = await into(file, id);
    assert.deepEqual([changed.done?.changed.length, changed.done?.saved], [1, true], changed.err);
    assert.equal((await command.client.call('standards.images.list', { id })).total, 3);
  });

  it('an interruption between the saves of a clause that is new by hand leaves every text in its place', async () => {
    const id = await publish('Doors interrupted');
    const { version, elements } = await command.owner.call('standards.edit', { id });
    const sent = elements.map(({ element_id, ...element }) =>
      element.address === '1.3'
        ? { ...element, content: 'Frames are of oak or ash.', isNew: true }
        : { ...element, element_id },
    );
    const interrupted = new KilledAfterFirstSave(command.client);
    await assert.rejects(saveClauses(interrupted, { id, version, confirmReplace: false }, sent), /killed/);
    const between = await command.client.call('standards.workingCopy.get', { id });
    assert.deepEqual(
      between.elements.map(({ address, content }) => [address, content]),
      [
        ['1', ''],
        ['1.1', 'Doors open **outwards**.'],
        ['1.2', 'Locks are of class 3.'],
        ['1.3', 'Frames are of oak or ash.'],
        ['2', 'Frames are of oak.'],
      ],
    );
    await saveClauses(command.client, { id, version: between.version, confirmReplace: false }, sent);
    const done = await command.client.call('standards.workingCopy.get', { id });
    assert.equal(done.elements.length, 4);
    assert.ok(!elements.some(({ element_id }) => element_id === done.elements.at(-1)?.element_id));
  });
});
