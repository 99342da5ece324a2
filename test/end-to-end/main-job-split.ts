/**
 * Suite of the main job of the demo, split, over a line that loses responses. Also the offline verification of its export,
 * whole and with flipped bytes. For `test/split.test.ts`.
 */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { ADMINISTRATOR, type DisposableService } from '../../scripts/start/launcher/disposable-service.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { type MainJobOutcome, runMainJob } from '../../tools/demo/main-job.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';
import { startLossyProxy } from './lossy-proxy.ts';
import { verifyExport } from './verify-export.ts';

/** Declares the suite over a split service. */
export function describeMainJob(start: () => Promise<DisposableService>): void {
  skipIf(missingServer('NATS')).describe('the main job, split', () => {
    const running = useStarted(start);
    let outcome: MainJobOutcome;

    it('plays through REST from text to a signed export over a line that loses the first response to every POST: each is done once and answered alike (R11)', async () => {
      const service = running();
      const line = await startLossyProxy(service.base);
      try {
        const steps: string[] = [];
        outcome = await runMainJob(line.base, (title) => steps.push(title), ADMINISTRATOR);
        assert.ok(steps.includes('Edition imported'), steps.join(', '));
        for (const { id, first, second } of line.sent) {
          // An error names the request it answers; all else of it is the same.
          const result = ({ status, body }: typeof first) => ({
            status,
            body: body.replace(/"requestId":"[^"]*"/, ''),
          });
          assert.deepEqual(result(second), result(first), id);
        }
        if (process.platform === 'linux')
          assert.deepEqual(
            [...service.memoryByService().keys()].sort(),
            [...SERVICE_NAMES, 'first'].sort(),
            'ps tells them apart',
          );
        const kinds = new Set(line.sent.map(({ id }) => id));
        assert.ok(
          line.sent.length > 50 && kinds.size > 12,
          `${line.sent.length} requests of ${kinds.size} kinds`,
        );
      } finally {
        line.close();
      }
    }, 180_000);

    it('the export of revision 1 verifies with no service running (P12)', () => {
      const { status, stdout, stderr } = verifyExport(outcome.exported, outcome.keys);
      assert.equal(status, 0, stdout + stderr);
    });

    it('one flipped byte is rejected, wherever it is (H39)', () => {
      const text = outcome.exported;
      for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        const from = Math.floor(text.length * share);
        const at = text.slice(from).search(/[A-Za-z]/) + from;
        const other = text[at] === 'x' ? 'y' : 'x';
        const { status, stderr } = verifyExport(
          `${text.slice(0, at)}${other}${text.slice(at + 1)}`,
          outcome.keys,
        );
        assert.notEqual(status, 0, `a flip at ${at} of ${text.length} was accepted`);
        assert.ok(stderr.length > 10, 'the reason is told');
      }
    });
  });
}
