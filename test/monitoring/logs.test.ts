/** Tests of the log lines of whole nodes in both forms (LOG_FORMAT). */
import assert from 'node:assert/strict';
import { format } from 'node:util';
import { beforeEach, describe, it, jest } from '@jest/globals';
import { runWithRequestId } from '../../shared/kernel/logging/request-id.ts';
import { RestClient } from '../../shared/rest-client/client.ts';
import { createKey, registerAccount } from '../../tools/world/accounts.ts';
import { eventually } from '../eventually.ts';
import { useNode } from '../service-node.ts';

/** Everything that is printed by the process, whoever prints it. */
const printed: string[] = [];
for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  jest.spyOn(console, level).mockImplementation((...words: unknown[]) => void printed.push(format(...words)));
}
beforeEach(() => void printed.splice(0));

describe('LOG_FORMAT=json', () => {
  const node = useNode(['gateway', 'identity', 'audit'], { LOG_LEVEL: 'info', LOG_FORMAT: 'json' });

  it('the line of a request is one JSON object with the members of the text form (G22)', async () => {
    await new RestClient(node.url).request('GET', '/api/help?format=index', undefined, {
      'x-request-id': 'help',
    });
    const line = await eventually(() => printed.find((each) => each.includes('"help"')) ?? null);
    const { time, node: nodeId, ms, bytes, address, ...rest } = JSON.parse(line);
    assert.deepEqual(rest, {
      level: 'info',
      module: 'css',
      message: 'request',
      method: 'GET',
      route: '/api/help',
      status: 200,
      channel: 'http',
      user: '-',
      request: 'help',
    });
    assert.equal(new Date(time).toISOString(), time);
    assert.equal(nodeId, node.node.broker.nodeID);
    assert.ok(Number(ms) >= 0 && bytes > 0 && address);
  });

  it('an error is one line, with its stack and the id of the request', () => {
    runWithRequestId('r-1', () => node.node.log.error('nothing works', new Error('broken\nin two')));
    assert.equal(printed.length, 1);
    const line = JSON.parse(printed[0] ?? '');
    assert.ok(!printed[0]?.includes('\n'));
    assert.deepEqual([line.level, line.request], ['error', 'r-1']);
    assert.match(line.message, /^nothing works Error: broken\nin two\n +at /);
  });
});

describe('the id of a request in the log', () => {
  const node = useNode(['gateway', 'identity', 'audit'], { LOG_LEVEL: 'debug' });

  it('every line of a request ends with its id, in the service that works for it too', async () => {
    const id = 'from-the-client';
    const { client } = await createKey(await registerAccount(node.url, 'Lin'), ['standard:read']);
    printed.splice(0);
    await client.request('GET', '/api/account/permissions', undefined, { 'x-request-id': id });
    const access = await eventually(() => printed.find((line) => line.includes('method=GET')) ?? null);
    assert.equal(access.split(`request=${id}`).length, 2, 'the id is there once');
    // At this level Moleculer tells of each call; the look-up of the key is one for the request too.
    for (const action of ['account.permissions', 'identity.principal']) {
      const calls = printed.filter((line) => line.includes(`'${action}'`));
      assert.ok(calls.length > 0, `no line tells of ${action}: ${printed.join('\n')}`);
      for (const line of calls) assert.ok(line.endsWith(` request=${id}`), line);
    }
  });
});
