/**
 * Tests of the manual of a project as a Word file or PDF: standards with the chosen values in their place, the
 * certificate, images, the changes since another revision, and who may read it.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import {
  MAX_BYTES_PER_IMAGE,
  MAX_IMAGE_BYTES_PER_DOCUMENT,
} from '../../../shared/contracts/standards/images.ts';
import { ReadDocx } from '../../../shared/documents/docx/read-docx.fixture.ts';
import { readPdf } from '../../../shared/documents/pdf/read-pdf.fixture.ts';
import { jpegOf, pngOf } from '../../../shared/images/images.fixture.ts';
import { lead, stranger, viewer } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { elementIdOf, ProjectsWorld } from '../../../test/world/projects-world.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';

describe('a project as a document', () => {
  const site = ProjectsWorld.use();
  const standards = new StandardsWorld(site.node);

  async function publishProject(name: string) {
    const { projectId: id, standardId } = await site.createProjectWithStandard(name, 2, `${name} standard`);
    const sheet = await site.createDatasheet(id, standardId, { name: 'Slab on grade' });
    await site.reviseDatasheet(sheet.id, [
      { element_id: elementIdOf(sheet, 'Value 1'), new_value: '35' },
      {
        element_id: elementIdOf(sheet, 'Value 2'),
        disposition: 'not_applicable',
        disposition_note: 'By others',
      },
    ]);
    const { revision } = await site.publish(id);
    return { id, revision, sheet };
  }
  const linesOf = ({ bytes }: { bytes: string }): string[] =>
    new ReadDocx(Buffer.from(bytes, 'base64'))
      .paragraphs()
      .map(({ number, text }) => (number === null ? text : `${number} ${text}`));

  it('has each standard with the values of its datasheets below their clauses, and the certificate (P18)', async () => {
    const { id, revision } = await publishProject('Harbour manual');
    const document = await site.node.call(lead, 'projects.document', { id });
    assert.equal(document.name, 'Harbour manual 1.docx');
    const lines = linesOf(document);
    for (const expected of [
      'Revision: 1',
      'Harbour manual standard',
      'Datasheets: Slab on grade',
      'Value 1: 35',
      'Value 2: not applicable (By others)',
      'Certificate',
    ])
      assert.ok(
        lines.some((line) => line.startsWith(expected)),
        `${expected} is not in ${lines.join('\n')}`,
      );
    assert.ok(lines.includes(`Signed content (SHA-256): ${revision.content_hash}`));
    assert.deepEqual(await site.node.call(lead, 'projects.document', { id }), document);
  });

  it('is a PDF with the same words', async () => {
    const { id } = await publishProject('Quay manual');
    const document = await site.node.call(lead, 'projects.document', { id, format: 'pdf' });
    const { pages } = await readPdf(Buffer.from(document.bytes, 'base64'));
    assert.match(pages.join('\n'), /Quay manual standard[\s\S]*Value 1: 35[\s\S]*Certificate/);
  });

  it('has the changes since another revision, of pins and values, for whoever may see both', async () => {
    const { id, revision, sheet } = await publishProject('Dock manual');
    const { revision: draft } = await site.openDraft(id);
    await site.reviseDatasheet(sheet.id, [{ element_id: elementIdOf(sheet, 'Value 1'), new_value: '41' }]);
    const asked = { id, revisionId: draft.id, compareTo: revision.id };
    const docx = new ReadDocx(
      Buffer.from((await site.node.call(lead, 'projects.document', asked)).bytes, 'base64'),
    );
    const rows = (reading: 'accepted' | 'rejected'): string[] =>
      docx.paragraphs('by list', reading).flatMap(({ text }) => (text.startsWith('Value 1') ? [text] : []));
    assert.deepEqual([rows('accepted'), rows('rejected')], [['Value 1: 41 mm'], ['Value 1: 35 mm']]);
    const { bytes } = await site.node.call(lead, 'projects.document', { ...asked, format: 'pdf' });
    assert.match(
      (await readPdf(Buffer.from(bytes, 'base64'))).pages.join(''),
      /Value 1: 35 mm\s*Value 1: 41 mm/,
    );
    await expectRejection(site.node.call(lead, 'projects.document', { ...asked, compareTo: 999_999 }), 404);
  });

  const createStandard = async (): Promise<number> =>
    (await standards.createWorkingCopy([{ address: '1', content: 'Doors.' }])).id;
  /** Publishes a standard whose clause has these images and no others. */
  async function showImages(id: number, mime_type: string, files: readonly Buffer[]) {
    const shown: string[] = [];
    for (const bytes of files) {
      const image = { name: 'Plan', mime_type, content: bytes.toString('base64') };
      shown.push((await site.node.call(lead, 'standards.images.upload', { id, files: [image] })).markdown);
    }
    const copy = await site.node.call(lead, 'standards.edit', { id });
    const elements = copy.elements.map((element) => ({ ...element, content: `Doors. ${shown.join(' ')}` }));
    await site.node.call(lead, 'standards.workingCopy.save', { id, elements });
    return (await site.node.call(lead, 'standards.publish', { id })).revision.id;
  }
  const picturesIn = (bytes: Buffer): number =>
    new ReadDocx(bytes).paths.filter((path) => path.startsWith('word/media/')).length;

  it('has the first images of both revisions of a comparison, as many as of one; so has a standard', async () => {
    const padding = MAX_BYTES_PER_IMAGE - jpegOf().length;
    const nine = (from: number) =>
      Array.from({ length: 9 }, (_, at) => Buffer.concat([jpegOf(), Buffer.alloc(padding, from + at)]));
    const standardId = await createStandard();
    const earlier = await showImages(standardId, 'image/jpeg', nine(1));
    const id = await site.createProject('Lock manual');
    await site.importStandard(id, standardId);
    const { revision } = await site.publish(id);
    const later = await showImages(standardId, 'image/jpeg', nine(10));
    const { revision: draft } = await site.openDraft(id);
    const changes = [{ standardId, toStandardRevisionId: later }];
    await site.node.call(lead, 'projects.standardRevisions.apply', { id, changes });
    const manual = { id, revisionId: draft.id, compareTo: revision.id };
    const asked = { id: standardId, compareTo: earlier };
    for (const { bytes } of [
      await site.node.call(lead, 'projects.document', manual),
      await site.node.call(lead, 'standards.document', asked),
    ])
      assert.equal(
        picturesIn(Buffer.from(bytes, 'base64')),
        MAX_IMAGE_BYTES_PER_DOCUMENT / MAX_BYTES_PER_IMAGE,
      );
  });

  it('has the images of its standards, in Word files and PDFs', async () => {
    const standardId = await createStandard();
    await showImages(standardId, 'image/png', [pngOf(3, 2)]);
    const id = await site.createProject('Jetty manual');
    await site.importStandard(id, standardId);
    const { revision } = await site.publish(id);
    const files = await Promise.all(
      (['docx', 'pdf'] as const).map((format) => site.node.call(lead, 'projects.document', { id, format })),
    );
    const [docx, pdf] = files.map(({ bytes }) => Buffer.from(bytes, 'base64'));
    assert.ok(docx && pdf);
    assert.equal(picturesIn(docx), 1);
    assert.equal((await readPdf(pdf)).images, 1);
    const { revision: draft } = await site.openDraft(id);
    await site.node.call(lead, 'projects.standards.archive', { id, standardId });
    const asked = { id, revisionId: draft.id };
    const [alone, compared] = await Promise.all(
      [asked, { ...asked, compareTo: revision.id }].map(async (one) =>
        Buffer.from((await site.node.call(lead, 'projects.document', one)).bytes, 'base64'),
      ),
    );
    assert.ok(alone && compared);
    assert.equal(picturesIn(alone), 0);
    assert.equal(picturesIn(compared), 1);
    assert.match(new ReadDocx(compared).text('word/document.xml'), /<w:del [^>]*><w:r>.{0,200}<w:drawing>/s);
  });

  it('is of the draft where it may be viewed, without a certificate, and of nothing for others', async () => {
    const { id } = await publishProject('Pier manual');
    const { revision: draft } = await site.openDraft(id);
    const lines = linesOf(await site.node.call(lead, 'projects.document', { id, revisionId: draft.id }));
    assert.ok(lines.includes('Revision: 2 (draft)') && !lines.includes('Certificate'));
    await expectRejection(site.node.call(stranger, 'projects.document', { id }), 404);
    await expectRejection(site.node.call(viewer, 'projects.document', { id }), 403);
    await expectRejection(site.node.call(lead, 'projects.document', { id, revisionId: 999_999 }), 404);
  });
});
