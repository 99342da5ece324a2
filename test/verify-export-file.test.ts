/** `scripts/verify-export.mjs` is current with its parts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from '@jest/globals';
import { VERIFIER_FILE, verifierText } from '../scripts/write-verify-export.ts';

it('scripts/verify-export.mjs is written from its parts', () => {
  const isCurrent = readFileSync(VERIFIER_FILE, 'utf8') === verifierText();
  assert.ok(
    isCurrent,
    `${VERIFIER_FILE} is out of date. Write it again: npx node scripts/write-verify-export.ts`,
  );
});
