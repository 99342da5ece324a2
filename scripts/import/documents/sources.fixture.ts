/**
 * Test fixture: generators of JSON documents and OSCAL catalogues with the faults of real ones, such as missing,
 * repeated and invalid addresses, control characters and unknown types. Also a text with its white space normalised,
 * for comparison.
 */
import fc from 'fast-check';
import type { ElementContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { ELEMENT_KINDS } from '../../../shared/revisioning/outline/outline.ts';

/** Words that are found again, and characters that a standard does not accept. */
const word = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z]{4,9}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('# x', '1.4', '> y', '```', '**b**', '- l', '**Note 1.2**', '---'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }) },
);
const prose = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .chain((words) => fc.constantFrom(' ', '\n', '\n\n').map((separator) => words.join(separator)));

/** A composed text with each run of white space and control characters as one space. */
export const comparableText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\ufeff\s]+/gu, ' ')
    .trim();

/** The heading of an element behind its printed number. */
export const printedHeading = ({
  label,
  toc_content,
}: Pick<ElementContent, 'label' | 'toc_content'>): string =>
  [label ?? '', toc_content].filter((text) => text !== '').join(' ');

/** Faults of an address. */
type Fault = 'none' | 'repeated' | 'omitted' | 'zeros' | 'letter' | 'blank' | 'dot';
const fault = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fault>('none') },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Fault>('repeated', 'omitted', 'zeros', 'letter', 'blank', 'dot'),
  },
);

interface CorpusSource {
  elements: { address: string; heading: string; content: string; kind: string }[];
  fields: {
    element_address: string;
    label: string;
    input_type: string;
    options: string[];
    default_value: string | number;
    constraint: string;
    unit: string;
    description: string;
  }[];
}

interface Seed {
  level: number;
  skip: number;
  fault: Fault;
  heading: string;
  content: string;
  kind: string;
}

const seed: fc.Arbitrary<Seed> = fc.record({
  level: fc.nat(3),
  skip: fc.nat(2),
  fault,
  heading: prose,
  content: prose,
  kind: fc.constantFrom(...ELEMENT_KINDS, 'table'),
});

/** Elements in the order of their addresses, before faults are added. */
function toElements(seeds: readonly Seed[], first: number): CorpusSource['elements'] {
  const path: number[] = [];
  return seeds.flatMap(({ level, skip, fault: addressFault, ...texts }, index) => {
    const depth = index === 0 ? 0 : Math.min(level, path.length);
    const last = path[depth] ?? (depth === 0 ? first - 1 : 0);
    path.length = depth;
    path.push(last + (addressFault === 'repeated' && last > 0 ? 0 : 1 + skip));
    if (addressFault === 'omitted') return [];
    return [{ address: addFault(path, addressFault), ...texts }];
  });
}

function addFault(path: readonly number[], addressFault: Fault): string {
  const above = path.slice(0, -1).map((level) => `${level}.`);
  const last = path.at(-1) ?? 1;
  if (addressFault === 'zeros') return [...above, `0${last}`].join('');
  if (addressFault === 'letter') return [...above, String.fromCharCode(96 + last)].join('');
  if (addressFault === 'blank') return '';
  return [...above, last].join('') + (addressFault === 'dot' ? '.' : '');
}

/** A document in JSON: in the order of its addresses, some of which are missing, repeated or invalid. */
export const corpusSource: fc.Arbitrary<CorpusSource> = fc
  .tuple(fc.array(seed, { minLength: 1, maxLength: 14 }), fc.nat(1))
  .map(([seeds, first]) => toElements(seeds, first))
  .filter((elements) => elements.length > 0)
  .chain((elements) =>
    fc
      .array(
        fc.record({
          element_address: fc.constantFrom(...elements.map(({ address }) => address), '77'),
          label: fc.constantFrom('Width', 'Minimum width', '', 'Kind\u0007'),
          input_type: fc.constantFrom('text', 'range', 'select', 'checkbox', 'number', 'slider'),
          options: fc.array(prose, { maxLength: 3 }),
          default_value: fc.oneof(prose, fc.integer()),
          constraint: fc.constantFrom('min', 'max', 'any_of', 'about'),
          unit: fc.constantFrom('mm', 'millimetres of mercury column at zero degrees'),
          description: prose,
        }),
        { maxLength: 5 },
      )
      .map((fields) => ({ elements, fields })),
  );

