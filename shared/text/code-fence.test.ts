/** The fence of a code block: longer than any in its text, however many there are. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { readBlocks } from '../documents/clause-blocks.ts';
import { fenceOf } from './code-fence.ts';

describe('a code block', () => {
  it('shows exactly its text, whatever backticks that has', () => {
    const line = fc.array(fc.constantFrom('`', '```', '~~~', 'a', ' '), { maxLength: 8 });
    const text = fc
      .array(line, { minLength: 1, maxLength: 5 })
      .map((lines) => lines.map((one) => one.join('')).join('\n'));
    fc.assert(
      fc.property(text, (code) => {
        const fence = fenceOf(code);
        assert.deepEqual(readBlocks(`${fence}\n${code}\n${fence}`), [{ type: 'code', text: code }]);
      }),
    );
  });

  it('may have more backticks than a call has arguments', () => {
    assert.equal(fenceOf('` '.repeat(500_000)), '```');
  });
});
