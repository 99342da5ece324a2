/** What lies between two nodes: real NATS, our transporter and options, no service of ours. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Context, ServiceBroker } from 'moleculer';
import { brokerOptions } from '../moleculer.config.ts';
import { type Config, readConfig } from '../shared/kernel/config.ts';
import { fail, readError } from '../shared/kernel/errors.ts';
import { databasePrefix, missing, natsUrl } from './back-ends.ts';

describe('between two nodes over NATS', { skip: missing('NATS') }, () => {
  let config: Config;
  const brokers: ServiceBroker[] = [];

  const open = (): ServiceBroker => {
    const broker = new ServiceBroker(brokerOptions(config, async () => undefined));
    brokers.push(broker);
    return broker;
  };
  const serve = (broker: ServiceBroker, name: string): void => {
    broker.createService({
      name,
      settings: { $noServiceNamePrefix: true },
      actions: {
        [`${name}.echo`]: (ctx: Context<{ text: string }>) => ({ text: ctx.params.text, node: ctx.broker.nodeID }),
        [`${name}.refuse`]: () => {
          throw fail('EDIT_CONFLICT', 'Read again.', { metadata: { reason: 'stale', changes: [{ name: 'Überbau' }] } });
        },
      },
    });
  };

  before(() => {
    config = readConfig({
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      DATABASE_PREFIX: databasePrefix('nodes'),
      LOG_LEVEL: 'silent',
    });
  });
  after(async () => {
    await Promise.all(brokers.map((broker) => broker.stop()));
  });

  it('hardening finding 2: not one call is lost while nodes come and go', { timeout: 60_000 }, async () => {
    const first = open();
    serve(first, 'steady');
    const caller = open();
    await Promise.all([first.start(), caller.start()]);
    await caller.waitForServices('steady');
    let asked = 0;
    let going = true;
    const asking = (async () => {
      while (going) {
        const answer = await caller.call<{ text: string }, { text: string }>(
          'steady.echo',
          { text: String(asked) },
          { timeout: 2_000 },
        );
        assert.equal(answer.text, String(asked));
        asked += 1;
      }
    })();
    // Further services on the serving node and a second replica: each used to drop every subscription of its node for a moment.
    serve(first, 'another');
    const second = open();
    serve(second, 'steady');
    await second.start();
    serve(second, 'more');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    going = false;
    await asking;
    assert.ok(asked > 100, `${asked} calls`);
  });

  it('hardening finding 2: a request nobody listens to fails at once, and works again when somebody does', {
    timeout: 60_000,
  }, async () => {
    const [, caller] = brokers;
    const fleeting = open();
    serve(fleeting, 'fleeting');
    await fleeting.start();
    await caller?.waitForServices('fleeting');
    // Gone without a word, as after a kill -9: the caller still believes in it.
    await Reflect.get(fleeting.transit ?? {}, 'tx').client.close();
    const began = performance.now();
    const error: unknown = await caller
      ?.call('fleeting.echo', { text: 'x' }, { timeout: 10_000 })
      .catch((thrown: unknown) => thrown);
    assert.equal(readError(error).code, 'SERVICE_UNAVAILABLE');
    assert.ok(performance.now() - began < 5_000, 'it did not wait for the timeout');
    const next = open();
    serve(next, 'fleeting');
    await next.start();
    const answer = await caller?.call<{ text: string }, { text: string }>(
      'fleeting.echo',
      { text: 'again' },
      { timeout: 10_000 },
    );
    assert.equal(answer?.text, 'again');
  });

  it('hardening finding 3: large texts cross in both directions, also of four-byte characters', { timeout: 60_000 }, async () => {
    const [, caller] = brokers;
    for (const text of ['x'.repeat(20_000_000), '😀\n'.repeat(1_000_000)]) {
      const answer = await caller?.call<{ text: string }, { text: string }>('steady.echo', { text }, { timeout: 30_000 });
      assert.ok(answer?.text === text);
    }
  });

  it('architecture §2: an error crosses the wire whole', async () => {
    const [, caller] = brokers;
    const error: unknown = await caller?.call('steady.refuse').catch((thrown: unknown) => thrown);
    assert.deepEqual(readError(error), {
      code: 'EDIT_CONFLICT',
      status: 409,
      detail: 'Read again.',
      extras: { metadata: { reason: 'stale', changes: [{ name: 'Überbau' }] } },
    });
  });
});
