/**
 * Generators of outlines, contents and texts for the property tests of the markup, biased towards lines
 * that look like structure.
 */
import fc from 'fast-check';
import type { ElementContent, FieldContent } from '../revisioning/outline/content-hash.ts';
import { CONSTRAINTS, INPUT_TYPES } from '../revisioning/outline/outline.ts';
import { unifyLineEndings } from './lines.ts';
import { normaliseElement, normaliseField } from './normalise.ts';

/** Lines that mean something to CommonMark, to this grammar, or to a careless regular expression. */
const NASTY_LINES = [
  '',
  ' ',
  '\t',
  '   ',
  '\u00a0',
  '\u2028',
  '\v',
  '\u0000',
  '\ufeff',
  'a\ufeff\r',
  '\ud800',
  '# Heading',
  '## 2.1 Materials',
  '#',
  '   ### 1 x',
  '    # code',
  '\\# escaped',
  '\\\\## twice',
  '#hash',
  '# Clause 2',
  '# Note 3 x',
  '1.4 looks like a clause',
  '1.4',
  '   2.1.3 indented',
  '    2.1.3 code',
  '1\\.4 escaped',
  '1\\\\.4 twice',
  '12 mm bolts',
  '3. third',
  '1) one',
  '1.0 zero',
  '01.2 leading',
  '1.2.',
  '1.2.3: colon',
  '*1.4* emphasis',
  '*1\\.4* escaped',
  '\u200b1.4 invisible',
  '\u00a01.4. both',
  '<b>1.4</b> tag',
  '__1\\\\.4__',
  '99999.99999 big',
  '**2.1 Bold** text',
  '**2.1**',
  '**2\\.1 Bold** x',
  '**2.1 unclosed',
  '***2.1 triple***',
  '**bold** text',
  '> quote',
  '>',
  '> **Note 2.1** text',
  '> **Note 2.1 Heading** x',
  '>> **Note 1.1** nested',
  '\\> **Note 2.1** escaped',
  '> > deep',
  '>**Note 1.2**',
  '**Note 1.2** bare',
  '```',
  '```field',
  '```js',
  '````',
  '   ```',
  '    ```',
  '\\```',
  '`code` span',
  '```a`b',
  '~~~',
  '~~~field',
  '\\~~~',
  'label: x',
  'type: text',
  '- item',
  '-',
  '* item',
  '+ item',
  '  - nested',
  '      deep',
  '1. one',
  '   continued',
  '- ```',
  '- # heading',
  '- 2.1 in item',
  '---',
  '***',
  '===',
  '- - -',
  '| a | b |',
  '|---|---|',
  'a | b',
  '[x]: /url',
  '[[library/slug#2.1]]',
  '<!-- notice:withheld:TOKEN -->',
  '<div>',
  '</div>',
  '<script>',
  '&amp;',
  'trailing  ',
  'trailing\\',
  '\\',
  '\\\\',
  '*',
  '**',
  '---\n',
  'plain words',
];

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

const kind = fc.constantFrom('section', 'clause', 'note');

/** Valid outlines in normal form: every element under a parent that is there. */
const elements: fc.Arbitrary<ElementContent[]> = fc
  .array(fc.tuple(fc.nat(), kind, arbitraryHeading, arbitraryContent), { minLength: 1, maxLength: 9 })
  .map((seeds) => {
    const children = new Map<string, number>([['', 0]]);
    return seeds.map(([seed, elementKind, toc_content, content]) => {
      const parents = [...children.keys()].filter((parent) => parent === '' || parent.split('.').length < 12);
      const parent = parents[seed % parents.length] ?? '';
      const ordinal = (children.get(parent) ?? 0) + 1 + (seed % 3);
      children.set(parent, ordinal);
      const address = parent === '' ? String(ordinal) : `${parent}.${ordinal}`;
      children.set(address, 0);
      return normaliseElement({ address, kind: elementKind, toc_content, content });
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
