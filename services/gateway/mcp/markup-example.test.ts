/** Test that the example of markup in the instructions is valid markup without a finding. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { parseMarkup } from '../../../shared/markup/parse.ts';
import { MARKUP_EXAMPLE } from './markup-example.ts';

it('the example of markup has a section, two clauses, a note and a field, and no error or warning (A24)', () => {
  const { elements, fields, errors, warnings } = parseMarkup(MARKUP_EXAMPLE, 'standard');
  assert.deepEqual([errors, warnings], [[], []]);
  assert.deepEqual(
    elements.map(({ address, kind }) => `${address} ${kind}`),
    ['1 section', '1.1 clause', '1.2 clause', '1.2.1 note'],
  );
  assert.deepEqual(
    fields.map(({ label, unit }) => `${label} ${unit}`),
    ['Height of handles mm'],
  );
});
