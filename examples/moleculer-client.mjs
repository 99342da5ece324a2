/**
 * A call on the bus from a broker of Moleculer with a transporter of its own, because the transporter of Moleculer does
 * not know the subjects and messages of this bus: signs in with a key, then calls an endpoint.
 * `NATS_URL=nats://tools:…@host:4222 CSS_KEY=css_live_… node examples/moleculer-client.mjs standards.get '{"id":1}'`
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
const SIGN_IN = 'identity.signInWithKey';

/**
 * The transporter of Moleculer with three differences: the NATS user is a part of each subject, behind the kind
 * of packet; a byte before each packet says whether it is deflated; and a program is no node that others know of:
 * it sends requests only, and names the endpoints that it calls to its own broker.
 */
class ProgramTransporter extends Transporters.NATS {
  send(topic, data, { packet }) {
    if (packet.type === 'DISCOVER') this.announceEndpoints();
    if (packet.type !== 'REQ') return Promise.resolve();
    const [prefix, kind, ...target] = topic.split('.');
    const subject = [prefix, kind, user, ...target].join('.');
    if (SHOW_MESSAGES) console.error('>', subject, String(data));
    this.client.publish(subject, Buffer.concat([Buffer.from([0]), data]));
    return Promise.resolve();
  }

  subscribe(kind, nodeId) {
    if (kind !== 'RES') return Promise.resolve();
    this.client.subscribe(`${this.prefix}.RES.*.${nodeId}`, {
      callback: (error, { data } = {}) => {
        if (!error && data.length > 0) this.receive(kind, unpack(data));
      },
    });
    return Promise.resolve();
  }

  announceEndpoints() {
    const actions = Object.fromEntries([SIGN_IN, id].map((name) => [name, { name }]));
    const services = [{ name: 'endpoints', fullName: 'endpoints', actions, events: {} }];
    const info = { ver: '5', sender: 'services', instanceID: 'services', seq: 1, services };
    const about = { ipList: [], hostname: host, client: {}, config: {}, metadata: {} };
    this.receive('INFO', Buffer.from(JSON.stringify({ ...info, ...about })));
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
  transporter: new ProgramTransporter({ servers: host, user, pass }),
  // NATS chooses the node of a call, and knows when there is none.
  disableBalancer: true,
  heartbeatInterval: 0,
  requestTimeout: 15_000,
  internalServices: false,
  logger: false,
});
try {
  await broker.start();
  // Valid for two minutes; a program that runs longer signs in again before.
  const { token } = await broker.call(SIGN_IN, { key: CSS_KEY });
  const meta = { principal: token };
  console.log(JSON.stringify(await broker.call(id, JSON.parse(params), { meta })));
} catch (error) {
  console.error(`${error.code} ${error.type}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await broker.stop();
}