const label = fc.constantFrom('a.', '(b)', 'AC-1', '1', '1.2', 'Rule 7');
const props = fc.array(
  fc.record(
    {
      name: fc.constantFrom('label', 'status', 'sort-id', 'method'),
      value: fc.oneof(label, fc.constant('withdrawn')),
      ns: fc.constant('https://example.org/ns'),
      remarks: prose,
      group: prose,
    },
    { requiredKeys: ['name', 'value'] },
  ),
  { maxLength: 2 },
);
const links = fc.array(
  fc.record(
    {
      href: fc.constantFrom('#r1', '#c1', 'https://example.org'),
      rel: fc.constantFrom('related', 'see'),
      text: prose,
      'resource-fragment': prose,
    },
    { requiredKeys: ['href', 'rel'] },
  ),
  { maxLength: 2 },
);
const param = fc.record(
  {
    id: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
    label: prose,
    usage: prose,
    remarks: prose,
    props,
    links,
    constraints: fc.array(
      fc.record({ description: prose, tests: fc.array(fc.record({ expression: prose, remarks: prose })) }),
      { maxLength: 1 },
    ),
    guidelines: fc.array(fc.record({ prose }), { maxLength: 2 }),
    select: fc.record({
      'how-many': fc.constantFrom('one', 'one-or-more'),
      choice: fc.array(fc.oneof(prose, fc.constant('after {{ insert: param, p1 }}')), { maxLength: 3 }),
    }),
    values: fc.array(prose, { maxLength: 2 }),
  },
  { requiredKeys: ['id', 'label'] },
);
const insert = fc.constantFrom('', ' {{ insert: param, p1 }}', ' {{ insert: param, p9 }}', ' {{ p2 }}');
const partBelow = (below: fc.Arbitrary<object[]>): fc.Arbitrary<object> =>
  fc.record({
    name: fc.constantFrom('statement', 'item', 'guidance', 'assessment-objective', 'overview', 'footnote'),
    title: prose,
    props,
    links,
    prose: fc.tuple(prose, insert).map((texts) => texts.join('')),
    parts: below,
  });
const none: fc.Arbitrary<object[]> = fc.constant([]);
const innerPart = partBelow(fc.array(partBelow(none), { maxLength: 2 }));
const part = partBelow(fc.array(innerPart, { maxLength: 2 }));

const controlAbove = (below: fc.Arbitrary<object[]>): fc.Arbitrary<object> =>
  fc.record({
    id: fc.constantFrom('c1', 'c2'),
    title: prose,
    props,
    links,
    params: fc.array(param, { maxLength: 2 }),
    parts: fc.array(part, { maxLength: 3 }),
    controls: below,
  });
const control = controlAbove(fc.array(controlAbove(none), { maxLength: 1 }));

const groupAbove = (below: fc.Arbitrary<object[]>): fc.Arbitrary<object> =>
  fc.record({
    title: prose,
    props,
    links,
    params: fc.array(param, { maxLength: 1 }),
    parts: fc.array(part, { maxLength: 1 }),
    groups: below,
    controls: fc.array(control, { maxLength: 2 }),
  });
const group = groupAbove(fc.array(groupAbove(none), { maxLength: 1 }));

/** An OSCAL catalogue of groups, controls, parts, parameters and back matter. */
export const oscalSource = fc.record({
  catalog: fc.record({
    metadata: fc.record({
      title: prose,
      version: prose,
      remarks: prose,
      props,
      links,
      revisions: fc.array(fc.record({ title: prose }), { maxLength: 1 }),
    }),
    params: fc.array(param, { maxLength: 1 }),
    groups: fc.array(group, { maxLength: 2 }),
    controls: fc.array(control, { minLength: 1, maxLength: 2 }),
    'back-matter': fc.record({
      resources: fc.array(
        fc.record({
          uuid: fc.constant('r1'),
          title: prose,
          description: prose,
          props,
          citation: fc.record({ text: prose, props, links }),
          rlinks: fc.array(fc.record({ href: prose, hashes: fc.array(fc.record({ value: label })) }), {
            maxLength: 1,
          }),
          remarks: prose,
        }),
        { maxLength: 2 },
      ),
    }),
  }),
});
