/** How a worker of jest ends (`environment.mjs`). */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, it } from '@jest/globals';
import { afterTest } from '../after-test.ts';

describe('a worker of jest', () => {
  /** The exit code of a worker that runs this, and then has nothing to do. */
  const endOf = async (work: string): Promise<unknown> => {
    const folder = mkdtempSync(join(tmpdir(), 'worker-end-'));
    afterTest(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'worker.mjs');
    // The exit code says who ended the process: the loop by itself, or a call.
    const calls = 'process.exit = () => { process.exitCode = 7; };';
    const environment = pathToFileURL('test/jest/environment.mjs').href;
    writeFileSync(file, `${calls}\nawait import('${environment}');\n${work}\n`);
    const [code, signal] = await once(fork(file, { signal: AbortSignal.timeout(60_000) }), 'exit');
    return code ?? signal;
  };

  it('ends by a call as soon as nothing keeps it alive, without taking its heap apart', async () => {
    assert.equal(await endOf(''), 7);
  });

  it('goes on while something keeps it alive, so that jest tells of a leak', async () => {
    const leak =
      'setInterval(() => undefined, 1_000); setTimeout(() => process.kill(process.pid, "SIGKILL"), 500);';
    assert.equal(await endOf(leak), 'SIGKILL');
  });
});
