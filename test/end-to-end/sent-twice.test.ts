import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { playMainJob } from '../../scripts/demo/main-job.ts';
import { ADMINISTRATOR, startThrowaway } from '../../scripts/running/throwaway-service.ts';
import { missing } from '../back-ends.ts';
import { sharedServers } from './shared-servers.ts';
import { openUnreliableLine } from './unreliable-line.ts';

for (const mode of ['one process', 'split'] as const) {
  describe(`R11: the main job over a line that loses the first answer to every POST, ${mode}`, {
    skip: mode === 'split' && missing('NATS'),
  }, () => {
    it('comes to the same end: each is done once and answered alike, byte for byte', { timeout: 180_000 }, async () => {
      const service = await startThrowaway(mode, sharedServers(mode));
      const line = await openUnreliableLine(service.base);
      try {
        const steps: string[] = [];
        await playMainJob(line.base, (title) => steps.push(title), ADMINISTRATOR);
        assert.ok(steps.includes('Edition imported'), steps.join(', '));
        for (const { id, first, second } of line.sent) {
          // An error names the request it answers; all else of it is the same.
          const told = ({ status, body }: typeof first) => ({ status, body: body.replace(/"requestId":"[^"]*"/, '') });
          assert.deepEqual(told(second), told(first), id);
        }
        const kinds = new Set(line.sent.map(({ id }) => id));
        assert.ok(line.sent.length > 50 && kinds.size > 12, `${line.sent.length} requests of ${kinds.size} kinds`);
      } finally {
        await line.close();
        await service.stop();
      }
    });
  });
}
