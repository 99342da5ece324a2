/**
 * Tests of `spec document`: files of the service, with the look of a letterhead; and of amendments over HTTP as
 * files.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { Document, Header, Packer, Paragraph } from 'docx';
import { ReadDocx } from '../../../shared/documents/docx/read-docx.fixture.ts';
import { useSpecWorld } from '../spec-world.fixture.ts';

describe('spec document', () => {
  const world = useSpecWorld();
  const letterhead = () =>
    Packer.toBuffer(
      new Document({
        sections: [
          { headers: { default: new Header({ children: [new Paragraph('Harbour Works')] }) }, children: [] },
        ],
      }),
    );
  async function published() {
    const id = await world.createStandard({ markdown: '# 1 Materials\n\n1.1 Cement shall be grey.\n' });
    const { revision } = await world.author.call('standards.publish', { id });
    return { id, revision };
  }

  it('writes a Word file with the look of the reference, overwrites nothing and refuses other files', async () => {
    const { id } = await published();
    const desk = world.desk();
    writeFileSync(join(desk.folder, 'letterhead.docx'), await letterhead());
    const words = ['document', String(id), 'out.docx', '--reference', 'letterhead.docx'];
    const run = await desk.spec(words);
    assert.deepEqual([run.code, run.out], [0, 'out.docx: written.\n'], run.err);
    const file = new ReadDocx(readFileSync(join(desk.folder, 'out.docx')));
    assert.match(file.text('word/reference-header-default.xml'), /Harbour Works/);
    assert.ok(
      file.paragraphs().some(({ number, text }) => number === '1.1' && text === 'Cement shall be grey.'),
    );
    assert.match((await desk.spec(words)).err, /nothing is overwritten/);
    desk.write('plain.docx', 'no Word file');
    const refused = await desk.spec(['document', String(id), 'b.docx', '--reference', 'plain.docx']);
    assert.deepEqual([refused.code, /plain\.docx cannot be the reference/.test(refused.err)], [1, true]);
    assert.equal((await desk.spec(['document', String(id), '--format', 'odt'])).code, 64);
  });

  it('an amendment is a file over HTTP, and the same one again is 304 (S25)', async () => {
    const { id, revision } = await published();
    await world.author.call('standards.edit', { id });
    await world.author.call('standards.workingCopy.save', {
      id,
      markdown: '# 1 Materials\n\n1.1 Cement shall be white.\n',
    });
    const next = await world.author.call('standards.publish', { id });
    const path = `/api/standards/${id}/amendment?from=${revision.id}&to=${next.revision.id}&format=docx`;
    const { headers, body } = await world.author.request('GET', path);
    assert.match(String(headers.get('content-disposition')), /^attachment; .*1\.0\.0 to /);
    const lines = new ReadDocx(Buffer.from(String(body.bytes), 'base64')).paragraphs();
    assert.ok(lines.some(({ number, text }) => number === '1' && text.startsWith('In 1.1 for "grey"')));
    const again = await world.author.request('GET', path, undefined, {
      'if-none-match': String(headers.get('etag')),
    });
    assert.equal(again.status, 304);
    const json = await world.author.request('GET', path.replace('&format=docx', ''));
    assert.equal(json.body.total, 1);
  });
});
