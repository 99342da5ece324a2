/** Tests of importing Word files: numbers as Word prints them, kinds, tables, footnotes, changes, refusals. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { readDocument } from '../read-document.ts';
import { CSI, list, paragraph, run, table, type WordParts, wordFile } from './word-file.fixture.ts';

const read = (body: string, parts: WordParts = {}) =>
  readDocument({ file: wordFile(body, parts), fileName: 'F' });
const outline = (body: string, parts: WordParts = {}) =>
  read(body, parts).document.elements.map(({ address, kind, label, toc_content, content }) => [
    address,
    kind,
    `${label ?? ''} ${toc_content}`.trim(),
    content,
  ]);
const headings = (body: string, parts: WordParts) => outline(body, parts).map(([, , heading]) => heading);
const csi = { numbering: CSI.abstract + CSI.num };
const item = (text: string, level: number, num = 1) => paragraph(text, { num, level });

describe('Word files', () => {
  it('counted numbers are printed, restart below each higher one, and nest', () => {
    const body = [
      item('General', 0),
      item('Summary', 1),
      item('First', 2),
      item('Below', 3),
      item('Second', 2),
      item('Third', 3),
      item('Scope', 1),
      item('Again', 2),
    ];
    assert.deepEqual(outline(body.join(''), csi), [
      ['1', 'clause', 'PART 1', 'General'],
      ['1.1', 'clause', '1.01', 'Summary'],
      ['1.1.1', 'clause', 'A.', 'First'],
      ['1.1.1.1', 'clause', '1.', 'Below'],
      ['1.1.2', 'clause', 'B.', 'Second'],
      ['1.1.2.1', 'clause', '1.', 'Third'],
      ['1.2', 'clause', '1.02', 'Scope'],
      ['1.2.1', 'clause', 'A.', 'Again'],
    ]);
  });

  it('a list with a start of its own restarts, one without continues; a level without restart counts on', () => {
    const second = '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>';
    const third =
      '<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>';
    const { abstract, num } = list(1, [
      ['upperRoman', '%1.'],
      ['lowerLetter', '%2)', '<w:lvlRestart w:val="0"/>'],
    ]);
    const body = [
      item('a', 0),
      item('b', 1),
      item('c', 0, 2),
      item('d', 1, 2),
      item('e', 0, 3),
      item('f', 0, 3),
    ].join('');
    assert.deepEqual(headings(body, { numbering: abstract + num + second + third }), [
      'I.',
      'a)',
      'II.',
      'b)',
      'VII.',
      'VIII.',
    ]);
  });

  it('headings take their number from their style, paragraphs below are their text', () => {
    const numbering = list(4, [
      ['decimal', '%1', '<w:pStyle w:val="Heading1"/>'],
      ['decimal', '%1.%2', '<w:pStyle w:val="Heading2"/>'],
    ]);
    const style = (id: number) =>
      `<w:style w:type="paragraph" w:styleId="Heading${id}"><w:name w:val="heading ${id}"/><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>`;
    const body = [
      paragraph('Scope', { style: 'Heading1' }),
      paragraph('Text.'),
      paragraph('More *text*.'),
      paragraph('Aims', { style: 'Heading2' }),
      paragraph('Terms', { style: 'Heading1' }),
    ].join('');
    assert.deepEqual(
      outline(body, { numbering: numbering.abstract + numbering.num, styles: style(1) + style(2) }),
      [
        ['1', 'section', 'Scope', 'Text.\n\nMore \\*text\\*.'],
        ['1.1', 'section', 'Aims', ''],
        ['2', 'section', 'Terms', ''],
      ],
    );
  });

  it('typed numbers are read where Word does not count', () => {
    const body = [
      'PART 1 - GENERAL',
      '1.01\tSUMMARY',
      'A.\tText of A.',
      '1.\tBelow.',
      '2.\tNext.',
      'B. Text of B.',
      'It is 0.5 mm.',
      '1.02 SCOPE',
      '2.2.1.2.(1)\tCode',
    ]
      .map((text) => paragraph(text))
      .join('');
    assert.deepEqual(outline(body).slice(0, 7), [
      ['1', 'section', 'PART 1 GENERAL', ''],
      ['1.1', 'section', '1.01 SUMMARY', ''],
      ['1.1.1', 'clause', 'A.', 'Text of A.'],
      ['1.1.1.1', 'clause', '1.', 'Below.'],
      ['1.1.1.2', 'clause', '2.', 'Next.'],
      ['1.1.2', 'clause', 'B.', 'Text of B.\n\nIt is 0.5 mm.'],
      ['1.2', 'section', '1.02 SCOPE', ''],
    ]);
    assert.equal(outline(body)[7]?.[2], '2.2.1.2.(1) Code');
  });

  it('styles of specifications say what is a title, an article, a paragraph and a note', () => {
    const body = [
      ['SCT', 'SECTION 23 05 00'],
      ['CMT', 'Edit this.'],
      ['CMT', 'And this.'],
      ['PRT', 'GENERAL'],
      ['ART', 'SUMMARY'],
      ['PR1', 'Text.'],
      ['PR2', 'Below.'],
      ['CMT', 'Note.'],
      ['PR1', 'Next.'],
    ]
      .map(([style, text]) => paragraph(text ?? '', { style: style ?? '' }))
      .join('');
    assert.equal(read(body).document.title, 'SECTION 23 05 00');
    assert.deepEqual(outline(body), [
      ['1', 'note', '', 'Edit this.\n\nAnd this.'],
      ['2', 'section', 'GENERAL', ''],
      ['2.1', 'section', 'SUMMARY', ''],
      ['2.1.1', 'clause', '', 'Text.'],
      ['2.1.1.1', 'clause', '', 'Below.'],
      ['2.1.1.1.1', 'note', '', 'Note.'],
      ['2.1.2', 'clause', '', 'Next.'],
    ]);
  });

  it('texts above the first number are the description, so that 1 stays 1; a file without numbers is a clause', () => {
    const { document } = read(paragraph('Issued by us.') + item('General', 0), csi);
    assert.equal(document.description, 'Issued by us.');
    assert.deepEqual(
      document.elements.map(({ address, label }) => [address, label]),
      [['1', 'PART 1']],
    );
    assert.deepEqual(outline(paragraph('One.') + paragraph('Two.')), [['1', 'clause', '', 'One.\n\nTwo.']]);
  });

  it('a note with a number that Word counts is an element, its further paragraphs are its text', () => {
    const body = [
      item('General', 0),
      paragraph('Advisory.', { num: 1, level: 1, style: 'CMT' }),
      paragraph('More.', { style: 'CMT' }),
      item('Scope', 1),
    ].join('');
    assert.deepEqual(outline(body, csi).slice(1), [
      ['1.1', 'note', '1.01', 'Advisory.\n\nMore.'],
      ['1.2', 'clause', '1.02', 'Scope'],
    ]);
  });

  it('tables, bullets and footnotes stand in the text of their clause', () => {
    const bullets = list(2, [
      ['bullet', '•'],
      ['bullet', 'o'],
    ]);
    const note =
      '<w:footnotes xmlns:w="x"><w:footnote w:id="0" w:type="separator"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>See b.</w:t></w:r></w:p></w:footnote></w:footnotes>';
    const body = [
      paragraph('PART 1 GENERAL'),
      paragraph({ xml: `${run('Text')}<w:r><w:footnoteReference w:id="2"/></w:r>` }),
      paragraph('one', { num: 2 }),
      paragraph('two', { num: 2, level: 1 }),
      table([
        ['a|b', 'c'],
        ['d\ne', '*f*'],
      ]),
    ].join('');
    const content = outline(body, {
      numbering: bullets.abstract + bullets.num,
      others: { 'word/footnotes.xml': note },
    })[0]?.[3];
    assert.equal(
      content,
      'Text[^1]\n\n[^1]: See b.\n\n- one\n  - two\n\n| a\\|b | c |\n| --- | --- |\n| d e | \\*f\\* |',
    );
  });

  it('tracked changes are as if accepted; results of fields are text; what is left out is reported', () => {
    const xml = `${run('Slope ')}<w:del><w:r><w:delText>1:50</w:delText></w:r></w:del><w:ins>${run('1:48')}</w:ins><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF _Ref1 \\r</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(' 2.1')}<w:r><w:drawing><wp:docPr descr="Ramp"/></w:drawing></w:r><w:hyperlink r:id="r1">${run(' UFC')}</w:hyperlink>`;
    const joined = `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('One ')}</w:p>${paragraph('two.')}`;
    const { document, changes } = read(paragraph('PART 1 A') + paragraph({ xml }) + joined, {
      others: {
        'word/_rels/document.xml.rels':
          '<Relationships><Relationship Id="r1" Type="x/hyperlink" Target="https://a.b" TargetMode="External"/></Relationships>',
        'word/header1.xml': `<w:hdr xmlns:w="x">${paragraph('Page head')}</w:hdr>`,
        'word/comments.xml': `<w:comments xmlns:w="x"><w:comment>${paragraph('Why?')}</w:comment></w:comments>`,
      },
    });
    assert.equal(document.elements[0]?.content, 'Slope 1:48 2.1 UFC (https://a.b)\n\nOne two.');
    assert.deepEqual(
      changes.filter(({ rule }) => rule === 'left-out').map(({ name, from }) => [name, from]),
      [
        ['deleted text', '1:50'],
        ['image', 'Ramp'],
        ['header', 'Page head'],
        ['comment', 'Why?'],
      ],
    );
  });

  const rels = (type: string) =>
    `<Relationships><Relationship Id="r" Type="x/${type}" Target="file:///etc/passwd" TargetMode="External"/></Relationships>`;
  for (const [title, file, message] of [
    [
      'a file with macros',
      wordFile(paragraph('a'), { others: { 'word/vbaProject.bin': 'x' } }),
      /has macros/,
    ],
    [
      'text in another file',
      wordFile(paragraph('a'), { others: { 'word/_rels/document.xml.rels': rels('subDocument') } }),
      /another file/,
    ],
    ['a chunk of another format', wordFile('<w:altChunk r:id="r"/>'), /includes another document/],
    [
      'entities',
      Buffer.from(zipSync({ 'word/document.xml': strToU8('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') })),
      /document type/,
    ],
    [
      'a bomb',
      wordFile(paragraph('a'), { others: { 'word/x.xml': ' '.repeat(9_000_000) } }),
      /too large when unpacked/,
    ],
    [
      'very many parts',
      wordFile(paragraph('a'), {
        others: Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`p${at}`, ''])),
      }),
      /too large when unpacked/,
    ],
    ['a cut file', wordFile(paragraph('a')).subarray(0, -30), /damaged|ZIP archive/],
    ['broken XML', Buffer.from(zipSync({ 'word/document.xml': strToU8('<a><b></a>') })), /not well-formed/],
    ['no text', wordFile(''), /no elements/],
  ] as const)
    it(`${title} is refused with a sentence`, () => {
      assert.throws(() => readDocument({ file }), message);
    });

  it('5,000 paragraphs are read', () => {
    const body = Array.from({ length: 5_000 }, (_, at) =>
      item(
        `Paragraph ${at} ${'of words '.repeat(20)}`,
        at % 500 === 0 ? 0 : at % 50 === 0 ? 1 : at % 5 === 0 ? 2 : 3,
      ),
    ).join('');
    assert.equal(readDocument({ file: wordFile(body, csi) }).document.elements.length, 5_000);
  });
});
