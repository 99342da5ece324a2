/** Tests that refusals are told in words of the pages: of nothing that only a program can send. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { inPageWords } from '../../console/src/refusal-words.ts';
import { assertDeletable, confirmationRequired } from '../../services/standards/lifecycle/errors.ts';
import { closedConflict, noWorkingCopyError } from '../../services/standards/working-copy/errors.ts';
import { assertIfMatch } from '../../shared/kernel/conditional-requests/if-match.ts';
import {
  noOpenDraft,
  notFound,
  permissionDenied,
  permissionDormant,
  unauthenticated,
} from '../../shared/kernel/errors/errors.ts';

/** A name such as `baseVersion`, a header, a method. */
const OF_PROGRAMS = /\b[a-z]+[A-Z]\w*|metadata|If-Match|ETag|\b(?:GET|POST|PUT|PATCH|DELETE)\b/;

/** What is thrown, as its sentence. */
function sentenceOf(refuse: () => void): string {
  try {
    refuse();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error('it is not refused');
}

const REFUSALS: readonly (readonly [sentence: string, words: string])[] = [
  [
    confirmationRequired('Doors', 0).message,
    'Type the exact name of the standard. Deleting it cannot be undone.',
  ],
  [noWorkingCopyError().message, 'The standard has no open working copy. Open one.'],
  [noOpenDraft().message, 'The project has no open draft. Open one.'],
  [
    closedConflict().message,
    'The working copy you read has since been published or discarded. Open the current one. Nothing was saved.',
  ],
  [
    sentenceOf(() => assertDeletable({ deprecated: false })),
    'Only a deprecated standard can be deleted. Deprecate it first.',
  ],
  [
    sentenceOf(() => assertIfMatch(['1'], '2')),
    'The resource has changed since you read it. Load the page again, and repeat your change.',
  ],
  [unauthenticated('session_only').message, 'Sign in again.'],
  [
    permissionDenied(['standard:update']).message,
    'You may not do this. It needs the permission standard:update: ask who administers the company or leads the project.',
  ],
  [
    permissionDormant('project:create').message,
    'This requires the permission project:create on at least one resource, and your account has it on none. Ask for a role that carries it.',
  ],
];

describe('what a page says of a refusal', () => {
  it('is what somebody does on a page, not what a program sends', () => {
    for (const [sentence, words] of REFUSALS) {
      assert.match(sentence, OF_PROGRAMS, 'it is not needed any more');
      assert.equal(inPageWords(sentence), words);
      assert.doesNotMatch(words, OF_PROGRAMS);
    }
  });

  it('is the sentence of the service where that speaks to people', () => {
    assert.equal(inPageWords(notFound().message), notFound().message);
    assert.equal(
      inPageWords('The name is taken. Choose another one.'),
      'The name is taken. Choose another one.',
    );
  });
});
