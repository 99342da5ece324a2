/** Tests of which reasons of moderation need a note. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { assertReasonNote } from './reason-note.ts';

it('the reason other needs a note that somebody can read, all others none (W2)', () => {
  for (const note of [undefined, '', ' \n', '\u200b \u2800'])
    assert.throws(() => assertReasonNote('other', note), /reason_note/, JSON.stringify(note));
  assertReasonNote('other', 'See the letter of May.');
  assertReasonNote('spam', undefined);
});
