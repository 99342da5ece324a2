/** Suite of `npm run start:split` while its own NATS server is killed. For `split.test.ts`. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from '@jest/globals';
import { ADMINISTRATOR, type DisposableService } from '../../scripts/start/launcher/disposable-service.ts';
import { type RawResponse, sendRawRequest } from '../../tools/world/raw-http.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';

/** Declares the suite over a service that has a NATS server of its own. */
export function describeKilledNats(start: () => Promise<DisposableService>): void {
  const isSkipped =
    missingServer('NATS') || missingServer('MONGODB') || (process.platform !== 'linux' && 'reads /proc');
  skipIf(isSkipped).describe('start:split (E1)', () => {
    const running = useStarted(start);

    const signIn = (): Promise<RawResponse> =>
      sendRawRequest(running().base, {
        method: 'POST',
        path: '/api/account/login',
        headers: ['content-type', 'application/json'],
        body: JSON.stringify(ADMINISTRATOR),
      });

    it('a NATS server of its own that is killed is started again, as the services are, and requests are answered again (E1)', async () => {
      const { base, pid } = running();
      assert.equal((await signIn()).status, 200);
      const killed = natsOf(pid);
      process.kill(killed, 'SIGKILL');
      await eventually(async () => {
        const response = await sendRawRequest(base, { path: '/api/health' });
        assert.ok(response.status === 200 && natsOf(pid) !== killed, response.text);
      });
      await eventually(async () => assert.equal((await signIn()).status, 200));
    });
  });
}

/** The NATS server that this process started; 0 while there is none. */
function natsOf(parent: number): number {
  for (const file of globSync('/proc/[0-9]*/status')) {
    try {
      const text = readFileSync(file, 'utf8');
      if (
        /^Name:\tnats-server$/m.test(text) &&
        new RegExp(`^PPid:\\t${parent}$`, 'm').test(text) &&
        !/^State:\tZ/m.test(text)
      ) {
        return Number(file.split('/')[2]);
      }
    } catch {
      // It ended while we looked.
    }
  }
  return 0;
}
