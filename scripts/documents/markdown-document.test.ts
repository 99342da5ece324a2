import assert from 'node:assert/strict';
import { it } from '@jest/globals';
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
