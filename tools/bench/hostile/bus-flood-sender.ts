/**
 * The attacker of `bus-flood.ts`, a worker thread: making packets takes seconds, in which the callers who measure would
 * wait. It posts once when it has made the large packets, then each time it has sent what it is told to: one of
 * `FLOODS` (`bus-flood-kinds.ts`), or the malformed packets of `hostile-packets.ts` on a channel.
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from 'nats';
import type { EndpointId } from '../../../shared/contracts/index.ts';
import { natsConnectionOptions } from '../../../shared/kernel/bus/nats-connection.ts';
import { hostilePackets } from '../../../test/bus-flood/hostile-packets.ts';
import { FLOODS } from './bus-flood-kinds.ts';

/** What the thread gets. */
export interface FloodOrder {
  url: string;
  packetsPerKind: number;
}

/** Packets between two flushes. */
const BATCH = 20;
/** More than there are kinds of wrong. */
const ALL_KINDS = 60;
const ACTIONS: readonly EndpointId[] = [
  'standards.get',
  'standards.workingCopy.save',
  'projects.list',
  'projects.create',
  'datasheets.create',
  'files.list',
  'wiki.adopted.list',
  'identity.signInWithKey',
  'companies.get',
];

if (!parentPort) throw new Error('bus-flood.ts starts this thread.');
const { url, packetsPerKind }: FloodOrder = workerData;
const packetsOn = (channel: string) =>
  hostilePackets(channel, {
    prefix: 'MOL-css',
    user: 'tools',
    node: 'gateway.x-1',
    actions: ACTIONS,
    bombBytes: 40_000_000,
    plainBytes: 7_500_000,
  });

const nats = await connect(natsConnectionOptions(url));
const all = packetsOn('REQB');
for (let made = 0; made < ALL_KINDS; made += 1) all.next();
parentPort.postMessage('ready');
for (;;) {
  const [channel] = await once(parentPort, 'message');
  if (typeof channel !== 'string') break;
  const flood = FLOODS.get(channel);
  if (flood) {
    await flood(nats, url, packetsPerKind);
    parentPort.postMessage('sent');
    continue;
  }
  const packets = packetsOn(channel);
  for (let sent = 0; sent < packetsPerKind; sent += 1) {
    const { subject, message } = packets.next().value;
    if (message.length <= (nats.info?.max_payload ?? 0)) nats.publish(subject, message);
    if (sent % BATCH === 0) await nats.flush();
  }
  await nats.flush();
  parentPort.postMessage('sent');
}
await nats.close();
