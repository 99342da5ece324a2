/** Tests of `npm run nats-users`: users, passwords, and errors of its arguments. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from '@jest/globals';
import { afterTest } from '../../test/after-test.ts';
import { skipIf } from '../../test/skip-if.ts';
import { missingServer } from '../../test/test-servers.ts';
import { locateProgram } from '../start/embedded-servers/locate-program.ts';
import { NATS_SERVER } from '../start/embedded-servers/programs.ts';

const SCRIPT = fileURLToPath(new URL('nats-users.ts', import.meta.url));
const run = (...words: string[]) => spawnSync(process.execPath, [SCRIPT, ...words], { encoding: 'utf8' });

describe('npm run nats-users', () => {
  skipIf(missingServer('NATS')).it(
    'prints a NATS configuration with a user for each kind of node (H31)',
    async () => {
      const { status, stdout, stderr } = run('gateway', 'workers=identity,standards,projects', 'tools');
      assert.equal(status, 0);
      assert.deepEqual(
        [...stdout.matchAll(/user: "(.*?)", password: (\S+)/g)].map(([, ...found]) => found),
        ['gateway', 'workers', 'tools'].map((name) => [name, `$NATS_${name.toUpperCase()}_PASSWORD`]),
      );
      assert.match(stderr, /^NATS_URL of workers: nats:\/\/workers:\$NATS_WORKERS_PASSWORD@/m);
      const folder = mkdtempSync(join(tmpdir(), 'nats-users-'));
      afterTest(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'nats.conf');
      writeFileSync(file, stdout);
      const passwords = { NATS_GATEWAY_PASSWORD: 'a', NATS_WORKERS_PASSWORD: 'b', NATS_TOOLS_PASSWORD: 'c' };
      const { path } = await locateProgram(NATS_SERVER);
      const tried = spawnSync(path, ['-t', '-c', file], {
        encoding: 'utf8',
        env: { ...process.env, ...passwords },
      });
      assert.equal(tried.status, 0, tried.stderr);
    },
  );

  it('has a user for each program in BUS_PROGRAMS (H31)', () => {
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, 'gateway'], {
      encoding: 'utf8',
      env: { ...process.env, BUS_PROGRAMS: 'reports,billing' },
    });
    assert.equal(status, 0);
    for (const [name, other] of [
      ['reports', 'billing'],
      ['billing', 'reports'],
    ] as const) {
      const [, block = ''] = stdout.split(`user: "${name}", password: $NATS_${name.toUpperCase()}_PASSWORD`);
      const [own = ''] = block.split('exports: ');
      assert.ok(own.includes(`"MOL-css.RES.*.${name}.>"`) && !own.includes(other));
    }
  });

  it('says how it is used', () => {
    for (const word of ['--help', '-h']) {
      const { status, stdout } = run(word);
      assert.equal(status, 0);
      assert.match(stdout, /^npm run nats-users .*\n\n {2}NODE /);
    }
  });

  it('says what is wrong with a name', () => {
    for (const [word, expected] of [
      ['gatway', /^gatway is not a service\. .*gateway, identity/],
      ['gateway,files', /needs a name: nodes=gateway,files/],
    ] as const) {
      const { status, stdout, stderr } = run(word);
      assert.deepEqual([status, stdout], [64, '']);
      assert.match(stderr, expected);
    }
  });
});
