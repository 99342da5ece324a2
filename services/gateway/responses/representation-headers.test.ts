/** Tests of the `Link` headers of paged lists. */
import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, it } from '@jest/globals';
import { endpoints } from '../../../shared/contracts/index.ts';
import { newHttpContext } from '../http-context.fixture.ts';
import { representationHeaders } from './representation-headers.ts';

/** The header `Link` of a page of a list. */
function linkOf(url: string): string | undefined {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  const context = newHttpContext({ request, response: new ServerResponse(request) });
  const pages = [{ relation: 'next' as const, parameter: 'offset', value: 10 }];
  const representation = { etag: null, json: '{}', status: 200, pages };
  return representationHeaders(context, endpoints['comments.list'], representation).Link;
}

describe('links to the pages of a list', () => {
  for (const query of ['query=why?&limit=10', '?=1&limit=10', 'query=a?b?c&limit=10&x=?'])
    it(`keep the parameters of ?${query} (A9)`, () => {
      const expected = new URLSearchParams(query);
      expected.set('offset', '10');
      assert.equal(linkOf(`/api/standards?${query}`), `</api/standards?${expected}>; rel="next"`);
    });

  it('have the new parameter alone without a query (A9)', () => {
    assert.equal(linkOf('/api/standards'), '</api/standards?offset=10>; rel="next"');
  });
});
