/**
 * Tests of a flood of malformed and oversized packets on the bus, by a program and by a user whose permissions on the
 * NATS server are too wide: services know no node but their own, keep nothing, and go on working. `npm run dev --
 * bus-flood` sends a thousand of each kind and measures.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from '@jest/globals';
import { connect } from 'nats';
import { natsConnectionOptions } from '../../shared/kernel/bus/nats-connection.ts';
import { subjectPrefix } from '../../shared/kernel/bus/nats-subjects.ts';
import { ReliableNats } from '../../shared/kernel/bus/reliable-nats.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';
import { startBusWorld } from '../world/bus-world.ts';
import { CHANNELS, hostilePackets } from './hostile-packets.ts';

/** Sends more than the NATS server keeps for a connection, 64 MB. */
const FLOOD = `
  import { connect } from 'nats';
  const { servers, user, pass, subject } = process.env;
  const client = await connect({ servers, user, pass });
  for (let sent = 0; sent < 40; sent += 1) client.publish(subject, new Uint8Array(8_000_000));
  await client.flush();
  await client.close();
`;

/** One of each kind of wrong. */
const PACKETS = 47;

skipIf(missingServer('NATS')).describe('a flood of hostile packets', () => {
  const world = useStarted(startBusWorld);

  for (const user of ['tools', 'unlimited'])
    it(`from the NATS user ${user} leaves nothing behind, and calls are answered as before (H31)`, async () => {
      const { nats, namespace, nodes, ada } = world();
      const target = {
        prefix: subjectPrefix(namespace),
        user,
        node: nodes[0]?.node.broker.nodeID ?? '',
        actions: ['standards.get', 'projects.list', 'categories.create', 'identity.signInWithKey'],
        bombBytes: 9_000_000,
        plainBytes: 500_000,
      };
      const client = await connect(natsConnectionOptions(nats.urlFor(user)));
      const isMine = new Set(nodes.map(({ node }) => node.broker.nodeID));
      for (const channel of CHANNELS) {
        const packets = hostilePackets(channel, target);
        for (let sent = 0; sent < PACKETS; sent += 1) {
          const { subject, message } = packets.next().value;
          client.publish(subject, message);
        }
        await client.flush();
        // On a busy machine calls may wait for the packets longer than a service waits for an answer.
        await eventually(() => ada.key.call('projects.details', { id: ada.projectId }).then(() => true));
      }
      const program = await world().connect(ada.secret);
      await program.call('standards.get', { id: ada.standardId });
      await eventually(() => {
        for (const { node } of nodes) {
          const { registry, transit } = node.broker;
          const strangers = registry.nodes.toArray().flatMap(({ id }) => (isMine.has(id) ? [] : [id]));
          assert.deepEqual(strangers, []);
          assert.equal(transit?.pendingReqStreams.size, 0);
          assert.equal(transit?.pendingResStreams.size, 0);
        }
        return true;
      });
      await client.close();
    });

  it('for which the NATS server closes a connection stops the requests of programs alone (H31)', async () => {
    const { nats, namespace, nodes, ada } = world();
    const events: string[] = [];
    for (const { node } of nodes) {
      const bus = node.broker.transit?.tx;
      assert.ok(bus instanceof ReliableNats);
      const status = bus.client.status();
      void (async () => {
        for await (const { type } of status) events.push(type);
      })();
    }
    // The nodes read nothing meanwhile, since this waits for the other process.
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', FLOOD], {
      env: {
        ...process.env,
        ...natsConnectionOptions(nats.urlFor('tools')),
        subject: `${subjectPrefix(namespace)}.REQB.tools.projects.details`,
      },
      timeout: 30_000,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    for (let call = 0; call < 20; call += 1) await ada.key.call('projects.details', { id: ada.projectId });
    assert.deepEqual(events, []);
    const program = await world().connect(ada.secret);
    await eventually(() => program.call('projects.details', { id: ada.projectId }).then(() => true));
  });
});
