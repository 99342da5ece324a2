/** Tests that the two offline verifiers and docs/verification.md have the same reasons of a refusal. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { REASONS, VERIFIER_TEXTS } from '../../../test/world/verifiers.ts';

const wordsOf = (file: string, pattern: RegExp): Set<string> =>
  new Set([...readFileSync(file, 'utf8').matchAll(pattern)].map(([, word = '']) => word));

describe('the reasons of the verifiers (H39)', () => {
  const documented = wordsOf('docs/verification.md', /`([a-z0-9]+(?:-[a-z0-9]+)*)`/g);

  it('each is on the page of the format', () => {
    assert.deepEqual(
      [...REASONS].filter((reason) => !documented.has(reason)),
      [],
    );
  });

  it('each verifier gives all of them', () => {
    for (const verifier of VERIFIER_TEXTS) {
      const text = verifier.replace(/const REASONS = \[[^\]]*\];/, '');
      assert.deepEqual(
        [...REASONS].filter((reason) => !text.includes(`'${reason}'`) && !text.includes(`"${reason}"`)),
        [],
      );
    }
  });
});
