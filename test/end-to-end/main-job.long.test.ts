/**
 * The main job of the demo by MCP tools in one process. `test/split.test.ts` plays it split over REST, `npm run demo` and the
 * tour of the README in one process over REST.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { ADMINISTRATOR } from '../../scripts/start/launcher/disposable-service.ts';
import { useNode } from '../service-node.ts';
import { runMainJobByTools } from './main-job-by-tools.ts';
import { verifyExport } from './verify-export.ts';

describe('the main job, one process', () => {
  const node = useNode([], { EMAIL_VERIFICATION: 'off' });

  it('plays by MCP tools from text to a signed export that verifies offline (A8, A24)', async () => {
    const { exported, keys, used } = await runMainJobByTools(node.url, ADMINISTRATOR);
    assert.ok(used.size >= 35, `${used.size} tools were used`);
    const { status, stdout, stderr } = verifyExport(exported, keys);
    assert.equal(status, 0, stdout + stderr);
  }, 180_000);
});
