/** Tests of saving the datasheet fields of a working copy, whole or in patch mode. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { expectRejection } from '../../../test/service-node.ts';
import { fieldInput, SMALL_OUTLINE, useWorkingCopies } from '../../../test/world/standards-world.ts';

describe('saving the fields of the working copy', () => {
  const { world, save } = useWorkingCopies();

  it('options that are empty, repeated or have blanks at an end are 400 with their path (Y19)', async () => {
    const shade = (options: string[], default_value: string[] | null = null) =>
      fieldInput('1.1', 'Shade', { input_type: 'listbox', options, default_value });
    const { id } = await world.createWorkingCopy(SMALL_OUTLINE, [
      shade(['Caf\u00e9', 'dark'], ['Cafe\u0301']),
    ]);
    const bad = ['Caf\u00e9', 'Cafe\u0301', ' dark', '', '\u00a0', 'Dark'];
    const paths = [1, 2, 3, 4].map((at) => `datasheetElements[0].options[${at}]`);
    for (const body of [
      { elements: SMALL_OUTLINE, datasheetElements: [shade(bad)] },
      { datasheetElementsOnly: true, datasheetElements: [shade(bad)] },
    ]) {
      const { status, extras } = await expectRejection(save(id, body));
      assert.deepEqual([status, extras.errors?.map(({ path }) => path)], [400, paths]);
    }
    const { version } = await world.readWorkingCopy(id);
    // The other form of the same label and options is no change.
    const again = await save(id, {
      datasheetElementsOnly: true,
      datasheetElements: [shade(['Cafe\u0301', 'dark'], ['Cafe\u0301'])],
    });
    assert.equal(again.version, version);
  });

  it('each type of the documents is kept with its options, constraint and reference to the drawings (R-049, R-050, R-052, R-054)', async () => {
    const { id } = await world.createWorkingCopy();
    const options = ['low', 'high'];
    const sent = [
      { input_type: 'select', options },
      { input_type: 'radio', options },
      { input_type: 'combobox', options },
      { input_type: 'checkbox', options, constraint: 'all_of' },
      { input_type: 'listbox', options, constraint: 'any_of' },
      { input_type: 'range', options: [], constraint: 'min' },
      { input_type: 'range', options: [], constraint: 'max' },
      { input_type: 'range', options: [], constraint: 'exact' },
      { input_type: 'text', options: [], drawing_ref: true, drawing_ref_locator: 'A-101' },
    ];
    const plain = { constraint: null, drawing_ref: false, drawing_ref_locator: null };
    const datasheetElements = sent.map((more, at) => fieldInput('1.1', `Field ${at}`, more));
    await save(id, { datasheetElementsOnly: true, datasheetElements });
    assert.deepEqual(
      (await world.readWorkingCopy(id)).datasheet_elements.map(
        ({ input_type, options, constraint, drawing_ref, drawing_ref_locator }) => ({
          input_type,
          options,
          constraint,
          drawing_ref,
          drawing_ref_locator,
        }),
      ),
      sent.map((more) => ({ ...plain, ...more })),
    );
  });

  it('datasheetElements left out leaves the fields alone, [] deletes them (S16)', async () => {
    const { id } = await world.createWorkingCopy(SMALL_OUTLINE, [
      fieldInput('1.1', 'Strength'),
      fieldInput('1.2', 'Purity'),
    ]);
    const kept = await save(id, { elements: SMALL_OUTLINE.slice(0, 2) });
    assert.equal(kept.field_count, 1);
    const none = await save(id, { elements: SMALL_OUTLINE.slice(0, 2), datasheetElements: [] });
    assert.equal(none.field_count, 0);
  });

  it('patch mode keeps clauses and fields not mentioned, renames by match_label, removes by name (rule 2, R-055)', async () => {
    const { id } = await world.createWorkingCopy(SMALL_OUTLINE, [
      fieldInput('1.1', 'Strength', { unit: 'MPa' }),
      fieldInput('1.1', 'Colour'),
      fieldInput('1.2', 'Purity'),
    ]);
    const before = await world.readWorkingCopy(id);
    await save(id, {
      datasheetElementsOnly: true,
      datasheetElements: [
        fieldInput('1.1', 'Compressive strength', { match_label: 'Strength' }),
        fieldInput('1.2', 'Source'),
      ],
      removeDatasheetFields: [{ element_address: '1.1', label: 'Colour' }],
    });
    const after = await world.readWorkingCopy(id);
    assert.deepEqual(
      after.elements.map(({ element_id }) => element_id),
      before.elements.map(({ element_id }) => element_id),
    );
    assert.deepEqual(
      after.datasheet_elements.map(({ element_address, label, unit }) => [element_address, label, unit]),
      [
        ['1.1', 'Compressive strength', 'MPa'],
        ['1.2', 'Purity', null],
        ['1.2', 'Source', null],
      ],
    );
    const idOf = (copy: typeof before, label: string) =>
      copy.datasheet_elements.find((shown) => shown.label === label)?.id;
    assert.equal(idOf(after, 'Compressive strength'), idOf(before, 'Strength'));
  });

  for (const [why, body, path] of [
    [
      'match_label without a match',
      { datasheetElements: [fieldInput('1.1', 'New', { match_label: 'Nothing' })] },
      'datasheetElements[0].match_label',
    ],
    [
      'a rename onto a taken label',
      { datasheetElements: [fieldInput('1.1', 'Colour', { match_label: 'Strength' })] },
      'datasheetElements[0].label',
    ],
    [
      'a removal that names nothing',
      { removeDatasheetFields: [{ element_address: '1.1', label: 'Nothing' }] },
      'removeDatasheetFields[0]',
    ],
    [
      'an address that is not there',
      { datasheetElements: [fieldInput('9', 'New')] },
      'datasheetElements[0].element_address',
    ],
    ['elements beside datasheetElementsOnly', { elements: SMALL_OUTLINE }, 'elements'],
  ] as const) {
    it(`${why} in patch mode is 400 and writes nothing (S26)`, async () => {
      const { id, version } = await world.createWorkingCopy(SMALL_OUTLINE, [
        fieldInput('1.1', 'Strength'),
        fieldInput('1.1', 'Colour'),
      ]);
      const { extras } = await expectRejection(save(id, { datasheetElementsOnly: true, ...body }), 400);
      assert.equal(extras.errors?.[0]?.path, path);
      assert.equal((await world.readWorkingCopy(id)).version, version);
    });
  }

  it('fields are checked against clauses, options and types, and odd labels are only warned of (rules 3, 8, S23, R-046, R-047, R-048, R-051, R-181)', async () => {
    const { id } = await world.createWorkingCopy();
    const bad = [
      fieldInput('1.1', 'A', { input_type: 'select', options: ['x'], default_value: 'y' }),
      fieldInput('1.9', 'B'),
      fieldInput('1.1', 'C', { constraint: 'all_of' }),
      fieldInput('1.1', 'D', { unit: 'm'.repeat(41) }),
      fieldInput('1.1', 'E', { default_value: '5', starting_disposition: 'per_drawings', drawing_ref: true }),
      fieldInput('1.1', 'A', { input_type: 'number' }),
    ];
    const { extras } = await expectRejection(save(id, { elements: SMALL_OUTLINE, datasheetElements: bad }));
    assert.deepEqual(
      extras.errors?.map(({ path }) => path),
      [
        'datasheetElements[0].default_value',
        'datasheetElements[1].element_address',
        'datasheetElements[2].constraint',
        'datasheetElements[3].unit',
        'datasheetElements[4].default_value',
        'datasheetElements[5].label',
      ],
    );
    await expectRejection(
      save(id, {
        elements: SMALL_OUTLINE,
        datasheetElements: [fieldInput('1.1', 'A', { input_type: 'telepathy' })],
      }),
      400,
    );
    await expectRejection(
      save(id, {
        elements: SMALL_OUTLINE,
        datasheetElements: [fieldInput('1.1', 'A', { default_value: { $gt: '' } })],
      }),
      400,
    );
    const { warnings, field_count } = await save(id, {
      elements: SMALL_OUTLINE,
      datasheetElements: [
        fieldInput('1.1', 'Minimum strength', { input_type: 'range', constraint: 'min' }),
        fieldInput('1.1', 'Shade', {
          input_type: 'listbox',
          options: ['light', 'dark'],
          default_value: ['dark'],
        }),
        fieldInput('1.2', 'Depth', { starts_deferred: true }),
      ],
    });
    assert.equal(field_count, 3);
    assert.deepEqual(
      warnings.map(({ rule }) => rule),
      ['direction_in_label'],
    );
    const shown = (await world.readWorkingCopy(id)).datasheet_elements;
    assert.deepEqual(
      shown.map(({ starting_disposition, starts_deferred, drawing_ref }) => [
        starting_disposition,
        starts_deferred,
        drawing_ref,
      ]),
      [
        [null, false, false],
        [null, false, false],
        ['per_drawings', true, true],
      ],
    );
  });
});
