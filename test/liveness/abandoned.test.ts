/** What goes on for a request whose client has gone: nothing that only its answer needs. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { EventMap } from '../../shared/contracts/events.ts';
import { missing } from '../back-ends.ts';
import { person, refusal } from '../service-node.ts';
import { MODES, type Site } from '../site/start.ts';
import { byKey } from '../site/wire.ts';
import { unless } from '../unless.ts';

type News = EventMap['gateway.requestAbandoned'];
/** The longest that may be sent, made to be slow. */
const SLOW = '#\n'.repeat(500_000);

for (const [mode, start, skip] of MODES) {
  unless(missing('MONGODB') || skip).describe(`a client that leaves, ${mode}`, () => {
    let site: Site;
    const heard: News[] = [];
    beforeAll(async () => {
      site = await start();
      site.node.node.broker.createService({
        name: 'listener',
        events: { 'gateway.requestAbandoned': { handler: ({ params }: { params: News }) => void heard.push(params) } },
      });
    });
    afterAll(() => site?.stop());

    it('A5: the gateway tells the services whose request it was', async () => {
      const { hostname, port } = new URL(site.base);
      const body = JSON.stringify({ markdown: SLOW });
      const headers = [
        ...byKey(site.ada.secret),
        'host',
        `${hostname}:${port}`,
        'x-request-id',
        'left',
        'content-length',
        String(body.length),
      ];
      const sent = request({ hostname, port, method: 'POST', path: '/api/standards/validate-markdown', headers });
      sent.on('error', () => undefined);
      // All of it has left; what is long is its answer.
      await new Promise<void>((resolve) => sent.end(body, resolve));
      for (let tries = 0; heard.length === 0 && tries < 200; tries += 1) {
        if (tries === 2) sent.destroy();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      assert.deepEqual(heard, [{ request_id: 'left', user_id: site.ada.userId }]);
    });

    it('A5: its markup is not read on; somebody else’s request of the same id is', async () => {
      const { broker, seal } = site.node.node;
      const ask = (id: number, markdown: string): Promise<unknown> => {
        const principal = seal.sign(person({ id }), 'gateway');
        return broker.call(
          'standards.validateMarkdown',
          { markdown },
          { meta: { principal }, requestID: 'same', timeout: 60_000 },
        );
      };
      const left = refusal(ask(1, SLOW));
      const stays = ask(2, `# 1 Materials\n\n${'Text.\n'.repeat(5_000)}`);
      let isTold = false;
      void left.then(() => {
        isTold = true;
      });
      // It may be told before the request has arrived; then it is told again.
      while (!isTold) {
        await broker.broadcast('gateway.requestAbandoned', { request_id: 'same', user_id: 1 });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const { code, detail } = await left;
      assert.deepEqual([code, detail], ['SERVICE_UNAVAILABLE', 'Nobody waits for this markup to be read any more.']);
      assert.ok(await stays);
    });
  });
}
