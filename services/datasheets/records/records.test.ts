/**
 * Tests, without a database, of what is stored of a datasheet: compressed values, their content hash, and the history
 * of revisions; also of the tokens of `include` and of comparing two revisions.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { hashCanonical } from '../../../shared/revisioning/outline/canonical-json.ts';
import { DISPOSITIONS } from '../../../shared/revisioning/outline/field-value.ts';
import { ANNA, NOW, SLAB, statesFor } from '../fields.fixture.ts';
import { NO_PRINTED_NUMBERS } from '../printed-numbers.ts';
import { compareStates } from '../reading/compare-states.ts';
import { parseDatasheetFormat } from '../reading/datasheet-format.ts';
import { collectAncestry, orderNewestFirst } from './ancestry.ts';
import { newDatasheetRevision } from './new-revision.ts';
import { hashStates, packStates, unpackStates } from './recorded-values.ts';

describe('recorded values', () => {
  it('are unpacked unchanged, compressed or not', () => {
    const small = statesFor(SLAB, { 1: { value: 'Größe 合 🧱' }, 4: { value: ['Air'] } });
    assert.deepEqual(unpackStates(packStates(small)), small);
    const long = statesFor(SLAB, { 1: { value: 'x'.repeat(1_100_000) } });
    const packed = packStates(long);
    assert.ok(packed.length < 10_000);
    assert.deepEqual(unpackStates(packed), long);
  });

  it('hash by content: editors and times do not count, values and names do', () => {
    const of = { name: 'A', scope: '', standard_id: 1, standard_revision_id: 2 };
    const hash = hashStates(of, statesFor(SLAB, { 1: { value: 'ACME' } }));
    const byAnother = new Map(
      [...statesFor(SLAB, { 1: { value: 'ACME' } })].map(([id, state]) => [
        id,
        { ...state, edited_by: null, edited_at: NOW },
      ]),
    );
    assert.equal(hashStates(of, byAnother), hash);
    assert.notEqual(hashStates(of, statesFor(SLAB, { 1: { value: 'Acme' } })), hash);
    assert.notEqual(hashStates({ ...of, name: 'B' }, statesFor(SLAB, { 1: { value: 'ACME' } })), hash);
  });

  it('hash as the canonical JSON of their content (RFC 8785)', () => {
    const text = fc.string({ unit: 'binary' });
    const value = fc.oneof(
      fc.constant(null),
      text,
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.array(text),
    );
    const states = fc.uniqueArray(
      fc.record({
        field_id: fc.nat(),
        value,
        disposition: fc.constantFrom(...DISPOSITIONS),
        disposition_note: fc.option(text),
      }),
      { selector: ({ field_id }) => field_id },
    );
    const head = fc.record({
      name: text,
      scope: text,
      standard_id: fc.nat(),
      standard_revision_id: fc.nat(),
    });
    fc.assert(
      fc.property(head, states, (of, fields) => {
        const edited = { edited_by: ANNA, edited_at: NOW };
        const byId = new Map(fields.map((field) => [field.field_id, { ...field, ...edited }]));
        assert.equal(hashStates(of, byId), hashCanonical({ ...of, fields }));
      }),
    );
  });
});

describe('history', () => {
  it('is newest first by predecessors, whatever ids the processes have (D10)', () => {
    const links = [
      { _id: 100, previous_id: 3 },
      { _id: 4, previous_id: 100 },
      { _id: 3, previous_id: null },
    ];
    assert.deepEqual(orderNewestFirst(links), [4, 100, 3]);
    const long = Array.from({ length: 20_000 }, (_, at) => ({ _id: at + 1, previous_id: at || null }));
    assert.equal(orderNewestFirst(long)[0], 20_000);
  });

  it('is what a pointer reaches; losers of a race are unreachable', () => {
    const links = [
      { _id: 1, previous_id: null },
      { _id: 2, previous_id: 1 },
      { _id: 3, previous_id: 1 },
      { _id: 4, previous_id: 2 },
    ];
    assert.deepEqual([...collectAncestry(links, [4])], [4, 2, 1]);
    assert.deepEqual([...collectAncestry(links, [3])], [3, 1]);
    assert.deepEqual([...collectAncestry(links, [])], []);
  });

  it('codes start at 1.0.0 and count by severity (D10, S3, R-244)', () => {
    const make = (
      previous: ReturnType<typeof newDatasheetRevision> | null,
      severity: 'MAJOR' | 'MINOR' | 'PATCH',
    ) =>
      newDatasheetRevision({
        id: (previous?._id ?? 0) + 1,
        datasheet_id: 1,
        previous,
        name: 'n',
        scope: '',
        standard: { id: 1, revision_id: 1, revision_code: '1.0.0' },
        severity,
        summary: '',
        states: new Map(),
        by: ANNA,
        at: new Date(),
      });
    const codes = [];
    let last = make(null, 'PATCH');
    codes.push(last.code);
    for (const severity of ['PATCH', 'MINOR', 'MAJOR', 'PATCH'] as const) {
      last = make(last, severity);
      codes.push(last.code);
    }
    assert.deepEqual(codes, ['1.0.0', '1.0.1', '1.1.0', '2.0.0', '2.0.1']);
    assert.equal(last.ordinal, 5);
  });
});

describe('reading', () => {
  it('knows template, comments and values; any other token is 400 (D3)', () => {
    assert.deepEqual(
      [...parseDatasheetFormat({ format: 'verbose', include: 'template, comments,values' }).include],
      ['template', 'comments', 'values'],
    );
    assert.deepEqual([...parseDatasheetFormat({ format: 'compact', include: '' }).include], []);
    for (const include of ['Template', 'template,files', 'constructor']) {
      assert.throws(() => parseDatasheetFormat({ format: 'verbose', include }), { type: 'VALIDATION_ERROR' });
    }
  });

  it('compares in outline order, with null where a field does not exist (D10)', () => {
    const without = { ...SLAB, byId: new Map([...SLAB.byId].filter(([id]) => id !== 2)) };
    const numbers = NO_PRINTED_NUMBERS;
    const changes = compareStates(
      { definition: without, numbers, states: statesFor(SLAB, { 7: { value: '2026-01-01' } }) },
      {
        definition: SLAB,
        numbers,
        states: statesFor(SLAB, { 2: { value: '6' }, 7: { disposition: 'tbd' } }),
      },
    );
    assert.deepEqual(
      changes.map(({ element_id, from, to }) => [element_id, from?.value, to?.value, to?.disposition]),
      [
        [2, undefined, '6', 'specified'],
        [7, '2026-01-01', null, 'tbd'],
      ],
    );
  });
});
