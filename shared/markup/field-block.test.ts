/** Tests of datasheet fields in the markup. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { parseMarkup } from './parse.ts';
import { serialiseMarkup } from './serialise.ts';

const HEAD = '# 1 Concrete\n\n1.1 Strength.\n\n';

function block(...lines: string[]): string {
  return `${HEAD}\`\`\`field\n${lines.join('\n')}\n\`\`\`\n`;
}

function errorsOf(text: string): (string | number | null)[][] {
  return parseMarkup(text).errors.map(({ line, address, rule }) => [line, address, rule]);
}

describe('field blocks', () => {
  it('map every key to its member', () => {
    const { fields, errors } = parseMarkup(
      block(
        'label: Strength',
        'type: range',
        'default: 1.10',
        'order: 2',
        'drawing_ref: true',
        'drawing_ref_locator: S-101',
        'disposition: manufacturer_standard',
        'constraint: min',
        'unit: MPa',
      ),
    );
    assert.deepEqual(errors, []);
    assert.deepEqual(fields, [
      {
        element_address: '1.1',
        label: 'Strength',
        input_type: 'range',
        options: [],
        default_value: '1.10',
        order_number: 2,
        drawing_ref: true,
        drawing_ref_locator: 'S-101',
        starting_disposition: 'manufacturer_standard',
        constraint: 'min',
        unit: 'MPa',
        line: 5,
      },
    ]);
  });

  it('belong to the element above unless they name another', () => {
    const { fields } = parseMarkup(
      `${block('address: "1"', 'label: a', 'type: text')}\n\`\`\`field\nlabel: b\ntype: text\n\`\`\`\n`,
    );
    assert.deepEqual(
      fields.map((field) => [field.element_address, field.label]),
      [
        ['1', 'a'],
        ['1.1', 'b'],
      ],
    );
  });

  it('part the content of their element, which stays one', () => {
    const parsed = parseMarkup(`${block('label: a', 'type: text')}More text.\n`);
    assert.equal(parsed.elements[1]?.content, 'Strength.\n\nMore text.');
    assert.match(
      serialiseMarkup(parsed),
      /1\.1 Strength\.\n\nMore text\.\n\n```field\nlabel: a\ntype: text\n```\n$/,
    );
  });

  it('keep words that YAML would read as something else', () => {
    const { fields } = parseMarkup(
      block('label: yes', 'type: select', 'options: [no, 1.0, null, "~"]', 'default: no'),
    );
    assert.deepEqual(fields[0]?.options, ['no', '1.0', 'null', '~']);
    assert.equal(fields[0]?.label, 'yes');
  });

  it('report what they cannot read, by line and key', () => {
    assert.deepEqual(errorsOf(block('label: a', 'type: text', 'colour: red')), [
      [8, '1.1', 'field-unknown-key'],
    ]);
    assert.deepEqual(errorsOf(block('type: text')), [[5, '1.1', 'field-missing-key']]);
    assert.deepEqual(errorsOf(block('label: a')), [[5, '1.1', 'field-missing-key']]);
    assert.deepEqual(errorsOf(block('label: a', 'type: slider')), [[7, '1.1', 'field-bad-value']]);
    assert.deepEqual(errorsOf(block('label: a', 'type: text', 'order: first')), [
      [8, '1.1', 'field-bad-value'],
    ]);
    assert.deepEqual(errorsOf(block('label: a', 'type: text', 'order: 0.5')), [
      [8, '1.1', 'field-bad-value'],
    ]);
    assert.deepEqual(errorsOf(block('label: a', 'type: text', 'drawing_ref: yes')), [
      [8, '1.1', 'field-bad-value'],
    ]);
    assert.deepEqual(errorsOf(block('label: a', 'type: text', 'options: b')), [
      [8, '1.1', 'field-bad-value'],
    ]);
    assert.deepEqual(errorsOf(block('label: [a]', 'type: text')), [[6, '1.1', 'field-bad-value']]);
    assert.deepEqual(errorsOf(block('label: a', 'type: text', 'unit: {a: b}')), [
      [8, '1.1', 'field-bad-value'],
    ]);
    assert.deepEqual(errorsOf(block('address: 1.x', 'label: a', 'type: text')), [
      [6, '1.1', 'field-bad-value'],
    ]);
    assert.deepEqual(errorsOf(block('label: a', 'type: text', 'label: b')), [[8, '1.1', 'field-bad-yaml']]);
    assert.deepEqual(errorsOf('```field\nlabel: a\ntype: text\n```\n'), [[1, null, 'field-without-element']]);
  });

  it('report definitions that no save would take, by the line of the block', () => {
    assert.deepEqual(errorsOf(block('label: a', 'type: select', 'options: [b]', 'default: c')), [
      [5, '1.1', 'default-not-an-option'],
    ]);
    assert.deepEqual(errorsOf(block('label: a', 'type: text', `unit: ${'m'.repeat(41)}`)), [
      [5, '1.1', 'unit-too-long'],
    ]);
    assert.deepEqual(errorsOf(block('address: "7"', 'label: a', 'type: text')), [
      [5, '7', 'unknown-element-address'],
    ]);
    assert.deepEqual(
      errorsOf(`${block('label: a', 'type: text')}\n\`\`\`field\nlabel: a\ntype: text\n\`\`\`\n`),
      [[10, '1.1', 'duplicate-label']],
    );
  });

  it('warn of a label that repeats its constraint', () => {
    const { errors, warnings } = parseMarkup(
      block('label: Minimum strength', 'type: range', 'constraint: min'),
    );
    assert.deepEqual(errors, []);
    assert.deepEqual(
      warnings.map(({ line, rule }) => [line, rule]),
      [[5, 'direction-in-label']],
    );
  });
});
