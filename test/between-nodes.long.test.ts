/**
 * Tests of Moleculer calls between two nodes over real NATS, with our transporter and broker options but none of our
 * services: lost calls, large messages, errors, retries.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, it } from '@jest/globals';
import { type Context, ServiceBroker } from 'moleculer';
import { createBrokerOptions } from '../moleculer.config.ts';
import { callOptionsFor } from '../shared/kernel/bus/call-timeouts.ts';
import { apiError, toErrorInfo } from '../shared/kernel/errors/errors.ts';
import { type Config, readConfig } from '../shared/kernel/node/config.ts';
import { eventually } from './eventually.ts';
import { skipIf } from './skip-if.ts';
import { databasePrefix, missingServer, natsUrl } from './test-servers.ts';

skipIf(missingServer('NATS')).describe('between two nodes over NATS', () => {
  let config: Config;
  const brokers: ServiceBroker[] = [];

  const open = (): ServiceBroker => {
    const broker = new ServiceBroker(createBrokerOptions(config, async () => undefined));
    brokers.push(broker);
    return broker;
  };
  const serve = (broker: ServiceBroker, name: string): void => {
    broker.createService({
      name,
      settings: { $noServiceNamePrefix: true },
      actions: {
        [`${name}.echo`]: (ctx: Context<{ text: string }>) => ({
          text: ctx.params.text,
          node: ctx.broker.nodeID,
        }),
        [`${name}.noise`]: () => ({ text: randomBytes(12_000_000).toString('base64') }),
        [`${name}.late`]: () => new Promise((resolve) => setTimeout(resolve, 2_000)),
        [`${name}.slow`]: () => new Promise((resolve) => setTimeout(resolve, 4_500, 'at last')),
        [`${name}.refuse`]: () => {
          throw apiError('EDIT_CONFLICT', 'Read again.', {
            metadata: { reason: 'stale', changes: [{ name: 'Überbau' }] },
          });
        },
      },
    });
  };

  beforeAll(() => {
    config = readConfig({
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      DATABASE_PREFIX: databasePrefix('nodes'),
      LOG_LEVEL: 'silent',
    });
  });
  afterAll(async () => {
    await Promise.all(brokers.map((broker) => broker.stop()));
  });

  it('not one call is lost while nodes come and go (hardening finding 2)', async () => {
    const first = open();
    serve(first, 'steady');
    const caller = open();
    await Promise.all([first.start(), caller.start()]);
    await caller.waitForServices('steady');
    let requested = 0;
    let going = true;
    const asking = (async () => {
      while (going) {
        const response = await caller.call<{ text: string }, { text: string }>(
          'steady.echo',
          { text: String(requested) },
          { timeout: 2_000 },
        );
        assert.equal(response.text, String(requested));
        requested += 1;
      }
    })();
    // Further services on the serving node and a second replica: each used to drop every subscription of its
    // node for a moment.
    serve(first, 'another');
    const second = open();
    serve(second, 'steady');
    await second.start();
    serve(second, 'more');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    going = false;
    await asking;
    assert.ok(requested > 100, `${requested} calls`);
  });

  it('requests that are on their way to a node when it leaves are served (R13)', async () => {
    const [staying, leaving, caller] = [open(), open(), open()];
    for (const broker of [staying, leaving]) serve(broker, 'parting');
    await Promise.all([staying, leaving, caller].map((broker) => broker.start()));
    await caller.waitForServices('parting');
    const calls = Array.from({ length: 500 }, (_, at) =>
      caller.call<{ node: string }, { text: string }>('parting.echo', { text: String(at) }, { retries: 0 }),
    );
    await new Promise(setImmediate);
    // Meanwhile the NATS server delivers them to the connections of both nodes.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    await leaving.stop();
    const servedBy = new Set((await Promise.all(calls)).map(({ node }) => node));
    assert.deepEqual(servedBy, new Set([staying.nodeID, leaving.nodeID]));
  });

  it('a request without a listener fails at once, and works again when there is one (hardening finding 2)', async () => {
    const [, caller] = brokers;
    const fleeting = open();
    serve(fleeting, 'fleeting');
    await fleeting.start();
    await caller?.waitForServices('fleeting');
    // Gone without a word, as after a kill -9: the caller still believes in it.
    await Reflect.get(fleeting.transit ?? {}, 'tx').client.close();
    // What is sent before the server has noticed is lost like any call in flight.
    await new Promise((resolve) => setTimeout(resolve, 250));
    const began = performance.now();
    const error: unknown = await caller
      ?.call('fleeting.echo', { text: 'x' }, { timeout: 100_000 })
      .catch((thrown: unknown) => thrown);
    assert.equal(toErrorInfo(error).code, 'SERVICE_UNAVAILABLE');
    assert.ok(performance.now() - began < 50_000, 'it did not wait for the timeout');
    const next = open();
    serve(next, 'fleeting');
    await next.start();
    // A node that has just started is heard of a moment later; until then the response stays a quick refusal.
    const echo = { text: 'again' };
    const response = await eventually(() =>
      caller?.call<{ text: string }, { text: string }>('fleeting.echo', echo, { timeout: 10_000 }),
    );
    assert.equal(response?.text, 'again');
  });

  it('a node that had no time for a second does not take its calls of its own actions for lost (hardening finding 2)', async () => {
    const busy = open();
    serve(busy, 'busy');
    await busy.start();
    await busy.waitForServices('busy');
    const calls: Promise<unknown>[] = [];
    for (let turns = 0; turns < 6; turns += 1) {
      calls.push(busy.call('busy.late', {}));
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      // The request arrives while the process does something else.
      const end = performance.now() + 600;
      while (performance.now() < end);
    }
    await Promise.all(calls);
  });

  it('large texts cross in both directions, also of four-byte characters (hardening finding 3)', async () => {
    const [, caller] = brokers;
    for (const text of ['x'.repeat(20_000_000), '😀\n'.repeat(1_000_000)]) {
      const response = await caller?.call<{ text: string }, { text: string }>(
        'steady.echo',
        { text },
        { timeout: 30_000 },
      );
      assert.ok(response?.text === text);
    }
  });

  it('what is too large all the same is refused with 413 at once, asked or answered (hardening finding 3)', async () => {
    const [, caller] = brokers;
    const noise = randomBytes(12_000_000).toString('base64');
    const began = performance.now();
    const requested: unknown = await caller
      ?.call('steady.echo', { text: noise }, { timeout: 100_000 })
      .catch((error: unknown) => error);
    const answered: unknown = await caller
      ?.call('steady.noise', {}, { timeout: 100_000 })
      .catch((error: unknown) => error);
    assert.deepEqual([toErrorInfo(requested).status, toErrorInfo(answered).status], [413, 413]);
    assert.ok(performance.now() - began < 50_000, 'it did not wait for the timeout');
    const after = await caller?.call<{ text: string }, { text: string }>('steady.echo', {
      text: 'still there',
    });
    assert.equal(after?.text, 'still there');
  });

  it('architecture §2: an error crosses the wire whole', async () => {
    const [, caller] = brokers;
    const error: unknown = await caller?.call('steady.refuse').catch((thrown: unknown) => thrown);
    assert.deepEqual(toErrorInfo(error), {
      code: 'EDIT_CONFLICT',
      status: 409,
      detail: 'Read again.',
      extras: { metadata: { reason: 'stale', changes: [{ name: 'Überbau' }] } },
    });
  });

  it('a read that takes long is awaited, and answered once (R1)', async () => {
    const [, caller] = brokers;
    const options = { ...callOptionsFor('standards.get', true), meta: { isRead: true } };
    const began = performance.now();
    assert.equal(await caller?.call('steady.slow', {}, options), 'at last');
    assert.ok(performance.now() - began < 8_000, 'it was not sent a second time');
  });

  it('a call that was retried and timed out has ended, and a stop does not wait for it (E5)', async () => {
    const caller = open();
    await caller.start();
    await caller.waitForServices('steady');
    const sentAt = performance.now();
    await assert.rejects(caller.call('steady.late', {}, { timeout: 300, retries: 1 }), {
      type: 'REQUEST_TIMEOUT',
    });
    assert.ok(performance.now() - sentAt < 1_500, 'all attempts share its time');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const began = performance.now();
    await caller.stop();
    assert.ok(performance.now() - began < 15_000, `the stop took ${performance.now() - began} ms`);
  });
});
