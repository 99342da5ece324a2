/**
 * Tests of importing SpecsIntact sections: each tag by example, and laws of generated sections: every word, in order.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { parseMarkup } from '../../../../shared/markup/parse.ts';
import { serialiseMarkup } from '../../../../shared/markup/serialise.ts';
import { hashOutlineContent } from '../../../../shared/revisioning/outline/content-hash.ts';
import { readDocument } from '../read-document.ts';
import { inOneLine, renderedText, shownTexts, wordsOf } from '../rendered-text.fixture.ts';
import { printedHeading } from '../sources.fixture.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 300);
const HEAD = '<?xml version="1.0" encoding="windows-1252"?>';
const AUTONUMBER = '<MTA NAME="AUTONUMBER" CONTENT="TRUE"/>';
const section = (body: string, head = '') =>
  Buffer.from(`${HEAD}<SEC>${head}<SCN>SECTION 03 30 00</SCN><STL>CONCRETE</STL>${body}</SEC>`, 'latin1');
const part = (body: string) => section(`<PRT><TTL>PART 1   GENERAL</TTL>${body}</PRT>`);
const read = (file: Buffer) => readDocument({ file });
const outline = (file: Buffer) =>
  read(file).document.elements.map((element) => [
    element.address,
    element.kind,
    printedHeading(element),
    element.content,
  ]);

/** All words between the tags of a section, by a program of its own; not those that stand in a list of their own. */
function wordsOfFile(file: Buffer): string[] {
  const text = file
    .toString('latin1')
    .replace(/<(HDR|DEL|END|SCN|STL|DTE)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<URL HREF="([^"]*)">([\s\S]*?)<\/URL>/g, '$2 $1')
    .replace(/<\/?(?:MET|ENG|BRK|TXT|LST|ITM|OLI|NPR|TTL|RID|RTL|ORG|CEL|DTA)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '');
  return wordsOf(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}

