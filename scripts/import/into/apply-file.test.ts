/** Tests of Word files that come back edited: the edited clauses change, and nothing else. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { readBlocks } from '../../../shared/documents/clause-blocks.ts';
import { printableStandard } from '../../../shared/documents/standards.fixture.ts';
import { diffOutlines } from '../../../shared/revisioning/compare/diff-outlines.ts';
import { completeField } from '../../../shared/revisioning/outline/complete-field.ts';
import { loadCorpus } from '../documents/load-corpus.ts';
import { editText } from '../documents/word/edit-text.ts';
import { showBlock } from '../documents/word/shown-blocks.ts';
import type { AppliedFile } from './apply-file.ts';
import { applyTo, EditedFile, paragraphLike } from './edited-file.fixture.ts';

const changesOf = ({ base, outline }: AppliedFile) =>
  diffOutlines(base, outline).clauses.map(({ change, before, after }) => ({
    change,
    from: before?.address,
    to: after?.address,
    text: after?.content ?? '',
    heading: after?.toc_content ?? '',
  }));

const DOORS = printableStandard(
  [
    { address: '1', kind: 'section', toc_content: 'Doors' },
    { address: '1.1', content: 'Doors open **outwards**, see [the plan](https://example.org/plan).' },
    {
      address: '1.2',
      toc_content: 'Locks',
      content: 'Locks are of class 3.\n\n- steel\n- brass\n\nNo plastic.',
    },
    { address: '1.3', kind: 'note', content: 'Mind the step.' },
    { address: '1.4', label: 'A.', content: 'Frames are of oak & ash.' },
    { address: '1.5', content: '| Size | Use |\n|---|---|\n| M8 | *frames* |\n| M6 | locks |' },
    { address: '1.6', content: 'Seals:\n\n```\nkeep  this\n  as it is\n```' },
  ],
  [
    {
      element_address: '1.2',
      ...completeField({ element_address: '1.2', label: 'Class', input_type: 'text' }, null),
    },
  ],
);

describe('a Word file that comes back', () => {
  it('changes nothing where nothing was edited', async () => {
    const done = applyTo(DOORS, (await EditedFile.of(DOORS)).bytes);
    assert.deepEqual([changesOf(done), done.notTaken, done.followed.size], [[], [], 0]);
  });

  it('changes the words that were edited, and keeps links, marks, lists and tables around them', async () => {
    const file = await EditedFile.of(DOORS);
    file.replace(file.paragraphOf(2), 'Doors open', 'All doors open');
    file.replace(file.paragraphOf(3), 'Locks', 'Locks and keys');
    file.xml = file.xml
      .replace('• </w:t>', '• bright </w:t>')
      .replace('>M6<', '>M7<')
      .replace('as it is', 'as it was');
    file.replace(file.paragraphOf(5), 'oak &', 'oak * or');
    const changes = changesOf(applyTo(DOORS, file.bytes));
    assert.deepEqual(
      changes.map(({ change, to, text, heading }) => [change, to, heading, text]),
      [
        ['changed', '1.1', '', 'All doors open **outwards**, see [the plan](https://example.org/plan).'],
        [
          'changed',
          '1.2',
          'Locks and keys',
          'Locks are of class 3.\n\n- bright steel\n- brass\n\nNo plastic.',
        ],
        ['changed', '1.4', '', 'Frames are of oak \\* or ash.'],
        ['changed', '1.5', '', '| Size | Use |\n|---|---|\n| M8 | *frames* |\n| M7 | locks |'],
        ['changed', '1.6', '', 'Seals:\n\n```\nkeep  this\n  as it was\n```'],
      ],
    );
  });

  it('takes new paragraphs as clauses, moves those behind up, and leaves the number of a deleted one out', async () => {
    const file = await EditedFile.of(DOORS);
    const first = file.paragraphOf(2);
    file.put(first, first + paragraphLike(first, 'Doors close by themselves.'));
    file.put(file.paragraphOf(4), '');
    const done = applyTo(DOORS, file.bytes);
    assert.deepEqual(
      changesOf(done).map(({ change, from, to }) => [change, from, to]),
      [
        ['added', undefined, '1.2'],
        ['moved', '1.2', '1.3'],
        ['removed', '1.3', undefined],
      ],
    );
    assert.equal(done.outline.fields.length, 1);
  });

  it('does not take what the file says of fields and printed numbers, and reports it', async () => {
    const [elements] = [DOORS.elements.map((element) => ({ ...element }))];
    const file = await EditedFile.of({ ...DOORS, elements });
    file.xml = file.xml.replace('>Class<', '>Grade<');
    file.replace(file.paragraphOf(5), 'A.', 'B.');
    const done = applyTo(DOORS, file.bytes);
    assert.deepEqual(changesOf(done), []);
    assert.deepEqual(
      done.notTaken.map(({ address, what, from, to }) => [address, what, from, to]),
      [
        ['1.2', 'field row', 'Class: ________', 'Grade: ________'],
        ['1.4', 'printed number', 'A.', 'B.'],
      ],
    );
  });

  it('leaves a withheld clause as it is, and is refused without its paragraph', async () => {
    const moderation = {
      level: 2 as const,
      reason_code: null,
      notice_at: '2026-01-02T03:04:05.000Z',
      divergence: null,
    };
    const held = {
      ...DOORS,
      elements: DOORS.elements.map((element) =>
        element.element_id === 2 ? { ...element, content: '', moderation } : element,
      ),
    };
    const file = await EditedFile.of(held);
    const paragraph = file.paragraphOf(2);
    file.put(paragraph, paragraph.replace('</w:p>', '<w:r><w:t>Guessed words.</w:t></w:r></w:p>'));
    const done = applyTo(held, file.bytes);
    assert.deepEqual([changesOf(done), done.notTaken.map(({ what }) => what)], [[], ['withheld clause']]);
    file.put(file.paragraphOf(2), '');
    assert.throws(() => applyTo(held, file.bytes), /no paragraph of the withheld clause 1\.1/);
  });

  it('finds a clause whose bookmark is lost by its words, and lists what is uncertain', async () => {
    const file = await EditedFile.of(DOORS);
    const lock = file.paragraphOf(2);
    file.put(lock, paragraphLike(lock, 'Doors open inwards, see the plan (https://example.org/plan).'));
    const done = applyTo(DOORS, file.bytes);
    assert.deepEqual(
      changesOf(done).map(({ change, to }) => [change, to]),
      [['changed', '1.1']],
    );
    assert.equal(done.followed.get('1.1')?.element_id, 2);
    const chosen = applyTo(DOORS, file.bytes, new Map([['1.1', null]]));
    assert.deepEqual(
      changesOf(chosen).map(({ change, from, to }) => [change, from ?? to]),
      [
        ['added', '1.1'],
        ['removed', '1.1'],
      ],
    );
  });
});

const NUM_RUNS = Number(process.env.LAW_RUNS ?? 8);
const CORPORA: readonly { name: string; fields?: string }[] = [
  { name: 'ada-2010-standards', fields: 'ada-2010-dimensions' },
  { name: 'sp800-53r5-low', fields: 'sp800-53r5-low' },
  { name: 'uk-approved-document-k' },
];
/** Edits by the place of the clause. */
const edits = fc.uniqueArray(
  fc.record({ at: fc.nat({ max: 9_999 }), edit: fc.constantFrom('reword', 'insert', 'delete') }),
  { selector: ({ at }) => at % 120, minLength: 1, maxLength: 8 },
);

