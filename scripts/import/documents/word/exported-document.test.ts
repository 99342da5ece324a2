/**
 * Tests of standards as Word files that are imported as new ones: nothing of a clause or a field is lost, and edits of
 * options, rows and paragraphs are read.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { readBlocks } from '../../../../shared/documents/clause-blocks.ts';
import { writeDocx } from '../../../../shared/documents/docx/write-docx.ts';
import { printableStandard, printedStandard } from '../../../../shared/documents/standards.fixture.ts';
import { completeField } from '../../../../shared/revisioning/outline/complete-field.ts';
import type { ElementContent, FieldContent } from '../../../../shared/revisioning/outline/content-hash.ts';
import { EditedFile } from '../../into/edited-file.fixture.ts';
import { loadCorpus } from '../load-corpus.ts';
import { readDocument } from '../read-document.ts';

const field = (address: string, members: Partial<FieldContent>): FieldContent => ({
  element_address: address,
  ...completeField({ element_address: address, label: 'Class', input_type: 'text', ...members }, null),
});
const element = (address: string, members: Partial<ElementContent>): ElementContent => ({
  address,
  kind: 'clause',
  toc_content: '',
  content: '',
  ...members,
});

/** The elements with their texts as they are shown: how a list or a table is written says nothing. */
const shown = (elements: readonly ElementContent[]) =>
  elements.map((one) => ({ ...one, content: readBlocks(one.content) }));
const sorted = (fields: readonly FieldContent[]): FieldContent[] =>
  fields.toSorted((a, b) => (`${a.element_address} ${a.label}` < `${b.element_address} ${b.label}` ? -1 : 1));

async function assertComesBack(elements: readonly ElementContent[], fields: readonly FieldContent[] = []) {
  const file = await writeDocx(printedStandard(elements, fields));
  const { document, changes } = readDocument({ file });
  assert.deepEqual(shown(document.elements), shown(elements));
  assert.deepEqual(sorted(document.fields), sorted(fields));
  assert.deepEqual(changes, []);
}

const word = fc.constantFrom(
  '[a plan](https://example.org/a_(b))',
  '<https://example.org>',
  '![a *b*](image:Plan.x_y.png)',
  '*a ![](image:Plan.x_y.png)*',
  '**[x](#y)**',
  'Doors',
  'a*b',
  '§ 4',
  '1.',
  '**steel**',
  '*oak*',
  '`x`',
  '- ',
  '[x]',
  '•',
);
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `W ${words.join(' ')}`);
const anyContent = fc
  .array(
    fc.oneof(
      line,
      fc.tuple(line, line).map(([one, other]) => `- ${one}\n- ${other}\n  1. ${one}`),
      fc.tuple(line, line).map(([one, other]) => `| ${one} | ${other} |\n| --- | --- |\n| 1 | ${one} |`),
      line.map((one) => `> ${one}`),
      line.map((one) => `\`\`\`\n${one}\n  x\n\`\`\``),
    ),
    { maxLength: 4 },
  )
  .map((blocks) => blocks.join('\n\n'));
const anyElements = fc
  .uniqueArray(
    fc.record(
      {
        address: fc.constantFrom('1', '1.1', '1.2', '1.2.1', '1.4', '2', '2.3', '2.3.1', '3'),
        kind: fc.constantFrom('section' as const, 'clause' as const, 'note' as const),
        toc_content: fc.constantFrom('', 'Doors', 'Doors and gates'),
        content: anyContent,
        label: fc.constantFrom('V1.1.1', 'PART 1', 'A.', '(a)', 'REQ 7', '1.01'),
      },
      { requiredKeys: ['address', 'kind', 'toc_content', 'content'] },
    ),
    { selector: ({ address }) => address, minLength: 1, maxLength: 8 },
  )
  .map((list) => {
    const all = new Set(list.flatMap(({ address }) => parentsOf(address)));
    const missing = [...all].filter((address) => !list.some((one) => one.address === address));
    const added = missing.map((address) => element(address, { kind: 'section', toc_content: 'Above' }));
    return [...list, ...added].sort((a, b) => (a.address < b.address ? -1 : 1));
  });
const parentsOf = (address: string): string[] =>
  address.split('.').map((_, index, numbers) => numbers.slice(0, index + 1).join('.'));

