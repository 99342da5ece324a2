/** Tests of importing OSCAL catalogues, by an excerpt of NIST SP 800-53 and by small catalogues. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { type ReadDocument, readDocument } from '../read-document.ts';
import { printedHeading } from '../sources.fixture.ts';

const readCatalogue = (catalog: object): ReadDocument =>
  readDocument({ file: Buffer.from(JSON.stringify({ catalog })) });

const control = (id: string, rest: object = {}): object => ({ id, title: `Title of ${id}`, ...rest });
const labelled = (value: string): object => ({ props: [{ name: 'label', value }] });

describe('NIST SP 800-53, control AC-1', () => {
  const { format, document, changes } = readDocument({
    file: readFileSync('test/corpora/oscal/sp800-53r5-excerpt.json'),
  });
  const at = (address: string) => {
    const element = document.elements.find((one) => one.address === address);
    return [element?.kind, element && printedHeading(element), element?.content];
  };

  it('is recognised, named and described by its metadata', () => {
    assert.equal(format, 'oscal');
    assert.equal(document.title, 'NIST Special Publication 800-53 Revision 5 LOW IMPACT BASELINE (excerpt)');
    assert.match(document.description, /^Version: Final\n(?:.*\n)*.*public domain/);
  });

  it('has groups as sections, controls and the items of statements as clauses', () => {
    assert.deepEqual(at('1'), ['section', 'Access Control', '']);
    assert.deepEqual(at('1.1'), ['clause', 'AC-1 Policy and Procedures', '']);
    assert.deepEqual(at('1.1.1'), [
      'clause',
      'a.',
      'Develop, document, and disseminate to [Assignment: organization-defined personnel or roles]:',
    ]);
    assert.deepEqual(at('1.1.1.1').at(-1), SELECTION_CLAUSE);
    assert.deepEqual(
      at('1.1.3.1').at(-1),
      'Policy [Assignment: frequency] and following [Assignment: events] ; and',
    );
  });

  it('has guidance, assessment, links and back matter as notes', () => {
    assert.deepEqual(at('1.1.4').slice(0, 2), ['note', 'Guidance']);
    assert.match(
      String(at('1.1.5')[2]),
      /^\*\*Assessment objective: AC-01\*\*\n\n- AC-01a\.\n {2}- AC-01a\.\[01\] an access/,
    );
    assert.deepEqual(at('1.1.6'), [
      'note',
      'Links',
      'References: OMB A-130, SP 800-12, SP 800-100\n\nRelated controls: ia-1, pm-9',
    ]);
    assert.deepEqual(at('2'), ['section', 'References', '']);
    assert.deepEqual(at('2.1').slice(0, 2), ['note', 'OMB A-130']);
  });

  it('has parameters as fields of the clause that names them first, with what is said about them in a note', () => {
    const fields = document.fields.map(({ element_address, label, input_type, constraint }) =>
      [element_address, label, input_type, constraint].join(' | '),
    );
    assert.deepEqual(fields.toSorted(), [
      '1.1 | personnel or roles (2) | text | ',
      '1.1 | personnel or roles | text | ',
      '1.1.1 | organization-defined personnel or roles | text | ',
      '1.1.1.1 | Selection ac-01_odp.03 | checkbox | any_of',
      '1.1.2 | official | text | ',
      '1.1.3.1 | events | text | ',
      '1.1.3.1 | frequency | text | ',
      '1.1.3.2 | events | text | ',
      '1.1.3.2 | frequency | text | ',
    ]);
    assert.deepEqual(at('1.1.2.1'), [
      'note',
      'Fields',
      '**official**: an official to manage the access control policy and procedures is defined;',
    ]);
  });

  it('reports where its numbers went, and what a standard has no place for', () => {
    const reported = changes.map(({ rule, address, from }) => [rule, address, from].join(' | '));
    for (const line of [
      'renumbered | 1.1.1 | a.',
      'renumbered | 1.1.1.1.2 | (b)',
      'left-out |  | sort-id=ac-01',
    ])
      assert.ok(reported.includes(line), line);
  });
});

const SELECTION_CLAUSE =
  '[Selection (one or more): organization-level; mission/business process-level; system-level] access control policy that:';

describe('other catalogues', () => {
  it('keep the numbers that their labels are', () => {
    const { document } = readCatalogue({
      groups: [
        {
          title: 'Organisation',
          ...labelled('2'),
          groups: [{ title: 'Internal', ...labelled('2.4'), controls: [control('c', labelled('2.4.3'))] }],
        },
      ],
    });
    assert.deepEqual(
      document.elements.map(({ address, toc_content }) => [address, toc_content]),
      [
        ['2', 'Organisation'],
        ['2.4', 'Internal'],
        ['2.4.3', 'Title of c'],
      ],
    );
  });

  it('put enhancements below their control, and say what was withdrawn', () => {
    const withdrawn = {
      props: [
        { name: 'label', value: 'AC-2(1)' },
        { name: 'status', value: 'withdrawn' },
      ],
    };
    const { document } = readCatalogue({
      controls: [
        control('ac-2', {
          ...labelled('AC-2'),
          parts: [{ name: 'statement', prose: 'Manage accounts.' }],
          controls: [
            control('ac-2.1', { ...withdrawn, links: [{ href: '#ac-2', rel: 'incorporated-into' }] }),
          ],
        }),
      ],
    });
    assert.deepEqual(
      document.elements.map((element) => [element.address, printedHeading(element), element.content]),
      [
        ['1', 'AC-2 Title of ac-2', 'Manage accounts.'],
        ['1.1', 'AC-2(1) Title of ac-2.1 (withdrawn)', ''],
        ['1.1.1', 'Links', 'Incorporated into: AC-2'],
      ],
    );
  });

  it('have values as defaults, choices within choices as words, and unknown parameters as they stand', () => {
    const { document, changes } = readCatalogue({
      controls: [
        control('c', {
          params: [
            { id: 'p1', label: 'a time', values: ['10 minutes'] },
            { id: 'p2', select: { choice: ['after {{ insert: param, p1 }}', 'never'] }, values: ['never'] },
          ],
          parts: [{ name: 'statement', prose: 'Lock {{ insert: param, p2 }}, {{ insert: param, p3 }}.' }],
        }),
      ],
    });
    assert.equal(
      document.elements[0]?.content,
      'Lock [Selection: after [Assignment: a time]; never], {{ insert: param, p3 }}.',
    );
    assert.deepEqual(
      document.fields.map(({ input_type, options, default_value }) => [input_type, options, default_value]),
      [
        ['text', [], '10 minutes'],
        ['select', ['after [Assignment: a time]', 'never'], 'never'],
      ],
    );
    assert.deepEqual(
      changes.filter(({ rule }) => rule === 'parameter-unknown').map(({ from }) => from),
      ['{{ insert: param, p3 }}'],
    );
  });

  for (const [title, params, message] of [
    ['six parameters of sixty choices that name the next', parameterChain(6, 60), /longer than the 8 MB/],
    [
      'more fields in one control than a standard has',
      Array.from({ length: 130_000 }, (_, index) => ({ id: `p${index}`, label: 'L' })),
      /has 130000 fields/,
    ],
  ] as const)
    it(`are refused with a sentence: ${title}`, () => {
      const parts = [{ name: 'statement', prose: 'Lock {{ insert: param, p0 }}.' }];
      assert.throws(() => readCatalogue({ controls: [control('c', { params, parts })] }), message);
    });

  it('stay as they stand where their own choices name them, directly or through another', () => {
    const params = [
      { id: 'p0', select: { choice: Array(40).fill('at {{ insert: param, p1 }}') } },
      { id: 'p1', select: { choice: ['{{ insert: param, p0 }}', '{{ insert: param, p1 }}'] } },
    ];
    const parts = [{ name: 'statement', prose: 'Lock {{ insert: param, p0 }}.' }];
    const { document, changes } = readCatalogue({ controls: [control('c', { params, parts })] });
    const choice = 'at [Selection: {{ insert: param, p0 }}; {{ insert: param, p1 }}]';
    assert.equal(document.elements[0]?.content, `Lock [Selection: ${Array(40).fill(choice).join('; ')}].`);
    const unknown = changes.filter(({ rule }) => rule === 'parameter-unknown').map(({ from }) => from);
    assert.deepEqual(new Set(unknown), new Set(['{{ insert: param, p0 }}', '{{ insert: param, p1 }}']));
  });

  it('have choices down to the fifth level, also when a chain of them is long', () => {
    const params = parameterChain(8_000, 1);
    const parts = [{ name: 'statement', prose: 'Lock {{ insert: param, p0 }}.' }];
    const { document, changes } = readCatalogue({ controls: [control('c', { params, parts })] });
    assert.equal(document.fields.length, 8_000);
    assert.equal(changes.find(({ rule }) => rule === 'parameter-unknown')?.from, '{{ insert: param, p5 }}');
  });

  it('are refused with a sentence: more controls than a level has numbers', () => {
    const controls = Array.from({ length: 130_000 }, (_, index) => control(`c${index}`));
    assert.throws(() => readCatalogue({ controls }), /130000 elements stand directly below the document/);
    assert.throws(
      () => readCatalogue({ controls: [control('c', { controls })] }),
      /130000 elements stand directly below the element 1;/,
    );
  });

  it('have what is said about a parameter as sentences, or as one with semicolons', () => {
    const about = (usage: string, prose: string): string | undefined =>
      readCatalogue({
        controls: [control('c', { params: [{ id: 'p', label: 'events', usage, guidelines: [{ prose }] }] })],
      }).document.elements.at(-1)?.content;
    assert.equal(
      about('organization-defined events', 'events that require users to log out are defined.'),
      '**events**: organization-defined events; events that require users to log out are defined.',
    );
    assert.equal(about('Say which.', 'Events are defined;'), '**events**: Say which. Events are defined;');
    assert.equal(about('「事件」を定める。', '退出'), '**events**: 「事件」を定める。 退出');
  });

  it('have the parameters of the catalogue in a section of their own', () => {
    const { document } = readCatalogue({ params: [{ id: 'p', label: 'L' }], controls: [control('c')] });
    assert.deepEqual(
      [document.elements[0]?.toc_content, document.fields[0]?.element_address],
      ['Parameters', '1'],
    );
  });
});

/** Parameters p0, p1 and so on, each with choices that name the next one. */
function parameterChain(length: number, choiceCount: number): object[] {
  return Array.from({ length }, (_, index) => ({
    id: `p${index}`,
    ...(index < length - 1
      ? { select: { choice: Array(choiceCount).fill(`{{ insert: param, p${index + 1} }}`) } }
      : { label: 'the last' }),
  }));
}

