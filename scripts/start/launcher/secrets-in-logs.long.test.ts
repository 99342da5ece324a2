/** Tests of what a start prints and logs, in one process and split: no password and no secret. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { missingServer } from '../../../test/test-servers.ts';
import { findFreePort } from '../embedded-servers/server-process.ts';
import { readToolsUrl } from './program-urls.ts';
import { startProgram } from './started-program.fixture.ts';
import { waitUntilHealthy } from './wait-until-healthy.ts';

const ADMIN_PASSWORD = 'slate umbrella 7 quarry';
const CLUSTER_SECRET = 'a secret that all nodes of a deployment share';

/** Signs in, so that requests are logged too. */
async function signIn(base: string): Promise<void> {
  const response = await fetch(`${base}/api/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'root@example.org', password: ADMIN_PASSWORD }),
  });
  assert.equal(response.status, 200, await response.text());
}

skipIf(missingServer('MONGODB') || missingServer('NATS')).describe('the log of a start', () => {
  it.each(['start', 'start-split'])(
    '%s has no password or secret in it, at any level (Y5, E2)',
    async (script) => {
      const folder = mkdtempSync(join(tmpdir(), 'secrets-in-logs-'));
      afterTest(() => rmSync(folder, { recursive: true, force: true }));
      const port = await findFreePort();
      const { child, output, ended } = startProgram(
        fileURLToPath(new URL(`../${script}.ts`, import.meta.url)),
        [],
        {
          ...{ PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'debug' },
          ...{ ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD, CLUSTER_SECRET },
        },
      );
      const base = `http://127.0.0.1:${port}`;
      await waitUntilHealthy(base, AbortSignal.timeout(120_000));
      await signIn(base);
      const toolsUrl = readToolsUrl(folder);
      child.kill('SIGTERM');
      await ended;
      assert.equal(child.exitCode, 0, output());
      const secrets = [
        ADMIN_PASSWORD,
        CLUSTER_SECRET,
        ...['mongod.password', 'mongod.key'].map((file) =>
          readFileSync(join(folder, 'mongo', file), 'utf8').trim(),
        ),
        ...(toolsUrl === null ? [] : [new URL(toolsUrl).password]),
      ];
      assert.equal(secrets.length, script === 'start' ? 4 : 5);
      assert.match(output(), /Ready in /);
      for (const secret of secrets) assert.ok(!output().includes(secret), output());
    },
  );
});
