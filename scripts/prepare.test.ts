/** Tests of stopping `prepare.mjs` while it installs packages. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { afterTest } from '../test/after-test.ts';
import { eventually } from '../test/eventually.ts';

describe('an installation whose command is ended', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'ends npm first on %s, so that the next start does not install beside it',
    async (signal, status) => {
      const folder = mkdtempSync(join(tmpdir(), 'prepare-'));
      afterTest(() => rmSync(folder, { recursive: true }));
      mkdirSync(join(folder, 'scripts'));
      for (const name of ['package.json', 'package-lock.json', 'scripts/prepare.mjs'])
        copyFileSync(name, join(folder, name));
      // In the place of npm: a program that goes on until it is ended itself.
      const npm = join(folder, 'npm-cli.js');
      const running = join(folder, 'pid');
      writeFileSync(
        npm,
        `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(running)}, String(process.pid)); setInterval(() => {}, 1_000);`,
      );
      const installing = spawn(process.execPath, [join(folder, 'scripts', 'prepare.mjs')], {
        env: { ...process.env, npm_execpath: npm },
        stdio: 'ignore',
      });
      const ended = once(installing, 'exit');
      await eventually(() => existsSync(running) && readFileSync(running, 'utf8') !== '');
      installing.kill(signal);
      assert.deepEqual(await ended, [status, null]);
      assert.throws(() => process.kill(Number(readFileSync(running, 'utf8')), 0), { code: 'ESRCH' });
      assert.ok(!existsSync(join(folder, '.prepare.lock')));
    },
  );
});