describe('sections of SpecsIntact', () => {
  it('parts and subparts are sections, paragraphs and items clauses, notes to the editor notes', () => {
    const file = part(
      `<NTE><NPR>NOTE:  Edit\nthis.<BRK/>Line.<BRK/>\n<BRK/>End.</NPR><BRK/><NPR>Twice.</NPR></NTE><SPT><TTL>SCOPE</TTL><TXT>Text \u0096 \u0093one\u0094.</TXT>
      <OLG><OLI>First</OLI><OLI LEVEL="2">Below</OLI>.<OLI>Second</OLI></OLG><LST>SD-02</LST><ITM>Item</ITM></SPT>`,
    );
    assert.deepEqual(outline(file), [
      ['1', 'section', 'PART 1 GENERAL', ''],
      ['1.1', 'note', '', 'NOTE: Edit this.\\\nLine.\n\nEnd.\n\nTwice.'],
      ['1.2', 'section', 'SCOPE', ''],
      ['1.2.1', 'clause', '', 'Text – “one”.'],
      ['1.2.2', 'clause', '', 'First'],
      ['1.2.2.1', 'clause', '', 'Below.'],
      ['1.2.3', 'clause', '', 'Second'],
      ['1.2.4', 'clause', '', 'SD-02'],
      ['1.2.4.1', 'clause', '', 'Item'],
    ]);
  });

  it('number, title, date and head are name and description', () => {
    const { document, format } = read(
      section('<DTE>05/20</DTE><PRT><TTL>PART 1 A</TTL></PRT>', '<HDR><AST/><HL4>UFGS</HL4><BRK/>----</HDR>'),
    );
    assert.equal(format, 'specsintact');
    assert.equal(document.title, 'SECTION 03 30 00 CONCRETE');
    assert.equal(document.description, 'Date: 05/20\nUFGS');
  });

  it('numbers that the editor prints, and those in titles, are kept as labels (Y11)', () => {
    const body =
      '<PRT><TTL>PART 2 PRODUCTS</TTL><TXT>a</TXT><SPT><TTL>A</TTL><SPT><TTL>B</TTL></SPT></SPT></PRT>';
    const numbered = (file: Buffer) => outline(file).map(([address, , heading]) => `${address}: ${heading}`);
    const parts = ['2: PART 2 PRODUCTS', '2.1: '];
    assert.deepEqual(numbered(section(body, AUTONUMBER)), [...parts, '2.2: 2.1 A', '2.2.1: 2.1.1 B']);
    const [products] = read(section(body)).document.elements;
    assert.deepEqual([products?.label, products?.toc_content], ['PART 2', 'PRODUCTS']);
    assert.deepEqual(numbered(section(body)), [...parts, '2.2: A', '2.2.1: B']);
    assert.deepEqual(numbered(section(body.replace('>A<', '>2.7   A<'))), [...parts, '2.7: A', '2.7.1: B']);
  });

  it('blanks and choices in brackets are fields, and stay in the text', () => {
    const text = 'Slump [75][100][_____] mm[ and air]. Strength of [_____] MPa. [A [x][y] b][c]';
    const { document } = read(part(`<TXT>${text}</TXT>`));
    assert.equal(renderedText(document.elements[1]?.content ?? ''), text);
    assert.deepEqual(
      document.fields.map(({ label, input_type, options }) => [label, input_type, options]),
      [
        ['Slump … mm', 'select', ['75', '100']],
        ['Slump … mm, other', 'text', []],
        ['Optional: and air', 'checkbox', ['and air']],
        ['Strength of … MPa', 'text', []],
        ['A x y b or c', 'select', ['A [x][y] b', 'c']],
        ['A … b', 'select', ['x', 'y']],
      ],
    );
  });

  it('brackets around blocks stay around them', () => {
    const file = part('[<SPT><TTL>A</TTL><TXT>one</TXT></SPT>\n][<SPT><TTL>B</TTL><TXT>two</TXT></SPT>]');
    assert.deepEqual(shownTexts(read(file).document), ['PART 1 GENERAL', '[A', 'one]', '[B', 'two]']);
  });

  it('both units of a measure stay; the address of a link follows it', () => {
    const file = part(
      '<TXT>Over<MET> 60 meters</MET><ENG> 200 feet</ENG>, see <URL HREF="https://a.b/c">UFC</URL>.</TXT>',
    );
    assert.deepEqual(
      shownTexts(read(file).document)[1],
      'Over 60 meters (200 feet), see UFC (https://a.b/c).',
    );
  });

  it('references are clauses below their organisation, submittals fields', () => {
    const file = part(
      `<SPT><TTL>REFERENCES</TTL><REF><ORG>ASTM</ORG><BRK/><RID>ASTM C33</RID><RTL>(2018) Aggregates</RTL><RID>ASTM C150</RID></REF></SPT>
      <SPT><TTL>SUBMITTALS</TTL><LST><SUB>SD-03 Product Data</SUB></LST>[<ITM>Mix <SUB>Design</SUB>; <SUB>G<TAI OPT="ARMY">, [_____]</TAI></SUB></ITM>]</SPT>`,
    );
    assert.deepEqual(outline(file).slice(1), [
      ['1.1', 'section', 'REFERENCES', ''],
      ['1.1.1', 'clause', 'ASTM', ''],
      ['1.1.1.1', 'clause', 'ASTM C33', '(2018) Aggregates'],
      ['1.1.1.2', 'clause', 'ASTM C150', ''],
      ['1.2', 'section', 'SUBMITTALS', ''],
      ['1.2.1', 'clause', '', 'SD-03 Product Data'],
      ['1.2.1.1', 'clause', '', '[Mix Design; G, [\\_\\_\\_\\_\\_]]'],
    ]);
    assert.equal(read(file).document.fields[0]?.label, 'Submittal: Design');
  });

  it('tables are tables, listings keep their columns', () => {
    const file = part(
      `<TAB><WBK><TDA><ROW><CEL><DTA>MHz</DTA></CEL><CEL><DTA>dB</DTA></CEL></ROW><ROW><CEL INDEX="2"><DTA>[_____]</DTA></CEL></ROW></TDA></WBK></TAB>
      <TBL><THD>Size   Mass<BRK/></THD>\n10     \`2\`<BRK/></TBL>`,
    );
    assert.deepEqual(
      outline(file).map(([, , , content]) => content),
      ['', '| MHz | dB |\n| --- | --- |\n|  | [\\_\\_\\_\\_\\_] |', '```\nSize   Mass\n10     `2`\n```'],
    );
    assert.equal(read(file).document.fields[0]?.label, 'dB');
  });

  it('deleted text and options of tailored text are left out and reported', () => {
    const file = part('<TXT><DEL>old</DEL><ADD>new</ADD><TAI OPT="NAVY"> sea</TAI></TXT>');
    const { document, changes } = read(file);
    assert.equal(document.elements[1]?.content, 'new sea');
    assert.deepEqual(
      changes.filter(({ rule }) => rule === 'left-out').map(({ name, from }) => [name, from]),
      [
        ['DEL', 'old'],
        ['tailoring option', 'NAVY: sea'],
      ],
    );
  });

  for (const [title, file, message] of [
    ['entities', Buffer.from('<!DOCTYPE SEC [<!ENTITY a "b">]><SEC><TXT>&a;</TXT></SEC>'), /document type/],
    ['an unknown entity', part('<TXT>&nbsp;</TXT>'), /entity &nbsp;|not well-formed/],
    ['broken XML', part('<TXT>a</SPT>'), /not well-formed XML\. Line 1/],
    [
      'another encoding',
      Buffer.from('<?xml version="1.0"?><SEC>\u00e4</SEC>', 'latin1'),
      /says that it is in utf-8/,
    ],
    ['no text', Buffer.from('<SEC/>'), /no elements/],
    ['deep XML', part(`${'<TAI>'.repeat(300)}a${'</TAI>'.repeat(300)}`), /cannot be read as XML/],
  ] as const)
    it(`${title} is refused with a sentence`, () => {
      assert.throws(() => read(file), message);
    });
});

