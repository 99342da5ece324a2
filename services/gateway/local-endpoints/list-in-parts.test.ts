/** Test that a list of several parts is one JSON document. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { createRouteTable } from '../../../test/gateway-route-table.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { newHttpContext } from '../http-context.fixture.ts';
import { sendListInParts } from './list-in-parts.ts';

describe('a list of several parts', () => {
  /** The document that is sent for these parts. */
  async function sendParts(...parts: object[][]): Promise<unknown> {
    const match = createRouteTable().match('GET', '/api/standards');
    const caller = { principal: { kind: 'anonymous', channel: 'http' }, token: '' } as const;
    const server = await startLocalServer((request, response) => {
      const context = newHttpContext({ request, response });
      const sent = { context, match, search: new URLSearchParams(), caller };
      sendListInParts<number>(
        sent,
        { authenticate: async () => caller },
        {
          arrayName: 'rows',
          async loadPart(_caller, after) {
            const at = after ?? 0;
            return { rows: parts[at] ?? [], next: at + 1 < parts.length ? at + 1 : null };
          },
          otherMembers: (total) => ({ total }),
        },
      ).catch(() => response.destroy());
    });
    afterTest(() => server.close());
    return (await fetch(server.url)).json();
  }

  it('is one document, with empty parts in any place (H35)', async () => {
    const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    assert.deepEqual(await sendParts([], [a, b], [], [c]), { rows: [a, b, c], total: 3 });
    assert.deepEqual(await sendParts([a], [], []), { rows: [a], total: 1 });
    assert.deepEqual(await sendParts([], []), { rows: [], total: 0 });
    assert.deepEqual(await sendParts([]), { rows: [], total: 0 });
    assert.deepEqual(await sendParts([a, b]), { rows: [a, b], total: 2 });
  });
});
