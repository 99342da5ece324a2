/**
 * Test fixture: generators of outlines, contents and texts for the property tests of the markup, biased towards lines
 * that look like structure.
 */
import fc from 'fast-check';
import type { ElementContent, FieldContent } from '../revisioning/outline/content-hash.ts';
import { CONSTRAINTS, ELEMENT_KINDS, INPUT_TYPES } from '../revisioning/outline/outline.ts';
import { unifyLineEndings } from './lines.ts';
import { NASTY_LINES } from './nasty-lines.fixture.ts';
import { normaliseElement, normaliseField } from './normalise.ts';

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NASTY_LINES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...'#>`~*-+.\\ \t0123N:|=[]<'), { maxLength: 14 })
      .map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...NASTY_LINES), fc.constantFrom(...NASTY_LINES))
      .map(([a, b]) => `${a} ${b}`),
  },
);

/** Control characters that no text of a standard may contain: all but tab and line ends. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu;
const withoutControls = (text: string) => text.replace(CONTROLS, '');

/** Any content that callers may send, mostly nasty. */
export const arbitraryContent = fc
  .oneof(
    { weight: 8, arbitrary: fc.array(line, { maxLength: 9 }).map((lines) => lines.join('\n')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  )
  .map(withoutControls);

/** Any heading text. */
const arbitraryHeading = fc
  .oneof(
    fc.constant(''),
    fc.constantFrom(
      ...NASTY_LINES,
      'a ** b',
      '**',
      '*a*',
      'a*',
      '\\**',
      '*\\*',
      '*\\\\*x',
      'x #',
      'x \\#',
      '##',
      '\\',
      'a\\',
      '\u2028x',
      'a  b',
      '2.1',
      'Note 2.1',
    ),
    line,
  )
  .map(withoutControls);

/** Printed numbers, most with characters that mean something. */
const arbitraryLabel = fc
  .oneof(
    fc.constant(''),
    fc.constantFrom(
      '1.01.A',
      'AC-2(3)',
      '"',
      '\\',
      '\\"}',
      '**',
      '#',
      'a #',
      '{label="x"}',
      '§ 4',
      'e\u0301',
      ' 1 ',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  .map(withoutControls);

const kind = fc.constantFrom(...ELEMENT_KINDS);

/** Valid outlines in normal form: every element under a parent that is there. */
const elements: fc.Arbitrary<ElementContent[]> = fc
  .array(fc.tuple(fc.nat(), kind, arbitraryHeading, arbitraryContent, arbitraryLabel), {
    minLength: 1,
    maxLength: 9,
  })
  .map((seeds) => {
    const children = new Map<string, number>([['', 0]]);
    return seeds.map(([seed, elementKind, toc_content, content, label]) => {
      const parents = [...children.keys()].filter((parent) => parent === '' || parent.split('.').length < 12);
      const parent = parents[seed % parents.length] ?? '';
      const ordinal = (children.get(parent) ?? 0) + 1 + (seed % 3);
      children.set(parent, ordinal);
      const address = parent === '' ? String(ordinal) : `${parent}.${ordinal}`;
      children.set(address, 0);
      return normaliseElement({ address, kind: elementKind, toc_content, content, label });
    });
  });

const scalar = fc
  .oneof(
    fc.constantFrom(
      'yes',
      'no',
      '1.10',
      '0x10',
      '1e3',
      ': x',
      '- a',
      'a\nb',
      '\na\n\n',
      '```',
      '~~~',
      '---',
      '# c',
      'null',
      '~',
      '<<',
      '__proto__',
      '"',
      "'",
      '&a',
      '*a',
      '!t',
      '\u2028',
      '\r\n',
      '2026-01-01',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  )
  .map((text) => unifyLineEndings(withoutControls(text)));
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const field: fc.Arbitrary<Omit<FieldContent, 'element_address'>> = fc
  .record({
    label: scalar.filter((label) => label.trim() !== ''),
    input_type: fc.constantFrom(...INPUT_TYPES),
    options: fc.array(scalar, { maxLength: 4 }),
    default_value: nullable(scalar),
    order_number: nullable(fc.oneof(fc.nat(), fc.integer(), fc.maxSafeInteger())),
    drawing_ref: fc.boolean(),
    drawing_ref_locator: nullable(scalar),
    starting_disposition: nullable(fc.constantFrom('per_drawings', 'manufacturer_standard')),
    constraint: nullable(fc.constantFrom(...CONSTRAINTS)),
    unit: nullable(scalar),
  })
  .map((definition) => {
    const isMultiple = definition.input_type === 'checkbox' || definition.input_type === 'listbox';
    const isChoice = isMultiple || ['select', 'radio', 'combobox'].includes(definition.input_type);
    const directions =
      definition.input_type === 'range' ? ['min', 'max', 'exact'] : isMultiple ? ['all_of', 'any_of'] : [];
    const chosen = definition.options.filter((option) => option.trim() !== '');
    const default_value =
      isMultiple && chosen.length > 0 ? chosen : isChoice ? (chosen[0] ?? null) : definition.default_value;
    return {
      ...definition,
      default_value: definition.starting_disposition === 'per_drawings' ? null : default_value,
      constraint:
        definition.constraint !== null && directions.includes(definition.constraint)
          ? definition.constraint
          : null,
    };
  });

/** Valid outlines with fields, in normal form and in no particular order. */
export const arbitraryOutline: fc.Arbitrary<{ elements: ElementContent[]; fields: FieldContent[] }> = fc
  .tuple(elements, fc.array(fc.tuple(fc.nat(), field), { maxLength: 4 }))
  .map(([outline, definitions]) => {
    const named = new Map<string, FieldContent>();
    for (const [seed, definition] of definitions) {
      const element_address = outline[seed % outline.length]?.address ?? '1';
      named.set(`${element_address} ${definition.label}`, normaliseField({ ...definition, element_address }));
    }
    return { elements: outline, fields: [...named.values()] };
  });

/** Any text: nasty lines, well-formed openings and anything at all. */
export const arbitraryText = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .array(
        fc.oneof(
          { weight: 3, arbitrary: line },
          fc.constantFrom(
            '# 1 Scope',
            '1.1 text',
            '',
            '',
            '> **Note 1.1.1** x',
            '```field\nlabel: a\ntype: text\n```',
            '---',
          ),
        ),
        { maxLength: 14 },
      )
      .map((lines) => lines.join('\n')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