const word = fc.constantFrom(
  'a*b',
  '_c_',
  '&amp;',
  '&lt;d>',
  '1.',
  '#',
  '-',
  'e\u0096f',
  '[x]',
  '[g][h]',
  '~~',
  '\u00a7 4',
  'Slab',
);
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `w ${words.join(' ')}\n z`);
const unit = fc.constant(' over<MET> 9 mm</MET><ENG> 3/8 in</ENG>');
const rich = fc
  .tuple(
    text,
    fc.oneof(
      fc.constant(''),
      unit,
      text.map((one) => ` <RID>${one}</RID>`),
    ),
  )
  .map((all) => all.join(''));
const cells = fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
const table = cells.map(
  (rows) =>
    `<TAB><WBK><TDA>${rows.map((row) => `<ROW>${row.map((cell) => `<CEL><DTA>${cell}</DTA></CEL>`).join('')}</ROW>`).join('')}</TDA></WBK></TAB>`,
);
const block = fc.oneof(
  rich.map((one) => `<TXT>${one}</TXT>`),
  rich.map((one) => `[<TXT>${one}</TXT><BRK/>\n]`),
  fc
    .array(rich, { minLength: 1, maxLength: 3 })
    .map((all) => `<NTE>${all.map((one) => `<NPR>${one}</NPR>`).join('<BRK/>')}</NTE>`),
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.oneof(rich, table)), { minLength: 1, maxLength: 5 })
    .map(
      (items) =>
        `<OLG>${items.map(([level, one]) => (one.startsWith('<TAB') ? one : `<OLI LEVEL="${level}">${one}</OLI>.<BRK/>`)).join('')}</OLG>`,
    ),
  fc
    .tuple(rich, fc.array(rich, { maxLength: 3 }))
    .map(([head, items]) => `<LST>${head}</LST>${items.map((one) => `<ITM>${one}</ITM>`).join('')}`),
  fc
    .tuple(text, text, text)
    .map(([org, rid, rtl]) => `<REF><ORG>${org}</ORG><RID>${rid}</RID><RTL>${rtl}</RTL></REF>`),
  table,
);
const subpart = fc.letrec<{ subpart: string }>((tie) => ({
  subpart: fc
    .tuple(
      text,
      fc.array(block, { maxLength: 4 }),
      fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.constant(''), tie('subpart')),
    )
    .map(([title, blocks, inner]) => `<SPT><TTL>${title}</TTL>${blocks.join('')}${inner}</SPT>`),
})).subpart;
const generated = fc
  .array(fc.tuple(fc.array(block, { maxLength: 2 }), fc.array(subpart, { maxLength: 3 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) =>
    section(
      parts
        .map(
          ([blocks, subparts], at) =>
            `<PRT><TTL>PART ${at + 1} P</TTL>${blocks.join('')}${subparts.join('')}</PRT>`,
        )
        .join(''),
    ),
  );

describe('laws of sections', () => {
  it('every word is shown, in the order of the file', () => {
    fc.assert(
      fc.property(generated, (file) => {
        const shown = shownTexts(read(file).document).join(' ');
        assert.deepEqual(wordsOf(shown), wordsOfFile(file));
      }),
      { numRuns },
    );
  });

  it('the markup gives it back', () => {
    fc.assert(
      fc.property(generated, (file) => {
        const { document } = read(file);
        const parsed = parseMarkup(serialiseMarkup(document));
        assert.deepEqual(parsed.errors, []);
        assert.equal(hashOutlineContent(parsed), hashOutlineContent(document));
      }),
      { numRuns },
    );
  });

  it('each paragraph is a clause with exactly its text', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const { document } = read(part(texts.map((one) => `<TXT>${one}</TXT>`).join('')));
        const plain = texts.map((one) =>
          inOneLine(one.replaceAll('&lt;', '<').replaceAll('&amp;', '&').replaceAll('\u0096', '–')),
        );
        assert.deepEqual(shownTexts(document).slice(1), plain);
      }),
      { numRuns },
    );
  });
});
