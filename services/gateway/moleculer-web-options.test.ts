/** Tests that nothing of moleculer-web reaches the bus or answers requests beside our own handlers. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { useNode } from '../../test/service-node.ts';

describe('the gateway as a moleculer-web service', () => {
  const node = useNode(['gateway', 'identity', 'audit']);

  it('its actions that change routes are not on the bus, and its event is not broadcast', async () => {
    const { broker } = node.node;
    for (const action of [
      'addRoute',
      'removeRoute',
      'listAliases',
      'gateway.addRoute',
      'gateway.removeRoute',
    ]) {
      assert.equal(broker.registry.actions.isAvailable(action), false, action);
      await assert.rejects(broker.call(action, { route: { path: '/api' } }), { type: 'SERVICE_NOT_FOUND' });
    }
    await assert.rejects(broker.call('rest', {}), { type: 'SERVICE_NOT_FOUND' });
    const service = broker.registry
      .getServiceList({ withEvents: true })
      .find(({ name }) => name === 'gateway');
    assert.equal('$services.changed' in (service?.events ?? {}), false);
  });

  it('its routes and functions do not travel to other nodes', () => {
    const result = JSON.stringify(node.node.broker.registry.getLocalNodeInfo());
    for (const secret of ['/standards/:id', 'rootCallOptions', 'aliases'])
      assert.equal(result.includes(secret), false, secret);
  });

  it('OPTIONS runs no action, with or without the method a preflight asks about', async () => {
    for (const headers of [{}, { 'access-control-request-method': 'POST' }]) {
      const response = await fetch(`${node.url}/api/account/logout`, { method: 'OPTIONS', headers });
      assert.equal(response.status, 204);
      assert.equal(response.headers.get('allow'), 'POST, OPTIONS');
    }
  });
});
