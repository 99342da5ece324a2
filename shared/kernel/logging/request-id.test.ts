/** Tests of the request id that log lines carry. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from '@jest/globals';
import { ServiceBroker } from 'moleculer';
import { PollLoop } from '../background/poll-loop.ts';
import { currentRequestId, requestIdMiddleware, runWithRequestId } from './request-id.ts';

describe('the id of the request that is being worked on', () => {
  it('stays with the work through waiting, and ends with it', async () => {
    const seen = await runWithRequestId('r-1', async () => {
      await delay(1);
      return currentRequestId();
    });
    assert.equal(seen, 'r-1');
    assert.equal(currentRequestId(), undefined);
  });

  it('an action has that of the request that called it, and so have the actions it calls', async () => {
    const broker = new ServiceBroker({ logger: false, middlewares: [requestIdMiddleware] });
    broker.createService({
      name: 'chain',
      actions: {
        inner: () => currentRequestId(),
        outer: async (ctx) => [currentRequestId(), await ctx.call('chain.inner')],
      },
    });
    await broker.start();
    assert.deepEqual(await broker.call('chain.outer', {}, { requestID: 'r-2' }), ['r-2', 'r-2']);
    await broker.stop();
  });

  it('a loop that a request brings forward does not work for that request', async () => {
    const run = Promise.withResolvers<string | undefined>();
    const loop = new PollLoop(60_000, async () => run.resolve(currentRequestId()));
    loop.start();
    runWithRequestId('r-3', () => loop.runWithin(0));
    assert.equal(await run.promise, undefined);
    await loop.stop();
  });
});
