/** Tests that every request that the REST client builds is read by the gateway as it was meant. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import { paramSchemas } from '../../../shared/kernel/validation/params.ts';
import { buildRequest } from '../../../shared/rest-client/endpoint-requests.ts';
import { createRouteTable } from '../../../test/gateway-route-table.ts';
import { sampleValue } from '../../../test/world/sample-values.ts';
import { flattenRequest } from './request-params.ts';

describe('the requests of the client of REST', () => {
  const routes = createRouteTable();
  for (const { id, spec } of publishedEndpoints()) {
    if (spec.bodyEncoding === 'multipart') continue;
    it(`sends ${id} as the gateway reads it`, () => {
      const params = Object.fromEntries(
        Object.entries(paramSchemas(spec)).map(([name, schema]) => [name, sampleValue(schema)]),
      );
      const { method, path, body } = buildRequest(id, params);
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      const found = routes.match(method, pathname);
      assert.equal(found.id, id);
      assert.deepEqual(flattenRequest(spec, found.pathParams, searchParams, body), params);
    });
  }
});
