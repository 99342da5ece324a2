/** Test of the changes that an import prints. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { readDocument } from './documents/read-document.ts';
import { describeDocument } from './report.ts';

it('what is left out is counted by name, the most frequent one first', () => {
  const props = (count: number) =>
    Array.from({ length: count }, () => ({ name: 'applicability', value: 'TS' }));
  const controls = Array.from({ length: 1_200 }, (_, index) => ({
    id: `c-${index}`,
    title: 'C',
    props: [{ name: 'sort-id', value: `${index}` }, ...props(index < 10 ? 2 : 0)],
  }));
  const catalog = { metadata: { title: 'A', roles: [{ id: 'r' }] }, groups: [{ title: 'G', controls }] };
  const lines = describeDocument('A', readDocument({ file: Buffer.from(JSON.stringify({ catalog })) }));
  assert.deepEqual(lines.slice(2), [
    '  left-out × 1,201: A standard has no place for this.',
    '    sort-id × 1,200: catalog.groups[0].controls[0].props[0]: "sort-id=0"',
    '    roles × 1: catalog.metadata.roles: "[{\\"id\\":\\"r\\"}]"',
    '  property-noted × 20: A clause has no such property, so it is in a note below it.',
    '    applicability × 20: catalog.groups[0].controls[0].props[1]: "applicability=TS" → "TS"',
  ]);
});
