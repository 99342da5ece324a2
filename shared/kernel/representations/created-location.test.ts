/** Unit test of the `Location` of a created resource. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { createdLocation } from './created-location.ts';

it('a location is filled from the request and the result, percent-encoded; without a value it is none (RFC 9110, 10.2.2)', () => {
  const locationOf = (location: `/api/${string}`, params: object, result: unknown) =>
    createdLocation({ location }, { ...params }, result);
  assert.equal(locationOf('/api/standards/{id}', { id: 1 }, { id: 7 }), '/api/standards/7');
  assert.equal(
    locationOf('/api/pages/:id/{of.number}', { id: 'a b' }, { of: { number: 2 } }),
    '/api/pages/a%20b/2',
  );
  assert.equal(locationOf('/api/x/{name}', {}, { name: '../>"\r\né' }), '/api/x/..%2F%3E%22%0D%0A%C3%A9');
  assert.equal(
    locationOf('/api/x?kind={kind}&of={of}', {}, { kind: 'global', of: null }),
    '/api/x?kind=global',
  );
  for (const result of [{}, { id: null }, { id: {} }, null, undefined, [7]])
    assert.equal(locationOf('/api/standards/{id}', {}, result), null);
  assert.equal(createdLocation({}, { id: 1 }, { id: 7 }), null);
});
