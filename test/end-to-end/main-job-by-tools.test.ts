/**
 * The main job of the demo by MCP tools, split, and the offline verification of its export. In one process the leak
 * test calls every tool.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { ADMINISTRATOR, startDisposableService } from '../../scripts/start/launcher/disposable-service.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { runMainJobByTools } from './main-job-by-tools.ts';
import { sharedServerEnv } from './shared-server-env.ts';

skipIf(missingServer('NATS')).describe('the main job through MCP tools, split', () => {
  it('plays from text to a signed export that verifies offline (A8, A24)', async () => {
    const service = await startDisposableService('split', sharedServerEnv());
    const folder = mkdtempSync(join(tmpdir(), 'css-mcp-'));
    try {
      const { exported, keys, used } = await runMainJobByTools(service.base, ADMINISTRATOR);
      assert.ok(used.size >= 35, `${used.size} tools were used`);
      writeFileSync(join(folder, 'export.json'), exported);
      writeFileSync(join(folder, 'keys.json'), keys);
      const verifier = [
        process.execPath,
        ['scripts/verify/verify-export/main.mjs', join(folder, 'export.json')],
      ] as const;
      const { status, stdout, stderr } = spawnSync(...verifier, { encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 180_000);
});
