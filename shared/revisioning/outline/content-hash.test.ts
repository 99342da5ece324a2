/** Property tests and examples of the canonical JSON, the equality and the hashes of outlines and of their clauses. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { sha256 } from '../../hash.ts';
import { diffOutlines } from '../compare/diff-outlines.ts';
import { isSameJson, toCanonicalJson } from './canonical-json.ts';
import { hashContent, hashElement, outlineContent } from './content-hash.ts';
import { anyOutline, LAW_RUNS, plainField } from './histories.fixture.ts';
import type { FieldValue, Outline } from './outline.ts';

const runs = { numRuns: LAW_RUNS };

/** Fields with every member filled, strings of any well-formed Unicode. */
const anyText = fc.string({ unit: 'grapheme' });
const anyValue: fc.Arbitrary<FieldValue> = fc.oneof(
  anyText,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.array(anyText),
  fc.constant(null),
);
const richOutline: fc.Arbitrary<Outline> = fc
  .tuple(anyOutline, anyText, anyValue, fc.array(anyText), fc.integer())
  .map(([outline, text, default_value, options, order_number]) => ({
    elements: outline.elements.map((element) => ({
      ...element,
      content: element.content + text,
      toc_content: text,
    })),
    fields: outline.fields.map((field) => ({
      ...field,
      ...{ default_value, options, order_number, drawing_ref_locator: text },
      ...{ constraint: 'min' as const, starting_disposition: 'per_drawings' as const, unit: text },
    })),
  }));

test('JSON.stringify of an outline content is its canonical JSON', () => {
  fc.assert(
    fc.property(richOutline, (outline) => {
      const content = outlineContent(outline);
      assert.equal(JSON.stringify(content), toCanonicalJson(content));
      assert.equal(hashContent(outline), sha256(toCanonicalJson(content)));
      for (const { element_id: _, address: __, ...words } of outline.elements) {
        assert.equal(hashElement(words), sha256(toCanonicalJson(words)));
      }
    }),
    runs,
  );
});

test('a clause without a label has the hash that it had before there were labels (Y11)', () => {
  const words = { kind: 'clause', toc_content: 'Cover', content: '40 mm' } as const;
  const outline = { elements: [{ element_id: 1, address: '1', ...words }], fields: [] };
  assert.equal(hashElement(words), sha256('{"content":"40 mm","kind":"clause","toc_content":"Cover"}'));
  assert.equal(
    hashContent(outline),
    sha256(
      '{"elements":[{"address":"1","content":"40 mm","kind":"clause","toc_content":"Cover"}],"fields":[]}',
    ),
  );
  assert.notEqual(hashElement({ ...words, label: '1.01' }), hashElement(words));
  assert.notEqual(
    hashContent({ ...outline, elements: outline.elements.map((one) => ({ ...one, label: '1.01' })) }),
    hashContent(outline),
  );
});

test('the content hash knows neither ids nor the order of the input (S23)', () => {
  fc.assert(
    fc.property(richOutline, fc.integer({ min: 1, max: 99_999 }), (outline, shift) => {
      const other: Outline = {
        elements: outline.elements
          .map((element) => ({ ...element, element_id: element.element_id + shift }))
          .reverse(),
        fields: outline.fields
          .map((field) => ({ ...field, field_id: field.field_id + 7, element_id: field.element_id + shift }))
          .reverse(),
      };
      assert.equal(hashContent(other), hashContent(outline));
    }),
    runs,
  );
});

test('any change of content changes the hash (S23)', () => {
  const element = { element_id: 1, address: '1', kind: 'clause' as const, toc_content: 'h', content: 'c' };
  const field = plainField(1, 2, 'Grade');
  const base: Outline = { elements: [element], fields: [field] };
  const variants: Outline[] = [
    base,
    { ...base, fields: [] },
    ...[{ address: '2' }, { kind: 'note' as const }, { toc_content: 'x' }, { content: 'x' }].map(
      (change) => ({
        ...base,
        elements: [{ ...element, ...change }],
      }),
    ),
    ...[
      { label: 'x' },
      { input_type: 'range' as const },
      { options: ['x'] },
      { default_value: 'x' },
      { order_number: 1 },
      { drawing_ref: true },
      { drawing_ref_locator: 'x' },
      { starting_disposition: 'per_drawings' as const },
      { constraint: 'min' as const },
      { unit: 'x' },
    ].map((change) => ({ ...base, fields: [{ ...field, ...change }] })),
  ];
  assert.equal(new Set(variants.map(hashContent)).size, variants.length);
});

test('the merge key of a clause is over its words and kind only (document 1)', () => {
  const element = { element_id: 1, address: '1', kind: 'clause' as const, toc_content: 'h', content: 'c' };
  assert.equal(hashElement(element), hashElement({ ...element, ...{ element_id: 2, address: '9' } }));
  assert.notEqual(hashElement(element), hashElement({ ...element, kind: 'note' }));
  assert.match(hashElement(element), /^[0-9a-f]{64}$/);
});

test('a field of no element cannot be hashed', () => {
  assert.throws(() => hashContent({ elements: [], fields: [plainField(1, 2, 'Grade')] }), /no element/);
});

test('isSameJson is equality of canonical JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      assert.equal(isSameJson(left, right), toCanonicalJson(left) === toCanonicalJson(right));
      assert.equal(isSameJson(left, JSON.parse(JSON.stringify(left))), true);
    }),
    runs,
  );
  assert.equal(isSameJson({ a: 1, b: undefined }, { a: 1 }), true);
  assert.equal(isSameJson({ a: 1, b: 2 }, { b: 2, a: 1 }), true);
  assert.equal(isSameJson([1], { 0: 1 }), false);
  assert.equal(isSameJson(0, -0), true);
});

test('what I-JSON cannot hold has no canonical JSON', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, '\ud800'])
    assert.throws(() => toCanonicalJson(value));
});

test('a default that is a number or a truth value is the same content as its text (S23, M)', () => {
  const withDefault = (default_value: FieldValue): Outline => ({
    elements: [{ element_id: 1, address: '1', kind: 'clause', toc_content: '', content: '' }],
    fields: [{ ...plainField(1, 1, 'Cover'), default_value }],
  });
  const same: [FieldValue, FieldValue][] = [
    [30, '30'],
    [-1.5, '-1.5'],
    [0, '0'],
    [true, 'true'],
    [false, 'false'],
  ];
  for (const [sent, text] of same) {
    assert.equal(hashContent(withDefault(sent)), hashContent(withDefault(text)));
    assert.deepEqual(diffOutlines(withDefault(sent), withDefault(text)).fields, []);
  }
  assert.notEqual(hashContent(withDefault(30)), hashContent(withDefault('31')));
  assert.notEqual(hashContent(withDefault(0)), hashContent(withDefault(null)));
  assert.notEqual(hashContent(withDefault('30')), hashContent(withDefault(['30'])));
});