describe('laws of edited Word files of real documents', () => {
  it.each(CORPORA)(
    '$name: the clauses that were edited, inserted and deleted, and no others',
    async ({ name, fields }) => {
      const document = loadCorpus(name, fields);
      const elements = document.elements.slice(0, 120);
      const addresses = new Set(elements.map(({ address }) => address));
      const standard = printableStandard(
        elements,
        document.fields.filter(({ element_address }) => addresses.has(element_address)),
      );
      const bytes = (await EditedFile.of(standard)).bytes;
      assert.deepEqual(changesOf(applyTo(standard, bytes)), []);
      fc.assert(
        fc.property(edits, (all) => {
          const file = new EditedFile(bytes);
          const expected = new Set<string>();
          for (const { at, edit } of all) {
            const index = at % elements.length;
            const id = index + 1;
            const paragraph = file.paragraphOf(id);
            const hasBelow = elements.some(({ address }) =>
              address.startsWith(`${elements[index]?.address}.`),
            );
            // The last words: a printed number stands before them, and its digits are in the markup too.
            const words = /(<w:t xml:space="preserve">[^<]*[^<\s][^<]*)(<\/w:t>(?:(?!<w:t ).)*)$/s;
            // Below a note, a paragraph in its style without a number is more of its text.
            const isText = paragraph.includes('"ClauseNote"') && !paragraph.includes('<w:numPr>');
            if (edit === 'insert' && !isText) {
              file.put(paragraph, paragraphLike(paragraph, `Entirely other matter ${at}.`) + paragraph);
              expected.add(`added Entirely other matter ${at}.`);
            } else if (edit === 'delete' && !hasBelow) {
              const from = file.xml.indexOf(paragraph);
              const next = file.xml.indexOf('w:name="css_', from + paragraph.length);
              // With all that belongs to it, up to the paragraph of the next clause.
              const to = next < 0 ? file.xml.lastIndexOf('<w:sectPr') : file.xml.lastIndexOf('<w:p>', next);
              if (/Entirely other/.test(file.xml.slice(from, to))) continue;
              file.xml = file.xml.slice(0, from) + file.xml.slice(to);
              expected.add(`removed ${id}`);
            } else if (edit === 'reword' && words.test(paragraph)) {
              file.put(paragraph, paragraph.replace(words, '$1 reworded$2'));
              expected.add(`changed ${id}`);
            }
          }
          const { base, outline, followed } = applyTo(standard, file.bytes);
          const found = diffOutlines(base, outline).clauses.filter(({ change }) => change !== 'moved');
          assert.deepEqual(
            new Set(
              found.map(({ change, element_id, after }) =>
                change === 'added'
                  ? `added ${after?.toc_content}${after?.content}`
                  : `${change} ${element_id}`,
              ),
            ),
            expected,
          );
          assert.equal([...followed.values()].filter((clause) => clause !== null).length, 0);
        }),
        { numRuns: NUM_RUNS },
      );
    },
  );

  it('a text shows the edited words exactly, whatever marks are in it', () => {
    const piece = fc.constantFrom(
      '**bold**',
      'a_b',
      '`code`',
      '[x](y)',
      '- item',
      '1. one',
      '| a | b |\n|---|---|\n| c | d |',
      '```\nx\n```',
      'plain words',
      '\n\n',
      '\n',
      ' ',
      '\\*',
      '> quote',
      '&amp;',
    );
    const markdown = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(markdown, markdown, (from, to) => {
        const wanted = readBlocks(to).map(showBlock);
        const edited = editText(from, wanted, { pictures: [], known: new Set() });
        if (edited !== null)
          assert.deepEqual(
            readBlocks(edited)
              .map(showBlock)
              .filter(({ text }) => text !== '')
              // A block of code that nobody edited keeps its outer blank lines, which a Word file does not show.
              .map(({ text }) => text.replace(/^\n+|\n+$/g, '')),
            wanted.filter(({ text }) => text !== '').map(({ text }) => text.replace(/^\n+|\n+$/g, '')),
          );
      }),
      { numRuns: NUM_RUNS * 20 },
    );
  });
});
