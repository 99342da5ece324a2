/** Tests of numbers that are stored as they are sent. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { inexactNumberProblem } from './exact-values.ts';

it('a refused number is told what it would become, also of 1.0 (X12)', () => {
  const cases: [string, RegExp][] = [
    ['1.0', /'v' is written 1\.0 and would be kept as 1; send it as a string/],
    ['1e21', /written 1e21 and would be kept as 1e\+21;/],
    ['-0', /written -0 and would be kept as 0;/],
    ['9007199254740993', /would be kept as 9007199254740992;/],
    ['28.000000000000000001', /would be kept as 28;/],
    ['1e999', /more digits than a JSON number keeps; send it as a string/],
    ['9'.repeat(60), /written 9{40} and has more digits than a JSON number keeps/],
  ];
  for (const [written, message] of cases) assert.match(inexactNumberProblem('v', written).message, message);
});
