/** Unit tests of the values with which a new datasheet begins. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { adaFields, definitionWith, SLAB } from '../fields.fixture.ts';
import { buildInitialStates, type InitialStateInput } from './initial-states.ts';

const recorded = (sent: InitialStateInput = {}) =>
  Object.fromEntries(
    [...buildInitialStates(SLAB, sent).states].map(([id, { value, disposition, disposition_note }]) => [
      id,
      disposition === 'specified'
        ? value
        : disposition_note === null
          ? disposition
          : `${disposition}: ${disposition_note}`,
    ]),
  );

function refused(
  sent: InitialStateInput,
  definition = SLAB,
): { code: string; paths: (string | undefined)[] } {
  try {
    buildInitialStates(definition, sent);
  } catch (error) {
    const { code, extras } = toErrorInfo(error);
    return { code, paths: (extras.errors ?? []).map((problem) => problem.path) };
  }
  throw new Error('expected a refusal');
}

describe('the first state of a datasheet', () => {
  it('stores template defaults as real values and starting dispositions (R-134, R-053)', () => {
    assert.deepEqual(recorded(), {
      1: 'Any',
      2: '4 1/2',
      3: 'Broom',
      4: null,
      5: 'per_drawings',
      6: 'manufacturer_standard',
      7: null,
    });
  });

  it('accepts an explicit blank instead of the default', () => {
    const state = recorded({ elementValues: { 1: '', 2: null, 3: '  ' } });
    assert.deepEqual([state[1], state[2], state[3]], [null, null, null]);
  });

  it('a blank leaves an initially deferred field deferred, a value makes it specified (D8)', () => {
    assert.equal(recorded({ elementValues: { 5: '' } })[5], 'per_drawings');
    assert.equal(recorded({ elementValues: { 5: '1:48' } })[5], '1:48');
  });

  it('keys are field ids, or an address that has exactly one field (D1)', () => {
    assert.equal(recorded({ elementValues: { '2.1': '6' } })[2], '6');
    assert.equal(recorded({ elementValues: { 2: '6' } })[2], '6');
    // An id has one spelling.
    assert.equal(refused({ elementValues: { '02': '6' } }).code, 'VALIDATION_ERROR');
    assert.deepEqual(refused({ elementValues: { '2.2': 'Air' } }), {
      code: 'AMBIGUOUS_ADDRESS',
      paths: ['elementValues.2.2'],
    });
  });

  it('a key of digits is a field id even where it is an address as well (D8)', () => {
    // 10 is the address of field 7, and 3 the address of field 5.
    assert.equal(refused({ elementValues: { 10: '2026-02-28' } }).code, 'VALIDATION_ERROR');
    assert.equal(recorded({ elementValues: { 3: 'Trowel' } })[3], 'Trowel');
  });

  it('unknown keys and values the field does not accept are 400, each with its path (D1)', () => {
    const { code, paths } = refused({
      elementValues: {
        99: 'x',
        '7.7': 'x',
        2: '4 inches',
        3: 'Mirror',
        4: ['Air', 'Salt'],
        7: '2026-02-30',
        1: { $gt: '' },
      },
    });
    assert.equal(code, 'VALIDATION_ERROR');
    assert.deepEqual(
      paths.toSorted(),
      [1, 2, 3, 4, '7.7', 7, 99].map((key) => `elementValues.${key}`).toSorted(),
    );
  });

  it('keys of the object prototype are not fields (H6)', () => {
    for (const key of ['constructor', 'toString', 'hasOwnProperty']) {
      assert.deepEqual(refused({ elementValues: { [key]: 'x' } }).paths, [`elementValues.${key}`]);
    }
  });

  it('one choice of a checkbox counts as a list of one (D8)', () => {
    assert.deepEqual(recorded({ elementValues: { 4: 'Air' } })[4], ['Air']);
  });

  it('the same field by id and by address is sent twice', () => {
    assert.equal(refused({ elementValues: { 2: '5', '2.1': '6' } }).code, 'VALIDATION_ERROR');
  });

  it('takes dispositions with their notes; specified lifts a starting disposition and brings the default', () => {
    const state = recorded({
      dispositions: [
        { element_id: 1, disposition: 'tbd', disposition_note: 'after the bid' },
        { element_id: 6, disposition: 'specified' },
        { element_id: 5, disposition: 'specified' },
      ],
    });
    assert.deepEqual([state[1], state[6], state[5]], ['tbd: after the bid', 'Grey', null]);
  });

  it('a value with a deferring disposition is 400, a blank is not (D8)', () => {
    const dispositions: InitialStateInput['dispositions'] = [
      { element_id: 1, disposition: 'not_applicable' },
    ];
    assert.deepEqual(refused({ elementValues: { 1: 'ACME' }, dispositions }).paths, ['elementValues.1']);
    assert.equal(recorded({ elementValues: { 1: '' }, dispositions })[1], 'not_applicable');
  });

  it('an unknown field, a field twice and a note with specified are 400', () => {
    const { paths } = refused({
      dispositions: [
        { element_id: 99, disposition: 'tbd' },
        { element_id: 1, disposition: 'tbd' },
        { element_id: 1, disposition: 'tbd' },
        { element_id: 2, disposition: 'specified', disposition_note: 'why' },
      ],
    });
    assert.deepEqual(paths, [
      'dispositions[0].element_id',
      'dispositions[2].element_id',
      'dispositions[3].disposition_note',
    ]);
  });

  it('accepts every default of the 2010 ADA dimensions, mixed numbers included', async () => {
    const fields = await adaFields();
    const definition = definitionWith(fields.map((field, index) => ({ ...field, id: index + 1 })));
    const { states } = buildInitialStates(definition, {});
    assert.ok(fields.length > 100);
    for (const [index, field] of fields.entries()) {
      assert.equal(states.get(index + 1)?.value, field.default_value ?? null);
    }
    // Each default can be sent back as a value.
    const elementValues = Object.fromEntries(
      fields.map((field, index) => [index + 1, field.default_value ?? null]),
    );
    assert.deepEqual(buildInitialStates(definition, { elementValues }).states, states);
  });
});
