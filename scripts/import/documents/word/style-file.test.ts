/** Tests of the file that maps the styles of a Word file to roles. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { UsageError } from '../../../console/command-line.ts';
import { readDocument } from '../read-document.ts';
import { readStyleFile } from './style-file.ts';
import { findUnmappedStyles } from './unmapped-styles.ts';
import { paragraph, wordFile } from './word-file.fixture.ts';

const style = (id: string, name: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
const OFFICE = wordFile(
  [
    paragraph('Doors', { style: 'OT' }),
    paragraph('General', { style: 'OH' }),
    paragraph('Doors open outwards.', { style: 'OB' }),
    paragraph('Locks are of class 3.', { style: 'OB' }),
    paragraph('Not a heading.', { style: 'Heading1' }),
  ].join(''),
  {
    styles: [
      style('OT', 'Office Title'),
      style('OH', 'Office Heading'),
      style('OB', 'Office Body'),
      style('Heading1', 'heading 1'),
    ].join(''),
  },
);

describe('a file of styles', () => {
  it.each([
    'Office Title: title\nOH: section 1\nOffice  body: clause 2\nheading 1: text\n',
    '{"Office Title": "title", "OH": "section 1", "Office Body": "Clause 2", "heading 1": "text"}',
  ])('are what its file says, by name or id, in YAML and JSON: %j', (text) => {
    const { document } = readDocument({ file: OFFICE, roles: readStyleFile(text) });
    assert.equal(document.title, 'Doors');
    assert.deepEqual(
      document.elements.map(({ address, kind, toc_content, content }) => [
        address,
        kind,
        toc_content,
        content,
      ]),
      [
        ['1', 'section', 'General', ''],
        ['1.1', 'clause', '', 'Doors open outwards.'],
        ['1.2', 'clause', '', 'Locks are of class 3.\n\nNot a heading.'],
      ],
    );
  });

  it('that nothing is known of are listed, the most frequent first', () => {
    assert.deepEqual(findUnmappedStyles(OFFICE), [
      { name: 'Office Body', count: 2 },
      { name: 'Office Title', count: 1 },
      { name: 'Office Heading', count: 1 },
    ]);
    assert.deepEqual(findUnmappedStyles(OFFICE, readStyleFile('OB: clause 1\nOT: title\nOH: section 1')), []);
  });

  it('with a role that is none, a style that the file does not have, or a file without styles are refused', () => {
    assert.throws(
      () => readStyleFile('Office Body: paragraph'),
      /the role of Office Body is "paragraph", and not title/,
    );
    assert.throws(() => readStyleFile(''), UsageError);
    assert.throws(() => readStyleFile('- a\n- b'), UsageError);
    assert.throws(
      () => readDocument({ file: OFFICE, roles: readStyleFile('Offce Body: clause 1') }),
      /no style Offce Body\. It has Office Title, Office Heading, Office Body, heading 1\./,
    );
    assert.throws(
      () => readDocument({ file: Buffer.from('# 1 Doors\n'), roles: readStyleFile('OB: title') }),
      /Only a Word file has styles/,
    );
  });
});