describe('a Word file of a standard as a new standard', () => {
  it('has its printed numbers, kinds, texts and their marks', async () => {
    await fc.assert(
      fc.asyncProperty(anyElements, async (elements) => assertComesBack(elements)),
      { numRuns: Number(process.env.LAW_RUNS ?? 60) },
    );
  });

  it('has its fields with all their members', async () => {
    await assertComesBack(
      [
        element('1', { kind: 'section', toc_content: 'Doors' }),
        element('1.1', { label: 'V1.1', content: 'A.' }),
      ],
      [
        field('1.1', {
          label: 'Class: of a / b',
          unit: 'N/mm² (min)',
          default_value: '3; x, y',
          order_number: 3,
        }),
        field('1.1', { label: 'Minimum width', input_type: 'range', constraint: 'min', unit: 'mm' }),
        field('1.1', {
          label: 'Finish',
          input_type: 'checkbox',
          options: ['RAL 9010 / white', 'oak, oiled', 'see drawings'],
          default_value: ['oak, oiled', 'see drawings'],
          constraint: 'any_of',
        }),
        field('1.1', { label: 'Type', input_type: 'select', options: ['A', 'B'], default_value: 'A' }),
        field('1.1', {
          label: 'Place',
          drawing_ref: true,
          drawing_ref_locator: 'A-101; B',
          starting_disposition: 'per_drawings',
        }),
        field('1', {
          label: 'Maker',
          input_type: 'combobox',
          options: ['X'],
          starting_disposition: 'manufacturer_standard',
        }),
      ],
    );
  });

  it('has the 395 fields of the 2010 ADA Standards', async () => {
    const { elements, fields } = loadCorpus('ada-2010-standards', 'ada-2010-dimensions');
    await assertComesBack(elements, fields);
  });

  it('takes an edited option and leaves out a row that is not whole', async () => {
    const file = await EditedFile.of(
      printableStandard(
        [element('1', { content: 'Doors.' })],
        [
          field('1', { label: 'Type', input_type: 'select', options: ['A', 'B'] }),
          field('1', { label: 'Use' }),
        ],
      ),
    );
    file.xml = file.xml.replace('>B<', '>C<').replace(/<w:bookmarkStart[^>]*_f2_text"[^>]*>/, '');
    const { document, changes } = readDocument({ file: file.bytes });
    assert.deepEqual(
      document.fields.map(({ label, options }) => [label, options]),
      [['Type', ['A', 'C']]],
    );
    assert.deepEqual(
      changes.map(({ rule, name, from }) => [rule, name, from]),
      [['left-out', 'field', 'Use: ________']],
    );
  });

  /** A clause of these paragraphs, edited in Word. */
  async function readEdited(content: string, edit: (xml: string) => string): Promise<string[]> {
    const clause = element('1', { content });
    const file = new EditedFile(
      await writeDocx(printedStandard([clause, element('2', { content: 'Final.' })])),
    );
    const xml = edit(file.xml);
    assert.notEqual(xml, file.xml);
    file.xml = xml;
    return readDocument({ file: file.bytes }).document.elements.map((one) => one.content);
  }
  /** The paragraph with this text. */
  const holding = (text: string) => new RegExp(`<w:p>(?:(?!<w:p>).)*?${text}.*?</w:p>`, 's');
  const withoutMark = (paragraph: string): string =>
    paragraph.replace('</w:pPr>', '<w:rPr><w:del w:id="9" w:author="A"/></w:rPr></w:pPr>');

  it('keeps the words of a paragraph whose mark at the end was deleted, in their styles', async () => {
    const join = (xml: string) => xml.replace(holding('second'), withoutMark);
    assert.deepEqual(await readEdited('A first.\n\nA **second**.\n\nA third.', join), [
      'A first.\n\nA **second**.A third.',
      'Final.',
    ]);
  });

  it('keeps the words of the last paragraph where its mark was deleted', async () => {
    const join = (xml: string) => xml.replace(holding('Final'), withoutMark);
    assert.deepEqual(await readEdited('A first.', join), ['A first.', 'Final.']);
  });

  it('keeps the paragraphs of a cell apart', async () => {
    const divide = (xml: string) =>
      xml.replace(holding('steel pipe'), (paragraph) =>
        ['steel', 'pipe'].map((word) => paragraph.replace('steel pipe', word)).join(''),
      );
    assert.deepEqual(await readEdited('Of:\n\n| a | b |\n|---|---|\n| steel pipe | c |', divide), [
      (
        await readEdited('Of:\n\n| a | b |\n|---|---|\n| steel pipe | d |', (xml) =>
          xml.replace('>d<', '>c<'),
        )
      )[0],
      'Final.',
    ]);
  });
});
