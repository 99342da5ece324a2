/** Test that `npm run demo` leaves nothing behind when it is stopped during its start. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from '@jest/globals';
import { afterTest } from '../../test/after-test.ts';

describe('npm run demo', () => {
  it('stopped by Ctrl-C while its service starts it exits 130 and leaves no data behind (E5)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-stopped-'));
    afterTest(() => rmSync(folder, { recursive: true, force: true }));
    // In a process group of its own, which gets the signal as from a terminal.
    const demo = spawn(process.execPath, ['tools/demo/demo.ts'], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, MONGODB_URI: undefined, TMPDIR: folder },
    });
    const ended = once(demo, 'exit');
    while (globSync(join(folder, 'css-bench-*/mongo/*')).length === 0 && demo.exitCode === null)
      await delay(50);
    process.kill(-(demo.pid ?? 0), 'SIGINT');
    const [code] = await ended;
    assert.deepEqual([code, readdirSync(folder)], [130, []]);
  });
});
