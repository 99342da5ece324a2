/** Tests that work stops when the client of its request has disconnected. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { beforeAll, it } from '@jest/globals';
import type { EventMap } from '../../shared/contracts/events.ts';
import { keyHeaders } from '../../tools/world/raw-http.ts';
import { eventually } from '../eventually.ts';
import { personPrincipal } from '../people.ts';
import { expectRejection } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { RUN_MODES, useWorld } from '../world/test-world.ts';

type News = EventMap['gateway.requestAbandoned'];
/** The longest that may be sent, made to be slow. */
const SLOW = '#\n'.repeat(500_000);

for (const [mode, start, skip] of RUN_MODES) {
  skipIf(skip).describe(`a client that leaves, ${mode}`, () => {
    const site = useWorld(start);
    const heard: News[] = [];
    beforeAll(async () => {
      site.node.node.broker.createService({
        name: 'listener',
        events: {
          'gateway.requestAbandoned': { handler: ({ params }: { params: News }) => void heard.push(params) },
        },
      });
    });

    /** Sends a text under this request id and leaves as soon as it is on its way. */
    async function leave(requestId: string): Promise<void> {
      const { hostname, port } = new URL(site.base);
      const body = JSON.stringify({ markdown: SLOW });
      const length = String(body.length);
      const own = ['host', `${hostname}:${port}`, 'x-request-id', requestId, 'content-length', length];
      const headers = [...keyHeaders(site.ada.secret), ...own];
      const sent = request({
        hostname,
        port,
        method: 'POST',
        path: '/api/standards/validate-markdown',
        headers,
      });
      sent.on('error', () => undefined);
      await new Promise<void>((resolve) => sent.end(body, resolve));
      sent.destroy();
    }

    it('the gateway tells the services; the same request sent again under the same X-Request-Id is another one (A5)', async () => {
      for (const count of [1, 2]) {
        // A client that leaves before it is known who it is has asked nothing of a service yet: then it comes
        // again.
        await eventually(
          async () => {
            await leave('left');
            return heard.length >= count;
          },
          { every: 500 },
        );
      }
      assert.equal(new Set(heard.map(({ abort_id }) => abort_id)).size, heard.length);
      assert.ok(heard.every(({ abort_id }) => abort_id !== 'left'));
    });

    it('markup whose client has disconnected is no longer read; the same request, sent again by the same client, is (A5)', async () => {
      const { broker, tokens } = site.node.node;
      const ask = (exchange: string, markdown: string): Promise<unknown> => {
        const principal = tokens.sign(personPrincipal({ id: 1 }), 'gateway');
        const options = { meta: { principal, abortId: exchange }, requestID: 'same', timeout: 60_000 };
        return broker.call('standards.validateMarkdown', { markdown }, options);
      };
      // A small message overtakes a large one: the services hear of it before the request has arrived.
      await broker.broadcast('gateway.requestAbandoned', { abort_id: 'first' });
      const left = expectRejection(ask('first', SLOW));
      const again = ask('second', `# 1 Materials\n\n${'Text.\n'.repeat(5_000)}`);
      const { code, detail } = await left;
      assert.deepEqual(
        [code, detail],
        ['SERVICE_UNAVAILABLE', 'The request was cancelled before the markup was parsed.'],
      );
      assert.ok(await again);
    });
  });
}
