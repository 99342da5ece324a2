/** Tests of importing JSON documents: addresses, missing parents, labels, fields, corpora. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import type { ReadDocument } from './read-document.ts';
import { readDocument } from './read-document.ts';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const read = (elements: object[], fields: object[] = []): ReadDocument =>
  readDocument({ file: bytes({ title: 'A', elements, fields }) });
const clause = (address: string, content = `text of ${address}`, rest = {}) => ({
  address,
  content,
  ...rest,
});
const addresses = ({ document }: ReadDocument) => document.elements.map(({ address }) => address);
const rules = ({ changes }: ReadDocument) => changes.map(({ rule, from, to }) => [rule, from, to]);

describe('elements in JSON', () => {
  it('stay as they are where they are valid, in any order', () => {
    const result = read([clause('2'), clause('2.10'), clause('2.9'), clause('7')]);
    assert.deepEqual(addresses(result), ['2', '2.9', '2.10', '7']);
    assert.deepEqual(rules(result), [['order-changed', '2.10', '2.10']]);
  });

  it('say in the description where they and their fields come from, and under which licence', () => {
    const file = bytes({ title: 'A', source: 'ACME', licence: 'CC0-1.0', elements: [clause('1')] });
    const fieldsFile = bytes({ source: 'EPD', licence: 'Apache-2.0', derived: 'by hand', fields: [] });
    const { document, changes } = readDocument({ file, fieldsFile });
    assert.deepEqual(document.description.split('\n'), [
      'Source: ACME',
      'Licence: CC0-1.0',
      'Source of the fields: EPD',
      'Licence of the fields: Apache-2.0',
    ]);
    assert.deepEqual(
      changes.map(({ rule, from }) => [rule, from]),
      [['left-out', 'by hand']],
    );
  });

  it('keep all their words in the corpora; a document that begins with section 0 is shifted by one', () => {
    const file = readFileSync('test/corpora/elements/uk-approved-document-k.json');
    const source: { elements: { address: string; content: string }[] } = JSON.parse(file.toString());
    const { document } = readDocument({ file });
    assert.deepEqual(
      document.elements.map(({ address, content }) => [address, content]),
      source.elements.map(({ address, content }) => [
        address.replace(/^\d+/, (number) => String(Number(number) + 1)),
        content,
      ]),
    );
  });

  it('get a missing parent as an empty section, and a repeated number one below the first', () => {
    const result = read([
      clause('1'),
      clause('1.1'),
      clause('1.1'),
      clause('1.1.4'),
      clause('1.2'),
      clause('3.2'),
    ]);
    assert.deepEqual(addresses(result), ['1', '1.1', '1.1.1', '1.1.4', '1.2', '3', '3.2']);
    assert.deepEqual(rules(result), [
      ['section-added', '3.2', '3'],
      ['address-shifted', '1.1', '1.1.1'],
    ]);
  });

  it('without an address get the next number, which is reported', () => {
    const result = read([clause('1'), { content: 'No address.' }]);
    assert.deepEqual(addresses(result), ['1', '2']);
    assert.deepEqual(rules(result), [['number-added', null, 'the next number']]);
  });

  it('with letters get numbers, and keep the letters as their labels (Y11)', () => {
    const result = read([
      clause('1'),
      clause('1(a)', 'x', { heading: 'Loads' }),
      clause('Annex A'),
      clause('A.1'),
    ]);
    assert.deepEqual(
      result.document.elements.map(({ address, label, toc_content }) => [address, label, toc_content]),
      [
        ['1', undefined, ''],
        ['1.1', '1(a)', 'Loads'],
        ['2', 'Annex A', ''],
        ['2.1', 'A.1', ''],
      ],
    );
  });

  it('have the label that they name; one that is too long is cut, and all of it in the heading (Y11)', () => {
    const long = `Annex ${'x'.repeat(60)}`;
    const result = read([
      clause('1', 'x', { label: ' AC-1 ' }),
      clause('2', 'y', { label: long, heading: 'Y' }),
    ]);
    assert.deepEqual(
      result.document.elements.map(({ label, toc_content }) => [label, toc_content]),
      [
        ['AC-1', ''],
        [long.slice(0, 60), `${long} Y`],
      ],
    );
    assert.deepEqual(
      result.changes.map(({ rule, address, from, to }) => [rule, address, from, to]),
      [['printed-number-cut', '2', long, long.slice(0, 60)]],
    );
  });

  it('that are too deep stand on the twelfth level (S23)', () => {
    const deep = Array.from({ length: 14 }, (_, index) =>
      clause(
        Array(index + 1)
          .fill('1')
          .join('.'),
      ),
    );
    const result = read(deep);
    assert.deepEqual(
      addresses(result).slice(11),
      ['1', '2', '3'].map((last) => `${Array(11).fill('1').join('.')}.${last}`),
    );
    assert.deepEqual(
      new Set(result.changes.map(({ rule }) => rule)),
      new Set(['level-raised', 'renumbered']),
    );
  });

  it('have clean texts, and every change is reported (X8, W14)', () => {
    const result = read([
      { address: '1', heading: 'Two\nlines', content: 'bell\u0007 \ud800', kind: 'chapter', page: 7 },
      clause('2', '<!-- notice:withheld:abc -->'),
    ]);
    const [first, second] = result.document.elements;
    assert.deepEqual(
      [first?.kind, first?.toc_content, first?.content],
      ['clause', 'Two lines', 'bell  \ufffd'],
    );
    assert.equal(second?.content, '[text withheld at the source]');
    assert.deepEqual(result.changes.map(({ rule }) => rule).sort(), [
      'heading-joined',
      'kind-replaced',
      'left-out',
      'text-cleaned',
      'withheld-text-replaced',
    ]);
  });
});

describe('fields in JSON', () => {
  const one = [clause('1', 'x', { kind: 'clause' })];
  const field = (rest: object) => ({ element_address: '1', label: 'Width', input_type: 'range', ...rest });

  it('get other labels where these repeat, are empty or say the constraint again (S5)', () => {
    const { document, changes } = read(one, [
      field({ label: 'Minimum width', constraint: 'min' }),
      field({ label: 'width' }),
      field({ label: ' ' }),
      field({ label: 'Maximum width' }),
    ]);
    assert.deepEqual(
      document.fields.map(({ label, order_number }) => [label, order_number]),
      [
        ['width', 1],
        ['width (2)', 2],
        ['Value', 3],
        ['Maximum width', 4],
      ],
    );
    assert.deepEqual(
      changes.map(({ rule }) => rule),
      ['label-shortened', 'label-changed', 'label-changed'],
    );
  });

  it('lose nothing that does not fit: it stands in a note below the clause (S23)', () => {
    const { document } = read(
      [clause('1'), clause('1.3')],
      [
        field({ input_type: 'colour', constraint: 'about', unit: 'u'.repeat(41), description: 'Say it.' }),
        field({ label: 'Kind', input_type: 'select', options: ['a'], default_value: 'b' }),
        field({ label: 'l'.repeat(600), input_type: 'number', default_value: 5 }),
        field({
          label: 'Choice',
          input_type: 'select',
          options: Array.from({ length: 1_001 }, (_, i) => `o${i}`),
        }),
      ],
    );
    const note = document.elements.find(({ address }) => address === '1.4');
    assert.equal(note?.kind, 'note');
    assert.match(note.content, /^\*\*Width\*\*: Say it\. constraint about; unit u+$/m);
    for (const text of ['Say it.', 'constraint about', 'u'.repeat(41), 'default b', 'l'.repeat(600), 'o1000'])
      assert.ok(note.content.includes(text), text);
    assert.deepEqual(
      document.fields.map(({ input_type, default_value }) => [input_type, default_value]),
      [
        ['text', null],
        ['select', null],
        ['number', '5'],
        ['select', null],
      ],
    );
  });

  it('have no options or default that is dropped silently: one that is no list of texts is reported', () => {
    const objects = field({ options: [{ value: 'a', label: 'A' }, 'b'], default_value: { value: 'a' } });
    const text = field({ label: 'text', options: 'a, b', default_value: ['a', { value: 'b' }] });
    const { changes } = read(one, [objects, text]);
    const leftOut = changes.filter(({ rule }) => rule === 'left-out').map(({ source }) => source);
    const members = ['options', 'default_value'];
    const sent = [0, 1].flatMap((at) => members.map((name) => `fields[${at}].${name}`));
    assert.deepEqual(leftOut, sent);
  });

  it('that are accepted and should be looked at are reported (S23)', () => {
    const { document } = read(one, [field({ input_type: 'select' })]);
    assert.deepEqual(
      document.warnings.map(({ address, rule }) => [address, rule]),
      [['1', 'no-options']],
    );
  });

  it('that name no clause of the document come into a section at the end', () => {
    const { document, changes } = read(one, [
      field({ element_address: '9' }),
      field({ element_address: undefined }),
    ]);
    assert.deepEqual(
      document.fields.map(({ element_address, label }) => [element_address, label]),
      [
        ['2', 'Width'],
        ['2', 'Width (2)'],
      ],
    );
    assert.equal(changes.filter(({ rule }) => rule === 'field-moved').length, 2);
  });

  it('follow their clause to its new address', () => {
    const { document } = read([clause('0'), clause('0.1')], [field({ element_address: '0.1' })]);
    assert.deepEqual(
      document.fields.map(({ element_address }) => element_address),
      ['1.1'],
    );
  });
});
