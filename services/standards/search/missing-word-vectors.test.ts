/** Test of the health of a node that searches without the word vectors. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { RestClient } from '../../../shared/rest-client/client.ts';
import { useNode } from '../../../test/service-node.ts';

describe('a node without the word vectors', () => {
  const node = useNode([], { SEARCH_MODEL: '/nowhere' });

  it('health is ok and names what search does without, but no folder (E3)', async () => {
    const health = await new RestClient(node.url).call('discovery.health');
    assert.equal(health.status, 'ok');
    assert.deepEqual(health.limitations, ['Search works by keywords alone: the word vectors are missing.']);
  });
});
