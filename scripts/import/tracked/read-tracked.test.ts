/** Tests of reading a Word file with tracked changes as two documents. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDocuments } from '../../../shared/documents/compare-documents.ts';
import { writeDocx } from '../../../shared/documents/docx/write-docx.ts';
import { printStandard } from '../../../shared/documents/print-standard.ts';
import { printableStandard } from '../../../shared/documents/standards.fixture.ts';
import type { ElementContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { UnusableDocumentError } from '../documents/import-change.ts';
import { loadCorpus } from '../documents/load-corpus.ts';
import { toElementContent } from '../documents/outline-conversion.ts';
import { CSI, paragraph, run, wordFile } from '../documents/word/word-file.fixture.ts';
import { readTrackedFile } from './read-tracked.ts';

const BY = 'w:id="1" w:author="Ada" w:date="2026-03-04T05:06:07Z"';
const ins = (text: string): string => `<w:ins ${BY}>${run(text)}</w:ins>`;
const del = (text: string): string => `<w:del ${BY}>${run(text).replaceAll('w:t', 'w:delText')}</w:del>`;
/** A paragraph of which the mark at the end is inserted or deleted as well. */
const whole = (name: 'ins' | 'del', text: string, level: number): string =>
  paragraph({ xml: name === 'ins' ? ins(text) : del(text) }, { num: 1, level }).replace(
    '</w:pPr>',
    `<w:rPr><w:${name} ${BY}/></w:rPr></w:pPr>`,
  );
const numbering = CSI.abstract + CSI.num;
const linesOf = (elements: readonly ElementContent[]): string[] =>
  elements.map(({ address, toc_content, content }) => `${address} ${toc_content}${content}`);

/** All of an element; line breaks in a paragraph may be written in two ways. */
const formOf = (elements: readonly ElementContent[]): ElementContent[] =>
  elements.map((element) => ({ ...element, content: element.content.replaceAll('\\\n', '\n') }));

