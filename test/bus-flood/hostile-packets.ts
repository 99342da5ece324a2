/**
 * Malformed and oversized packets of every kind in Moleculer's protocol, as a NATS user could send them. For the suite
 * beside this file and `npm run dev -- bus-flood`.
 */
import { randomUUID } from 'node:crypto';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

export interface HostilePacket {
  /** What is wrong with it. */
  what: string;
  subject: string;
  message: Buffer;
}

export interface FloodTarget {
  /** What all subjects begin with, such as `MOL-css`. */
  prefix: string;
  /** The NATS user that sends. */
  user: string;
  /** A node of the deployment. */
  node: string;
  /** Actions that programs may call. */
  actions: readonly string[];
  /** Bytes that a bomb inflates to. */
  bombBytes: number;
  /** Bytes of what is sent plain: at most what the NATS server takes. */
  plainBytes: number;
}

const BROADCAST = ['DISCOVER', 'INFO', 'HEARTBEAT', 'PING', 'PONG', 'DISCONNECT'];
const ADDRESSED = ['REQ', 'RES', 'EVENT', 'GOSSIP_REQ', 'GOSSIP_RES', 'GOSSIP_HELLO'];
/** The channels of the protocol, each with a flood of its own. */
export const CHANNELS: readonly string[] = [...BROADCAST, ...ADDRESSED, 'REQB', 'CALL', 'EVENTB'];

const plain = (content: string | Buffer): Buffer => Buffer.concat([Buffer.from([0]), Buffer.from(content)]);
const deflated = (content: Buffer): Buffer => Buffer.concat([Buffer.from([1]), content]);

/** An endless supply of packets on a channel; large ones are made once and sent again. */
export function* hostilePackets(channel: string, target: FloodTarget): Generator<HostilePacket, never, void> {
  const { prefix, user, node, actions } = target;
  const large = largeMessages(target);
  for (let count = 0; ; count += 1) {
    const action = actions[count % actions.length] ?? '';
    const subject =
      channel === 'REQB' || channel === 'CALL'
        ? `${prefix}.${channel}.${user}.${action}`
        : channel === 'EVENTB'
          ? `${prefix}.EVENTB.${user}.identity.identity.principalChanged`
          : BROADCAST.includes(channel) && count % 2 === 0
            ? `${prefix}.${channel}.${user}`
            : `${prefix}.${channel}.${user}.${node}`;
    const sender = `${user}.invented-${randomUUID()}`;
    const members = validMembers(sender, action);
    const wrong = wrongMembers(node);
    const kinds = wrong.length + RAW.length + large.length;
    const at = count % kinds;
    const raw = RAW[at - wrong.length];
    if (at < wrong.length) {
      const [what, changed] = wrong[at] ?? ['', {}];
      yield { what, subject, message: plain(JSON.stringify({ ...members, ...changed })) };
    } else if (raw) yield { what: raw[0], subject, message: raw[1] };
    else {
      const [what, make] = large[at - wrong.length - RAW.length] ?? ['', () => Buffer.alloc(0)];
      yield { what, subject, message: make(members) };
    }
  }
}

/** Enough for every kind of packet. */
const validMembers = (sender: string, action: string): Record<string, unknown> => ({
  ver: '5',
  sender,
  id: randomUUID(),
  action,
  params: {},
  meta: {},
  level: 1,
  timeout: 5_000,
  event: 'identity.principalChanged',
  data: { user_id: 1 },
  groups: ['identity'],
  success: true,
  instanceID: randomUUID(),
  services: [{ name: 'invented', fullName: 'invented', actions: actionsOf(1_500), events: {} }],
  ipList: [],
  hostname: 'x',
  client: {},
  config: {},
  metadata: {},
  seq: null,
  time: 1,
  cpu: 1,
});

const actionsOf = (count: number): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`invented.action${at}`, { name: `invented.action${at}` }]),
  );

