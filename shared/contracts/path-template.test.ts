/** Unit tests of filling the parameters of a path. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { fillPath, pathParamNames, replacePathParams } from './path-template.ts';

describe('addresses with names in them', () => {
  it('are filled in by name, whatever the order and whatever else is given', () => {
    const values = { revisionId: 2, instanceId: 1, other: 'x' };
    assert.equal(
      fillPath('/api/datasheet/:instanceId/revision/:revisionId', values),
      '/api/datasheet/1/revision/2',
    );
    assert.equal(fillPath('/api/health', {}), '/api/health');
  });

  it('accept any text as one segment', () => {
    assert.equal(fillPath('/api/wiki/:slug', { slug: 'a/b ?#%é' }), '/api/wiki/a%2Fb%20%3F%23%25%C3%A9');
  });

  it('distinguish a name from its prefix', () => {
    assert.equal(fillPath('/:rev/:revId', { rev: 'a', revId: 'b' }), '/a/b');
  });

  it('are not sent with a missing parameter', () => {
    for (const id of [undefined, null, {}])
      assert.throws(() => fillPath('/api/standards/:id', { id }), /needs a value for id/);
  });

  it('are not sent with a value that is another path, such as that of the folder above', () => {
    for (const id of ['', '.', '..'])
      assert.throws(() => fillPath('/api/standards/:id', { id }), /needs a value for id, and ".*" is none/);
    assert.equal(fillPath('/api/standards/:id', { id: '...' }), '/api/standards/...');
  });

  it('say their names in order, and are written in another notation', () => {
    const pattern = '/api/companies/:id/members/:userId';
    assert.deepEqual(pathParamNames(pattern), ['id', 'userId']);
    assert.deepEqual(pathParamNames('/api/health'), []);
    assert.equal(
      replacePathParams(pattern, (name) => `{${name}}`),
      '/api/companies/{id}/members/{userId}',
    );
  });
});
