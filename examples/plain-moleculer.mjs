/**
 * A call on the bus from a node of Moleculer: signs in with a key, then calls an endpoint.
 * `NATS_URL=nats://tools:…@host:4222 CSS_KEY=css_live_… node examples/plain-moleculer.mjs standards.get '{"id":1}'`
 */
import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { ServiceBroker, Transporters } from 'moleculer';

const { NATS_URL, CSS_KEY, DATABASE_PREFIX = 'css', SHOW_MESSAGES } = process.env;
if (!NATS_URL || !CSS_KEY) {
  console.error('Set NATS_URL (start:split: the file data/nats-tools-url) and CSS_KEY.');
  process.exit(64);
}
const [id, params = '{}'] = process.argv.slice(2);
if (!id) {
  console.error('Name an endpoint, such as standards.get.');
  process.exit(64);
}
const { host, username: user, password: pass } = new URL(NATS_URL);

/**
 * The transporter of Moleculer with two differences: the NATS user is a part of each subject, behind the kind
 * of packet, and a byte before each packet says whether it is deflated.
 */
class ToolTransporter extends Transporters.NATS {
  send(topic, data) {
    const [prefix, kind, ...target] = topic.split('.');
    const subject = [prefix, kind, user, ...target].join('.');
    if (SHOW_MESSAGES && kind.startsWith('REQ')) console.error('>', subject, String(data));
    this.client.publish(subject, Buffer.concat([Buffer.from([0]), data]));
    return Promise.resolve();
  }

  subscribe(kind, nodeId) {
    const subject = [this.prefix, kind, '*', ...(nodeId ? [nodeId] : [])].join('.');
    this.client.subscribe(subject, {
      callback: (error, { data } = {}) => {
        if (!error && data.length > 0) this.receive(kind, unpack(data));
      },
    });
    return Promise.resolve();
  }
}

function unpack(message) {
  const content = Buffer.from(message).subarray(1);
  return message[0] === 0 ? content : inflateSync(content, { maxOutputLength: 64 * 1024 * 1024 });
}

const broker = new ServiceBroker({
  namespace: DATABASE_PREFIX,
  // It begins with the NATS user, and no other node may have it.
  nodeID: `${user}.example-${randomUUID()}`,
  transporter: new ToolTransporter({ servers: host, user, pass }),
  // NATS chooses the node of a call.
  disableBalancer: true,
  requestTimeout: 15_000,
  internalServices: false,
  logger: false,
});
try {
  await broker.start();
  await broker.waitForServices('identity', 10_000);
  // Valid for two minutes; a program that runs longer signs in again before.
  const { token } = await broker.call('identity.signInWithKey', { key: CSS_KEY });
  const meta = { principal: token };
  console.log(JSON.stringify(await broker.call(id, JSON.parse(params), { meta })));
} catch (error) {
  console.error(`${error.code} ${error.type}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await broker.stop();
}