/** What a member is changed to, by what is wrong. */
const wrongMembers = (node: string): [what: string, members: Record<string, unknown>][] => [
  ['an invented node', {}],
  ['an invented node of the deployment', { metadata: { deployment: 'x' } }],
  ['another version', { ver: '4' }],
  ['no version', { ver: undefined }],
  ['the id of another node', { sender: node }],
  ['no sender', { sender: undefined }],
  ['a sender that ends the subject', { sender: `tools.x 0\r\n\r\nPUB ${node}` }],
  ['an id of 100,000 characters', { id: 'x'.repeat(100_000) }],
  ['an id that is an object', { id: { toString: 'x' } }],
  ['a negative level', { level: -1 }],
  ['a huge level', { level: 1e308 }],
  ['a huge time limit', { timeout: 1e308 }],
  ['another action', { action: 'identity.principal' }],
  ['an internal action', { action: '$node.list' }],
  ['a chunk of a stream out of order', { stream: true, seq: 5, params: 'x'.repeat(200_000) }],
  ['the first chunk of a stream', { stream: true, seq: 0 }],
  ['a number of a chunk', { seq: 5 }],
  ['headers of streams', { headers: { $streamObjectMode: true, $streamError: { name: 'x' } } }],
  ['meta that is a list', { meta: ['x'] }],
  ['meta of a prototype', { meta: JSON.parse('{"__proto__":{"dryRun":true},"constructor":{"x":1}}') }],
  ['parameters of a prototype', { params: JSON.parse('{"__proto__":{"id":1}}') }],
  ['services that are no list', { services: { length: 1e9 }, metadata: { deployment: 'x' } }],
  ['groups that are no list', { groups: 7 }],
  ['an event that nobody sends', { event: '$transporter.disconnected' }],
  ['the calls of others', { calls: Array.from({ length: 20_000 }, () => 'x'), underWay: [] }],
  ['calls that are no list', { calls: { length: 1e9 } }],
  ['an error that is a text', { success: false, error: 'x' }],
];

/** Messages that are no packet. */
const RAW: readonly (readonly [string, Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['a first byte only', Buffer.from([0])],
  ['another first byte', Buffer.from('\u0007{}')],
  ['half an object', plain('{')],
  ['null', plain('null')],
  ['a list', plain('[]')],
  ['a text', plain('"x"')],
  ['bytes that are no text', plain(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]))],
  ['deep nesting', plain(`{"ver":"5","params":${'['.repeat(60_000)}${']'.repeat(60_000)}}`)],
  ['deep nesting of objects', plain('{"a":'.repeat(50_000))],
  ['the same key twice', plain('{"ver":"5","ver":"5","sender":"tools.x","id":"1"}')],
  ['no deflated bytes', deflated(Buffer.from('{}'))],
  ['gzip', deflated(gzipSync('{"ver":"5"}'))],
  ['deflated without a header', deflated(deflateRawSync('{"ver":"5"}'))],
  ['deflated bytes cut short', deflated(deflateSync(Buffer.alloc(100_000)).subarray(0, 60))],
];

/** Made once for all channels: deflating them takes long. */
const made = new Map<string, Buffer>();

type Make = (members: Record<string, unknown>) => Buffer;

/** Those that are large once inflated, or as they are. */
function largeMessages({ bombBytes, plainBytes, user }: FloodTarget): [what: string, make: Make][] {
  const once = (name: string, make: () => Buffer): Make => {
    const key = `${name} ${user} ${bombBytes} ${plainBytes}`;
    return () => {
      const message = made.get(key) ?? make();
      made.set(key, message);
      return message;
    };
  };
  // Valid but for its size, and with an id of a node of this user.
  const valid = validMembers(`${user}.bomb`, '');
  return [
    ['zeros deflated', once('zeros', () => deflated(deflateSync(Buffer.alloc(bombBytes))))],
    [
      'actions deflated',
      once('actions', () =>
        deflated(
          deflateSync(
            JSON.stringify({
              ...valid,
              metadata: { deployment: 'x' },
              services: [{ name: 'invented', actions: actionsOf(Math.floor(bombBytes / 60)) }],
            }),
          ),
        ),
      ),
    ],
    [
      'lists deflated',
      once('lists', () =>
        deflated(
          deflateSync(
            `{"ver":"5","sender":"${user}.bomb","id":"1","params":[${'[],'.repeat(bombBytes / 3)}0]}`,
          ),
        ),
      ),
    ],
    [
      'a text as large as NATS takes',
      (members) => plain(JSON.stringify({ ...members, params: { text: 'x'.repeat(plainBytes) } })),
    ],
    [
      'small values as many as NATS takes',
      once('values', () =>
        plain(`{"ver":"5","sender":"${user}.bomb","id":"1","params":[${'{},'.repeat(plainBytes / 3)}0]}`),
      ),
    ],
  ];
}
