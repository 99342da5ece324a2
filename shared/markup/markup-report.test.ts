/** Tests of the report about a checked text. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { buildMarkupReport } from './markup-report.ts';
import { parseMarkup } from './parse.ts';

describe('reportMarkup', () => {
  it('counts by kind and shows the opening text', () => {
    const long = 'x'.repeat(100);
    const text = `# 1 A\n\n1.1 first line\nsecond\n\n> **Note 1.2** ${long}\n\n\`\`\`field\nlabel: a\ntype: text\n\`\`\`\n`;
    const { ok, preview } = buildMarkupReport(parseMarkup(text));
    assert.equal(ok, true);
    assert.deepEqual(preview.counts, { section: 1, clause: 1, note: 1, field: 1 });
    assert.deepEqual(preview.elements, [
      { address: '1', kind: 'section', text: 'A' },
      { address: '1.1', kind: 'clause', text: 'first line' },
      { address: '1.2', kind: 'note', text: `${'x'.repeat(60)}…` },
    ]);
    assert.deepEqual(preview.fields, [
      {
        element_address: '1.2',
        label: 'a',
        input_type: 'text',
        default_value: null,
        drawing_ref: false,
        drawing_ref_locator: null,
        starting_disposition: null,
        constraint: null,
        unit: null,
      },
    ]);
    assert.equal(preview.truncated, false);
  });

  it('lists 300 elements and 100 errors, by line, and counts the rest', () => {
    const clauses = Array.from({ length: 400 }, (_, index) => `1.${index + 1} a`).join('\n\n');
    const headings = '\n\n## Nameless'.repeat(150);
    const report = buildMarkupReport(parseMarkup(`# 1 A\n\n${clauses}${headings}\n\n2.1 orphan\n`));
    assert.equal(report.preview.elements.length, 300);
    assert.equal(report.preview.truncated, true);
    assert.equal(report.preview.counts.clause, 401);
    assert.equal(report.ok, false);
    assert.equal(report.errors.length, 100);
    assert.equal(report.errorCount, 151);
    assert.deepEqual(
      report.errors.map((error) => error.line),
      report.errors.map((error) => error.line).toSorted((a, b) => a - b),
    );
  });
});
