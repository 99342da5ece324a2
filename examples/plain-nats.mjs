/**
 * A call on the bus with nothing but a client of NATS: signs in with a key, then calls an endpoint.
 * `NATS_URL=nats://tools:…@host:4222 CSS_KEY=css_live_… node examples/plain-nats.mjs standards.get '{"id":1}'`
 */
import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { connect } from 'nats';

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
const prefix = `MOL-${DATABASE_PREFIX}`;
// The id of this program as a node begins with the NATS user.
const sender = `${user}.example-${randomUUID()}`;
const nats = await connect({ servers: host, user, pass });

const pending = new Map();
nats.subscribe(`${prefix}.RES.*.${sender}`, {
  callback: (_error, { subject, data }) => {
    const packet = unpack(data);
    if (SHOW_MESSAGES) console.error('<', subject, JSON.stringify(packet));
    pending.get(packet.id)?.(packet);
  },
});

/** The result of an action. @throws the error of the action, whose `type` is the code and `code` the status */
async function call(action, params, meta) {
  const id = randomUUID();
  const packet = { ver: '5', sender, id, action, params, meta, timeout: 15_000, level: 1, requestID: id };
  const subject = `${prefix}.REQB.${user}.${action}`;
  if (SHOW_MESSAGES) console.error('>', subject, JSON.stringify(packet));
  const response = new Promise((resolve, reject) => {
    pending.set(id, resolve);
    setTimeout(() => reject(new Error(`${action}: no response in time`)), packet.timeout).unref();
  });
  nats.publish(subject, pack(packet));
  const { success, data, error } = await response;
  pending.delete(id);
  if (!success) throw error;
  return data;
}

/** A byte before the JSON says whether it is deflated: 0 no, 1 yes. */
function pack(packet) {
  return Buffer.concat([Buffer.from([0]), Buffer.from(JSON.stringify(packet))]);
}

function unpack(message) {
  const content = Buffer.from(message).subarray(1);
  return JSON.parse(message[0] === 0 ? content : inflateSync(content, { maxOutputLength: 64 * 1024 * 1024 }));
}

try {
  // Valid for two minutes; a program that runs longer signs in again before.
  const { token } = await call('identity.signInWithKey', { key: CSS_KEY }, {});
  console.log(JSON.stringify(await call(id, JSON.parse(params), { principal: token })));
} catch (error) {
  console.error(`${error.code} ${error.type}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await nats.close();
}
