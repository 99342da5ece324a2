/**
 * The main job of the demo: split, over a line that loses responses, and by MCP tools in one process (in one process over
 * REST it is `npm run demo`, and the tour of the README plays it, too). Also the offline verification of its exports, whole
 * and with flipped bytes.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { ADMINISTRATOR, startDisposableService } from '../../scripts/start/launcher/disposable-service.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { type MainJobOutcome, runMainJob } from '../../tools/demo/main-job.ts';
import { useNode } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';
import { startLossyProxy } from './lossy-proxy.ts';
import { runMainJobByTools } from './main-job-by-tools.ts';
import { sharedServerEnv } from './shared-server-env.ts';

/** Runs `npm run verify-export` on the text of a file, in a folder of its own. */
function verify(text: string, keys: string): { status: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'css-e2e-'));
  try {
    const file = join(folder, 'export.json');
    writeFileSync(file, text);
    writeFileSync(join(folder, 'keys.json'), keys);
    return spawnSync(process.execPath, ['scripts/verify/verify-export/main.mjs', file], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

skipIf(missingServer('NATS')).describe('the main job, split', () => {
  const running = useStarted(() => startDisposableService('split', sharedServerEnv()));
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
    const { status, stdout, stderr } = verify(outcome.exported, outcome.keys);
    assert.equal(status, 0, stdout + stderr);
  });

  it('one flipped byte is rejected, wherever it is (H39)', () => {
    const text = outcome.exported;
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const from = Math.floor(text.length * share);
      const at = text.slice(from).search(/[A-Za-z]/) + from;
      const other = text[at] === 'x' ? 'y' : 'x';
      const { status, stderr } = verify(`${text.slice(0, at)}${other}${text.slice(at + 1)}`, outcome.keys);
      assert.notEqual(status, 0, `a flip at ${at} of ${text.length} was accepted`);
      assert.ok(stderr.length > 10, 'the reason is told');
    }
  });
});

describe('the main job, one process', () => {
  const node = useNode([], { EMAIL_VERIFICATION: 'off' });

  it('plays by MCP tools from text to a signed export that verifies offline (A8, A24)', async () => {
    const { exported, keys, used } = await runMainJobByTools(node.url, ADMINISTRATOR);
    assert.ok(used.size >= 35, `${used.size} tools were used`);
    const { status, stdout, stderr } = verify(exported, keys);
    assert.equal(status, 0, stdout + stderr);
  }, 180_000);
});
