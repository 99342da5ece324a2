/** Names and kinds of the choices in a text, as sections of the UFGS have them. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { readChoices } from './choices.ts';

const fieldsOf = (text: string) =>
  readChoices(text, 'source').map(({ label, type, options }) => [label, type, ...options]);

describe('choices in a text', () => {
  it('each unit of a measure is a choice of its own', () =>
    assert.deepEqual(fieldsOf('Strength is [20.7] [25] MPa ([3,000] [_____] psi) at 28 days.'), [
      ['Strength is … MPa', 'select', '20.7', '25'],
      ['Strength is MPa (… psi)', 'select', '3,000'],
      ['Strength is MPa (… psi), other', 'text'],
    ]));

  it('a choice inside another one is named without the words of others', () =>
    assert.deepEqual(fieldsOf('Provide [brushed] [[brick][stone] pattern] finish.'), [
      ['Provide … finish', 'select', 'brushed', '[brick][stone] pattern'],
      ['Provide … pattern finish', 'select', 'brick', 'stone'],
    ]));

  it('a word between two choices lets both stay; alone it is a choice', () => {
    assert.deepEqual(fieldsOf('Conform to[ Grade 100][ or ][Grade 120].'), [
      ['Conform to', 'checkbox', 'Grade 100', 'Grade 120'],
    ]);
    assert.deepEqual(fieldsOf('Doors[ or ]gates.'), [['Optional: or', 'checkbox', 'or']]);
  });

  it('a classification alone, or no word at all, is not its name', () => {
    assert.deepEqual(fieldsOf('Mix Design; G, [_____]'), [['Mix Design; G', 'text']]);
    assert.deepEqual(fieldsOf('[Expansion][Sleeve]'), [
      ['Expansion or Sleeve', 'select', 'Expansion', 'Sleeve'],
    ]);
  });
});
