/** Test that `docs/configuration.md` is the page generated from the declared variables. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from '@jest/globals';
import { CONFIGURATION_PAGE, configurationPage } from '../scripts/deploy/write-configuration-page.ts';

it('docs/configuration.md lists the variables as they are declared', () => {
  const isCurrent = readFileSync(CONFIGURATION_PAGE, 'utf8') === configurationPage();
  assert.ok(
    isCurrent,
    `${CONFIGURATION_PAGE} is out of date. Rewrite it: npx node scripts/deploy/write-configuration-page.ts`,
  );
});
