/**
 * Tests of importing ReqIF files: the hierarchy as the outline, XHTML as text, other attributes in notes or in the
 * report.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { readDocument } from '../read-document.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 200);
const NAMES = ['ReqIF.ChapterName', 'ReqIF.Text', 'ReqIF.ForeignID', 'Source', 'ReqIF.ForeignModifiedBy'];
const definition = (kind: string, name: string) =>
  `<DEFINITION><ATTRIBUTE-DEFINITION-${kind}-REF>${name}</ATTRIBUTE-DEFINITION-${kind}-REF></DEFINITION>`;
const text = (name: string, value: string) =>
  `<ATTRIBUTE-VALUE-STRING THE-VALUE="${value}">${definition('STRING', name)}</ATTRIBUTE-VALUE-STRING>`;
const xhtml = (name: string, value: string) =>
  `<ATTRIBUTE-VALUE-XHTML><THE-VALUE><h:div>${value}</h:div></THE-VALUE>${definition('XHTML', name)}</ATTRIBUTE-VALUE-XHTML>`;
const choice = (...ids: string[]) =>
  `<ATTRIBUTE-VALUE-ENUMERATION><VALUES>${ids.map((id) => `<ENUM-VALUE-REF>${id}</ENUM-VALUE-REF>`).join('')}</VALUES>${definition('ENUMERATION', 'Safety')}</ATTRIBUTE-VALUE-ENUMERATION>`;
const object = (id: string, ...values: string[]) =>
  `<SPEC-OBJECT IDENTIFIER="${id}"><VALUES>${values.join('')}</VALUES></SPEC-OBJECT>`;
const place = (id: string, below = '') =>
  `<SPEC-HIERARCHY><OBJECT><SPEC-OBJECT-REF>${id}</SPEC-OBJECT-REF></OBJECT><CHILDREN>${below}</CHILDREN></SPEC-HIERARCHY>`;
const reqif = (objects: string, outline: string, rest = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:h="http://www.w3.org/1999/xhtml"><THE-HEADER><REQ-IF-HEADER><TITLE>Doors</TITLE></REQ-IF-HEADER></THE-HEADER><CORE-CONTENT><REQ-IF-CONTENT><DATATYPES><DATATYPE-DEFINITION-ENUMERATION IDENTIFIER="levels"><SPECIFIED-VALUES><ENUM-VALUE IDENTIFIER="high" LONG-NAME="High"/><ENUM-VALUE IDENTIFIER="low" LONG-NAME="Low"/></SPECIFIED-VALUES></DATATYPE-DEFINITION-ENUMERATION></DATATYPES><SPEC-TYPES><SPEC-OBJECT-TYPE><SPEC-ATTRIBUTES>${NAMES.map((name) => `<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="${name}" LONG-NAME="${name}"/>`).join('')}<ATTRIBUTE-DEFINITION-ENUMERATION IDENTIFIER="Safety" LONG-NAME="Safety"><TYPE><DATATYPE-DEFINITION-ENUMERATION-REF>levels</DATATYPE-DEFINITION-ENUMERATION-REF></TYPE></ATTRIBUTE-DEFINITION-ENUMERATION></SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE></SPEC-TYPES><SPEC-OBJECTS>${objects}</SPEC-OBJECTS><SPECIFICATIONS><SPECIFICATION IDENTIFIER="s"><CHILDREN>${outline}</CHILDREN></SPECIFICATION></SPECIFICATIONS>${rest}</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>`;
const read = (...parts: Parameters<typeof reqif>) => readDocument({ file: Buffer.from(reqif(...parts)) });
const choicesOf = ({ fields }: ReturnType<typeof read>['document']) =>
  fields.map(({ element_address, label, input_type, options, default_value }) => [
    element_address,
    label,
    input_type,
    options,
    default_value,
  ]);
const textOf = (value: string) =>
  read(object('a', xhtml('ReqIF.Text', value)), place('a')).document.elements[0]?.content;

describe('a ReqIF file', () => {
  it('has its hierarchy as outline, with headings, texts and numbers; choices are fields, other attributes are in a note', () => {
    const { document, format, changes } = read(
      object('c', text('ReqIF.ChapterName', 'Doors')) +
        object(
          'r',
          text('ReqIF.ForeignID', 'D-7'),
          xhtml('ReqIF.Text', '<h:p>Wide enough.</h:p>'),
          choice('high'),
          text('Source', 'Fire code'),
          text('ReqIF.ForeignModifiedBy', 'Ada'),
        ) +
        object('l', xhtml('ReqIF.Text', 'Loose')),
      place('c', place('r') + place('gone')),
      '<SPEC-RELATIONS><SPEC-RELATION><SOURCE><SPEC-OBJECT-REF>r</SPEC-OBJECT-REF></SOURCE><TARGET><SPEC-OBJECT-REF>c</SPEC-OBJECT-REF></TARGET></SPEC-RELATION></SPEC-RELATIONS>',
    );
    assert.deepEqual([format, document.title], ['reqif', 'Doors']);
    assert.deepEqual(
      document.elements.map(({ address, label, kind, toc_content, content }) => [
        address,
        label,
        kind,
        toc_content,
        content,
      ]),
      [
        ['1', undefined, 'section', 'Doors', ''],
        ['1.1', 'D-7', 'clause', '', 'Wide enough.'],
        ['1.1.1', undefined, 'note', 'Properties', '**Source**: Fire code'],
        ['2', undefined, 'section', 'Not in the outline', ''],
        ['2.1', undefined, 'clause', '', 'Loose'],
      ],
    );
    assert.deepEqual(choicesOf(document), [['1.1', 'Safety', 'select', ['High', 'Low'], 'High']]);
    assert.deepEqual(
      changes.filter(({ rule }) => rule === 'left-out').map(({ name, from }) => [name, from]),
      [
        ['ReqIF.ForeignModifiedBy', 'Ada'],
        ['object that is not in the file', 'gone'],
        ['relation', 'r → c'],
      ],
    );
  });

  it('has a choice of several as checkboxes, and one that its type does not have as an option', () => {
    const several = read(object('a', xhtml('ReqIF.Text', 'A.'), choice('high', 'low')), place('a'));
    assert.deepEqual(choicesOf(several.document), [
      ['1', 'Safety', 'checkbox', ['High', 'Low'], ['High', 'Low']],
    ]);
    const unknown = read(object('a', xhtml('ReqIF.Text', 'A.'), choice('gone')), place('a'));
    assert.deepEqual(choicesOf(unknown.document), [
      ['1', 'Safety', 'select', ['High', 'Low', 'gone'], 'gone'],
    ]);
    const none = read(object('a', xhtml('ReqIF.Text', 'A.'), choice()), place('a'));
    assert.deepEqual([none.document.fields, none.changes], [[], []]);
  });

  for (const [title, value, expected] of [
    ['paragraphs and breaks', '<h:p>a<h:br/>b</h:p><h:p>c</h:p>', 'a\\\nb\n\nc'],
    ['lists in lists', '<h:ul><h:li>a<h:ol><h:li>b</h:li></h:ol></h:li></h:ul>', '- a\n  1. b'],
    [
      'tables',
      '<h:table><h:tbody><h:tr><h:th>a</h:th></h:tr><h:tr><h:td>b|c</h:td></h:tr></h:tbody></h:table>',
      '| a |\n| --- |\n| b\\|c |',
    ],
    ['powers and indices', 'm<h:sup>2</h:sup> CO<h:sub>2</h:sub> x<h:sup>n</h:sup>', 'm² CO₂ x^(n)'],
    ['links', '<h:a href="https://a.example">a</h:a>', 'a (https://a.example)'],
    ['marks of Markdown', '* a # b', '\\* a # b'],
    ['text without elements', 'plain &amp; simple', 'plain & simple'],
  ] as const)
    it(`has ${title} of XHTML`, () => assert.equal(textOf(value), expected));

  it('is read from an archive; what is beside it, and images, are reported', () => {
    const document = reqif(
      object('a', xhtml('ReqIF.Text', '<h:object data="a.png">Detail</h:object>')),
      place('a'),
    );
    const archive = (...names: string[]) =>
      Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8(document)]))));
    const { document: outline, changes } = readDocument({ file: archive('x.reqif', 'a.png') });
    assert.equal(outline.elements[0]?.content, 'Detail');
    assert.deepEqual(
      changes.map(({ name, from }) => [name, from]),
      [
        ['attached file', 'a.png'],
        ['image or attached file', 'a.png'],
      ],
    );
    assert.throws(() => readDocument({ file: archive('a.reqif', 'b.reqif') }), /has 2 ReqIF documents/);
    const bomb = zipSync({ 'x.reqif': new Uint8Array(4_000_000) });
    assert.throws(() => readDocument({ file: Buffer.from(bomb) }), /too large when unpacked/);
  });

  it('with a document type or without content is refused', () => {
    assert.throws(
      () => readDocument({ file: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><REQ-IF>&b;</REQ-IF>') }),
      /document type/,
    );
    assert.throws(() => readDocument({ file: Buffer.from('<REQ-IF/>') }), /has no content/);
    assert.throws(() => read('', place('gone')), /has no requirements.*Export the specification/);
  });

  it('has every object once, in the order of its hierarchy, at its depth', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 20 }), (steps) => {
        let depth = 0;
        const depths = steps.map((step, index) => {
          depth = index === 0 ? 1 : Math.min(depth + 1, step + 1);
          return depth;
        });
        const nest = (from: number, level: number): [string, number] => {
          let [at, out] = [from, ''];
          while (at < depths.length && (depths[at] ?? 0) >= level) {
            const [below, next] = nest(at + 1, (depths[at] ?? 0) + 1);
            out += place(`o${at}`, below);
            at = next;
          }
          return [out, at];
        };
        const objects = depths.map((_, index) => object(`o${index}`, xhtml('ReqIF.Text', `Text ${index}`)));
        const { document } = read(objects.toReversed().join(''), nest(0, 1)[0]);
        assert.deepEqual(
          document.elements.map(({ address, content }) => [address.split('.').length, content]),
          depths.map((level, index) => [level, `Text ${index}`]),
        );
      }),
      { numRuns },
    );
  });
});
