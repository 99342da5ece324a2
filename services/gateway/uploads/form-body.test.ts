/** Tests of the form fields of an upload as parameters. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { endpoint } from '../../../shared/contracts/endpoint.ts';
import { readFormBody } from './form-body.ts';

describe('the fields of an upload', () => {
  const spec = endpoint({
    group: 'files',
    summary: '',
    auth: 'key_or_session',
    permissions: [],
    mutates: true,
    path: { projectId: { type: 'number' } },
    body: {
      folder_id: { type: 'number', integer: true, optional: true },
      name: { type: 'string', optional: true },
      tags: { type: 'array', items: { type: 'string' }, optional: true },
    },
    returns: { type: 'any' },
  });
  const read = (...fields: [string, string[]][]) =>
    readFormBody(spec, { fields: new Map(fields), files: [] });

  it('tags are repeated parts or one JSON array (F5)', () => {
    assert.deepEqual(read(['tags', ['a', 'b']]).tags, ['a', 'b']);
    assert.deepEqual(read(['tags', ['a']]).tags, ['a']);
    assert.deepEqual(read(['tags', ['']]).tags, []);
    assert.deepEqual(read(['tags', ['["a","b, c"]']]).tags, ['a', 'b, c']);
    assert.throws(() => read(['tags', ['["a"']]), /JSON array/);
  });

  it('numbers are read exactly, an empty one counts as not sent, and a field sent twice is refused (G5)', () => {
    assert.deepEqual(read(['folder_id', ['7']], ['name', ['']]), { folder_id: 7, name: '', files: [] });
    assert.deepEqual(read(['folderId', ['']]), { files: [] });
    assert.deepEqual(read(['folder_id', ['7x']]), { folder_id: '7x', files: [] });
    assert.throws(() => read(['name', ['a', 'b']]), /2 times/);
  });

  it('a field named __proto__ is an ordinary field (H6)', () => {
    const body = read(['__proto__', ['x']], ['projectId', ['9']]);
    assert.equal(Object.getPrototypeOf(body), Object.prototype);
    assert.equal(body.projectId, '9');
  });
});
