/** Tests of how a method and path are matched to an endpoint, and of 404 and 405. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { parseHttpLine } from '../../../shared/contracts/endpoint.ts';
import { publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { createRouteTable } from '../../../test/gateway-route-table.ts';

const table = createRouteTable();
const refusal = (method: string, path: string) => {
  try {
    table.match(method, path);
  } catch (error) {
    return toErrorInfo(error);
  }
  throw new Error(`${method} ${path} has a route`);
};

describe('routes', () => {
  it('every published endpoint is found under its own path, fixed words before :id (G15)', () => {
    for (const { id, spec } of publishedEndpoints()) {
      for (const http of [spec.http, spec.alias]) {
        if (!http) continue;
        const { method, path } = parseHttpLine(http);
        assert.equal(table.match(method, path.replace(/:[A-Za-z]+/g, '7')).id, id);
      }
    }
  });

  it('a known path with another method is 405 with what it allows (G4)', () => {
    const { code, extras } = refusal('DELETE', '/api/health');
    assert.equal(code, 'METHOD_NOT_ALLOWED');
    assert.deepEqual(extras.metadata?.allow, ['GET', 'HEAD', 'OPTIONS']);
    assert.equal(refusal('TRACE', '/api/health').code, 'METHOD_NOT_ALLOWED');
  });

  it('paths are exact, and internal actions have none (G17, H32)', () => {
    const strange = [
      '/api/Health',
      '/api/health/',
      '/api//health',
      '//api/health',
      '/api/%2e%2e/api/health',
      '/api/~node/list',
      '/api/$node.health',
    ];
    for (const path of strange) assert.equal(refusal('GET', path).code, 'NOT_FOUND', path);
    for (const path of ['/api/audit.record', '/api/identity.principal'])
      assert.equal(refusal('POST', path).code, 'NOT_FOUND', path);
  });

  it('a superfluous slash is named where the path without it exists (G17)', () => {
    for (const path of ['/api/health/', '/api/standards/1/'])
      assert.equal(refusal('GET', path).detail, 'Endpoint not found. Remove the trailing slash.', path);
    for (const path of ['/api/healthy/', '/api/health//', '/', '/api/healthy'])
      assert.equal(
        refusal('GET', path).detail,
        'Endpoint not found. GET /api/help lists all endpoints.',
        path,
      );
  });

  it('HEAD answers as GET (G17)', () => {
    assert.equal(table.match('HEAD', '/api/help').id, 'discovery.help');
  });
});
