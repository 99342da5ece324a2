import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { ADMINISTRATOR, type Mode, startThrowaway } from '../../scripts/running/throwaway-service.ts';
import { missing } from '../back-ends.ts';
import { unless } from '../unless.ts';
import { playByTools } from './main-job-by-tools.ts';
import { sharedServers } from './shared-servers.ts';

for (const mode of ['one process', 'split'] satisfies Mode[]) {
  unless(mode === 'split' && missing('NATS')).describe(`the main job through MCP tools, ${mode}`, () => {
    it('A8, A24: plays from text to a signed export that verifies offline', async () => {
      const service = await startThrowaway(mode, sharedServers());
      const folder = mkdtempSync(join(tmpdir(), 'css-mcp-'));
      try {
        const { exported, keys, used } = await playByTools(service.base, ADMINISTRATOR);
        assert.ok(used.size >= 35, `${used.size} tools were used`);
        writeFileSync(join(folder, 'export.json'), exported);
        writeFileSync(join(folder, 'keys.json'), keys);
        const verifier = [process.execPath, ['scripts/verify-export.mjs', join(folder, 'export.json')]] as const;
        const { status, stdout, stderr } = spawnSync(...verifier, { encoding: 'utf8' });
        assert.equal(status, 0, stdout + stderr);
      } finally {
        await service.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    }, 180_000);
  });
}
