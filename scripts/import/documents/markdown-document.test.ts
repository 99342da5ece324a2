/** Tests of importing documents in the specification markup: what is changed, left out or refused. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { serialiseMarkup } from '../../../shared/markup/serialise.ts';
import { UnusableDocumentError } from './import-change.ts';
import { readDocument } from './read-document.ts';

it('an element that is read at another place is a change, however many warnings come before it', () => {
  const warnings = '<!-- open\n\n'.repeat(150);
  const file = Buffer.from(`# 1 Scope\n\n1.1 A\n\n${warnings}1.3 C\n\n1.2 B\n`);
  const { document, changes } = readDocument({ file });
  assert.deepEqual(
    document.elements.map(({ address }) => address),
    ['1', '1.1', '1.2', '1.3'],
  );
  assert.deepEqual(changes, [
    { rule: 'order-changed', source: 'line 305', address: '1.3', from: '1.3', to: '1.3' },
  ]);
});

it('frontmatter is read as far as it says something of a standard, the rest is left out by name (Y20)', () => {
  const file = Buffer.from(
    "---\ntitle: Concrete\nsection: '0330001'\ntags: ['Facility', 'Concrete']\nnavigation:\n  key: Cast\n  order: 30001.0\n---\n\n# 1 General\n",
  );
  const { document, changes } = readDocument({ file });
  assert.equal(document.title, 'Concrete');
  assert.deepEqual(
    changes.map(({ rule, source, from }) => [rule, source, from]),
    [
      ['left-out', 'frontmatter: section', '0330001'],
      ['left-out', 'frontmatter: tags', 'Facility, Concrete'],
      ['left-out', 'frontmatter: navigation', 'navigation:\n  key: Cast\n  order: 30001.0'],
    ],
  );
});

it('frontmatter that is no YAML is left out as a whole (Y20)', () => {
  const { changes, document } = readDocument({ file: Buffer.from('---\n: : [\n---\n\n# 1 General\n') });
  assert.deepEqual(changes, [
    { rule: 'left-out', source: 'frontmatter', address: null, from: ': : [', to: null },
  ]);
  assert.deepEqual(
    document.warnings.map(({ rule }) => rule),
    ['frontmatter-ignored'],
  );
});

it('a numbered paragraph with a dot behind the number is an error with its line (Y21)', () => {
  const text = '# 1 General\n\n1.1. Application.\n\n1.2. Definitions.\n';
  assert.throws(
    () => readDocument({ file: Buffer.from(text) }),
    (error) =>
      error instanceof UnusableDocumentError &&
      error.faults.length === 2 &&
      /^line 3: If it is a clause, write 1\.1 without "\."; if it is text, write 1\\\.1\./.test(
        error.faults[0] ?? '',
      ),
  );
});

it('a standard that holds such paragraphs as text is imported again from its markup (Y21)', () => {
  const elements = [
    {
      address: '1',
      kind: 'section' as const,
      toc_content: 'A',
      content: '1.1. Text\n\n*1.2* text\n\n\u200b1.3 text',
    },
  ];
  const { document } = readDocument({ file: Buffer.from(serialiseMarkup({ elements, fields: [] })) });
  assert.deepEqual(document.elements, elements);
});

it('options are trimmed, not empty and unique, in markup and JSON, and what changed is told (Y19)', () => {
  const options = [' A', 'A', '', 'Caf\u00e9', 'Cafe\u0301'];
  const yaml = options.map((option) => `  - "${option}"`).join('\n');
  const markup = `# 1 A\n\n\`\`\`field\nlabel: L\ntype: select\noptions:\n${yaml}\ndefault: " A"\n\`\`\`\n`;
  const field = { element_address: '1', label: 'L', input_type: 'select', options, default_value: ' A' };
  const json = JSON.stringify({ elements: [{ address: '1' }], fields: [field] });
  for (const file of [markup, json]) {
    const { document, changes } = readDocument({ file: Buffer.from(file) });
    assert.deepEqual(
      document.fields.map((one) => [one.options, one.default_value]),
      [[['A', 'Caf\u00e9'], 'A']],
    );
    assert.deepEqual(
      changes.filter(({ rule }) => rule === 'option-changed').map(({ from, to }) => [from, to]),
      [
        [' A', 'A'],
        ['A', null],
        ['', null],
        ['Cafe\u0301', null],
      ],
    );
  }
});