describe('links in texts to parts of the catalogue', () => {
  const resource = (uuid: string, title: string, href: string) => ({ uuid, title, rlinks: [{ href }] });
  const read = (prose: string): string => {
    const { document } = readCatalogue({
      controls: [control('c-1', { parts: [{ name: 'statement', prose }] }), control('c-2', labelled('C-2'))],
      'back-matter': {
        resources: [
          resource('r-1', 'Guide', 'https://example.org/guide'),
          resource('r-2', 'Paper', './paper.pdf'),
          resource('r-3', 'Odd', 'https://example.org/a (b)'),
        ],
      },
    });
    return document.elements[0]?.content ?? '';
  };

  for (const [prose, text] of [
    ['See [the guide](#r-1).', 'See [the guide](https://example.org/guide).'],
    ['See [the paper](#r-2 "x").', 'See the paper.'],
    ['See [it](<#r-2>).', 'See it (Paper).'],
    ['See [that](#r-3).', 'See [that](<https://example.org/a (b)>).'],
    [
      'See [C-2](#c-2), [C-02](#c-2), [](#c-2) and [accounts](#c-2).',
      'See C-2, C-02, C-2 and accounts (C-2).',
    ],
    ['See [[C-2]](#c-2).', 'See [C-2].'],
    ['See [clause f](#c-9_smt.f).', 'See clause f.'],
    ['![Detail](#r-1)', '![Detail](https://example.org/guide)'],
    ['See <a href="#c-2">C-2</a>.', 'See C-2.'],
    ['See [web](https://example.org/#c-2) and #c-2.', 'See [web](https://example.org/#c-2) and #c-2.'],
  ] as const)
    it(`${prose} becomes ${text}`, () => assert.equal(read(prose), text));

  it('are reported with their place', () => {
    const parts = [{ name: 'statement', prose: 'See [C-2](#c-2).' }];
    const { changes } = readCatalogue({
      controls: [control('c-1', { parts }), control('c-2', labelled('C-2'))],
    });
    assert.deepEqual(changes, [
      {
        rule: 'reference-replaced',
        source: 'catalog.controls[0].parts[0].prose',
        address: null,
        from: '[C-2](#c-2)',
        to: 'C-2',
      },
    ]);
  });
});