describe('a Word file with tracked changes', () => {
  it('is the text before and after, with the same clause where the paragraph is the same', () => {
    const body = [
      paragraph('GENERAL', { num: 1, level: 0 }),
      paragraph(
        { xml: `${run('Slabs are ')}${del('100 mm')}${ins('120 mm')}${run(' thick.')}` },
        { num: 1, level: 1 },
      ),
      whole('ins', 'Beams are cast in place.', 1),
      whole('del', 'Use timber.', 1),
      paragraph('Curing takes a week.', { num: 1, level: 1 }),
    ].join('');
    const { before, after, same, tracked } = readTrackedFile(wordFile(body, { numbering }), 'slabs');
    assert.deepEqual(linesOf(before.elements), [
      '1 GENERAL',
      '1.1 Slabs are 100 mm thick.',
      '1.2 Use timber.',
      '1.3 Curing takes a week.',
    ]);
    assert.deepEqual(linesOf(after.elements), [
      '1 GENERAL',
      '1.1 Slabs are 120 mm thick.',
      '1.2 Beams are cast in place.',
      '1.3 Curing takes a week.',
    ]);
    assert.deepEqual(
      [...same],
      [
        ['1', '1'],
        ['1.1', '1.1'],
        ['1.3', '1.3'],
      ],
    );
    assert.deepEqual(
      tracked.map(({ change, author, date, text, address }) => [
        change,
        author,
        date.slice(0, 10),
        text,
        address,
      ]),
      [
        ['deleted', 'Ada', '2026-03-04', '100 mm', '1.1'],
        ['inserted', 'Ada', '2026-03-04', '120 mm', '1.1'],
        ['inserted', 'Ada', '2026-03-04', 'Beams are cast in place.', '1.2'],
        ['deleted', 'Ada', '2026-03-04', 'Use timber.', '1.2'],
      ],
    );
  });

  it('has moved paragraphs, rows of tables, divided paragraphs and changed lists as they were and as they are', () => {
    const mark = (name: string): string => `<w:rPr><w:${name} ${BY}/></w:rPr></w:pPr>`;
    const row = (text: string, name: string): string =>
      `<w:tr><w:trPr><w:${name} ${BY}/></w:trPr><w:tc>${paragraph({ xml: name === 'ins' ? ins(text) : del(text) })}</w:tc></w:tr>`;
    const moved = (name: string, text: string): string =>
      paragraph({ xml: `<w:${name} ${BY}>${run(text)}</w:${name}>` }, { num: 1, level: 1 }).replace(
        '</w:pPr>',
        mark(name === 'moveTo' ? 'ins' : 'del'),
      );
    const body = [
      paragraph('GENERAL', { num: 1, level: 0 }),
      moved('moveFrom', 'Cure for a week.'),
      paragraph('Slabs are flat.', { num: 1, level: 1 }).replace('</w:pPr>', mark('ins')),
      paragraph({ xml: run('Beams are straight.') }, { num: 1, level: 1 }),
      `<w:tbl><w:tr><w:tc>${paragraph('Mix')}</w:tc></w:tr>${row('C30', 'del')}${row('C35', 'ins')}</w:tbl>`,
      moved('moveTo', 'Cure for a week.'),
      paragraph('Demoted.', { num: 1, level: 2 }).replace(
        '</w:pPr>',
        `<w:pPrChange ${BY}><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:pPrChange></w:pPr>`,
      ),
    ].join('');
    const { before, after, same } = readTrackedFile(wordFile(body, { numbering }), 'x');
    assert.deepEqual(linesOf(before.elements), [
      '1 GENERAL',
      '1.1 Cure for a week.',
      '1.2 Slabs are flat.Beams are straight.\n\n| Mix |\n| --- |\n| C30 |',
      '1.3 Demoted.',
    ]);
    assert.deepEqual(linesOf(after.elements), [
      '1 GENERAL',
      '1.1 Slabs are flat.',
      '1.2 Beams are straight.\n\n| Mix |\n| --- |\n| C35 |',
      '1.3 Cure for a week.',
      '1.3.1 Demoted.',
    ]);
    assert.deepEqual(
      [...same],
      [
        ['1', '1'],
        ['1.1', '1.2'],
        ['1.3.1', '1.3'],
      ],
    );
  });

  it('without changes is refused', () => {
    assert.throws(() => readTrackedFile(wordFile(paragraph('Text.')), 'x'), UnusableDocumentError);
  });

  it('of this service is the two revisions that it compares', async () => {
    const { elements } = loadCorpus('ada-2010-standards');
    const some = elements
      .slice(0, 80)
      .map((element) => ({ ...element, content: element.content.replace(/[*_\\[\]|`]/g, '') }));
    const edits = fc.uniqueArray(
      fc.record({ at: fc.nat({ max: 79 }), edit: fc.constantFrom('reword', 'delete') }),
      {
        selector: ({ at }) => at,
        maxLength: 12,
        minLength: 1,
      },
    );
    await fc.assert(
      fc.asyncProperty(edits, async (all) => {
        const hasBelow = (at: number) =>
          some.some(({ address }) => address.startsWith(`${some[at]?.address}.`));
        const gone = new Set(all.flatMap(({ at, edit }) => (edit === 'delete' && !hasBelow(at) ? [at] : [])));
        const reworded = new Set(all.flatMap(({ at, edit }) => (edit === 'reword' ? [at] : [])));
        const old = printableStandard(some);
        const now = {
          ...old,
          elements: old.elements
            .map((element, at) =>
              reworded.has(at) ? { ...element, content: `${element.content} Reworded.`.trim() } : element,
            )
            .filter((_, at) => !gone.has(at)),
        };
        if (gone.size + reworded.size === 0) return;
        const bytes = await writeDocx(compareDocuments(printStandard(old), printStandard(now)));
        const file = readTrackedFile(bytes, 'ada');
        assert.deepEqual(formOf(file.before.elements), formOf(old.elements.map(toElementContent)));
        assert.deepEqual(formOf(file.after.elements), formOf(now.elements.map(toElementContent)));
        assert.deepEqual(
          [...file.same.keys()],
          now.elements.map(({ address }) => address),
        );
        assert.ok([...file.same].every(([is, was]) => is === was));
      }),
      { numRuns: Number(process.env.LAW_RUNS ?? 4) },
    );
  });
});
