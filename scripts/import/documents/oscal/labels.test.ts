/**
 * Tests of the label of an OSCAL object: when it becomes the number of the outline, and when the printed label; and of
 * the remarks on its properties.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { readDocument } from '../read-document.ts';
import { printedHeading } from '../sources.fixture.ts';

const labelled = (value: string): object => ({ props: [{ name: 'label', value }] });

const REMARKS = 'Remarks on label.\n\nRemarks on effort.';

/** The labels, headings and texts of a catalogue with these controls in a group that has a label. */
function elementsOf(...controls: object[]): (string | undefined)[][] {
  const groups = [{ title: 'Govern', ...labelled('GV'), controls }];
  const { document } = readDocument({ file: Buffer.from(JSON.stringify({ catalog: { groups } })) });
  return document.elements.slice(1).map(({ label, toc_content, content }) => [label, toc_content, content]);
}

describe('the label of a control', () => {
  for (const [label, title, heading] of [
    ['2', 'Layer 2 switches', 'Layer 2 switches'],
    ['2', '2nd factor', '2nd factor'],
    ['2', '2.1 and later', '2.1 and later'],
    ['AC', 'Access of ACME', 'Access of ACME'],
    ['2', '2 Layers', '2 Layers'],
    ['2', '2. Layers', '2. Layers'],
    ['AC-1', 'AC-1: Policy', 'AC-1: Policy'],
    ['AC-1', 'AC-1', 'AC-1'],
    ['Account Management (03.01.01)', 'Account Management', 'Account Management (03.01.01)'],
  ] as const)
    it(`${label} with the title ${title} stays, and gives the heading ${heading} (Y11)`, () => {
      assert.deepEqual(elementsOf({ id: 'c', title, ...labelled(label) }), [[label, heading, '']]);
    });

  it('that its statement repeats is said once; another one leads the text of the statement', () => {
    const control = (label: string): object => ({
      id: 'c',
      title: 'Layer 2 switches',
      ...labelled('SW-2'),
      parts: [{ name: 'statement', title: 'Layer 2 switches', prose: 'Do.', ...labelled(label) }],
    });
    assert.deepEqual(elementsOf(control('SW-2'), control('2')), [
      ['SW-2', 'Layer 2 switches', 'Do.'],
      ['SW-2', 'Layer 2 switches', '**2**\n\nDo.'],
    ]);
  });
});

describe('of several labels', () => {
  const props = [
    { name: 'label', value: 'A-01', class: 'zero-padded' },
    { name: 'label', value: 'A-1' },
    { name: 'label', value: 'A.1', class: 'other' },
    { name: 'applicability', value: 'TS' },
    { name: 'applicability', value: 'S' },
    { name: 'sort-id', value: 'a-01' },
  ];
  const read = (catalog: object) => readDocument({ file: Buffer.from(JSON.stringify({ catalog })) });

  it('the one without a class counts, as label and where others refer to it', () => {
    const links = [{ href: '#a-1', rel: 'related' }];
    const controls = [
      { id: 'a-1', title: 'Policy', props },
      { id: 'a-2', title: 'Accounts', links },
    ];
    const { document, changes } = read({ controls });
    assert.deepEqual(
      document.elements.map(({ label, toc_content, content }) => [label, toc_content, content]),
      [
        ['A-1', 'Policy', ''],
        [undefined, 'Properties', 'Applicability: TS, S'],
        ['a-2', 'Accounts', ''],
        [undefined, 'Links', 'Related controls: A-1'],
      ],
    );
    assert.deepEqual(
      changes.map(({ rule, name, from }) => [rule, name, from]),
      [
        ['left-out', 'label', 'label=A-01'],
        ['left-out', 'label', 'label=A.1'],
        ['property-noted', 'applicability', 'applicability=TS'],
        ['property-noted', 'applicability', 'applicability=S'],
        ['left-out', 'sort-id', 'sort-id=a-01'],
      ],
    );
  });

  it('the first one counts where all have a class', () => {
    const { document } = read({ controls: [{ id: 'a-1', title: 'Policy', props: [props[0], props[2]] }] });
    assert.deepEqual([document.elements[0]?.label, document.elements[0]?.toc_content], ['A-01', 'Policy']);
  });
});

describe('the remarks on a property', () => {
  const remark = (name: string, value: string): object => ({
    name,
    value,
    remarks: `Remarks on ${name}.`,
    group: 'main',
    ns: 'https://example.org',
  });
  const props = [remark('label', 'ASST'), remark('effort', '0')];
  const parts = [
    { name: 'statement', prose: 'Do.', parts: [{ name: 'item', prose: 'a', props }] },
    { name: 'guidance', prose: 'You may.', props },
  ];
  const groups = [{ title: 'Assets', props, controls: [{ id: 'c', title: 'C', props, parts }] }];
  const { document, changes } = readDocument({ file: Buffer.from(JSON.stringify({ catalog: { groups } })) });

  it('are a note where the property is kept: below its section or clause, and in the text of a note', () => {
    assert.deepEqual(
      document.elements.map((element) => [
        element.address,
        element.kind,
        printedHeading(element),
        element.content,
      ]),
      [
        ['1', 'section', 'ASST Assets', ''],
        ['1.1', 'clause', 'ASST C', 'Do.'],
        ['1.1.1', 'clause', 'ASST', 'a'],
        ['1.1.1.1', 'note', 'Properties', 'Effort: 0'],
        ['1.1.1.2', 'note', 'Remarks', REMARKS],
        ['1.1.2', 'note', 'Guidance: ASST', `You may.\n\nEffort: 0\n\n${REMARKS}`],
        ['1.1.3', 'note', 'Properties', 'Effort: 0'],
        ['1.1.4', 'note', 'Remarks', REMARKS],
        ['1.2', 'note', 'Properties', 'Effort: 0'],
        ['1.3', 'note', 'Remarks', REMARKS],
      ],
    );
  });

  it('are kept with those on other properties, whose group is left out', () => {
    const reported = changes.filter(({ source }) => source.startsWith('catalog.groups[0].props'));
    assert.deepEqual(
      reported.map(({ rule, source, from }) => [rule, source.replace('catalog.groups[0].', ''), from]),
      [
        ['left-out', 'props[0].group', 'main'],
        ['property-noted', 'props[1]', 'effort=0'],
        ['left-out', 'props[1].group', 'main'],
      ],
    );
  });
});
