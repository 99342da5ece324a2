/** What the password of one node is good for on the bus, when each node is a user of its own, as `npm run start:split` makes them (H31). */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect, type NatsConnection } from 'nats';
import { type NatsServer, startNats } from '../../scripts/back-ends/nats-server.ts';
import { actionsOf, endpoints } from '../../shared/contracts/index.ts';
import { type Caller, SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { mayHear, natsAddress } from '../../shared/kernel/bus/nats-address.ts';
import { natsPermissions, requestSubject, subjectPrefix } from '../../shared/kernel/bus/nats-permissions.ts';
import { databasePrefix, missing } from '../back-ends.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { populate } from '../site/population.ts';
import { ask, byKey } from '../site/wire.ts';

const NODES: Readonly<Record<string, readonly Caller[]>> = {
  gateway: ['gateway'],
  files: ['files'],
  others: SERVICE_NAMES.filter((name) => name !== 'gateway' && name !== 'files'),
  tools: ['tools'],
};

describe('the bus, with the password of one node', { skip: missing('NATS') || missing('MONGODB') }, () => {
  const namespace = databasePrefix('bususers');
  const users = Object.entries(NODES).map(([name, callers]) => ({
    name,
    permissions: natsPermissions(namespace, name, callers),
  }));
  const nodes: TestNode[] = [];
  let folder: string;
  let nats: NatsServer;
  const nodeOf = (name: string): TestNode => {
    const node = nodes.find(({ node }) => node.broker.nodeID.startsWith(`${name}.`));
    assert.ok(node, name);
    return node;
  };
  /** Every subject on which something for others passes, and the patterns that would cover it. */
  const forOthers = (): string[] => {
    const prefix = subjectPrefix(namespace);
    const others = Object.keys(endpoints).filter((id) => !Object.hasOwn(actionsOf.files, id));
    const ids = nodes.map(({ node }) => node.broker.nodeID).filter((id) => !id.startsWith('files.'));
    return [
      '>',
      `${prefix}.>`,
      `${prefix}.REQB.>`,
      `${prefix}.RES.>`,
      `${prefix}.EVENT.>`,
      '_INBOX.>',
      '_INBOX.gateway.>',
      ...ids.flatMap((id) => ['REQ', 'RES', 'EVENT', 'INFO'].map((word) => `${prefix}.${word}.${id}`)),
      ...others.map((id) => requestSubject(namespace, id)),
    ];
  };
  before(async () => {
    nats = await startNats({ users });
    folder = await mkdtemp(join(tmpdir(), 'hostile-bus-users-'));
    const env = {
      DATA_DIR: folder,
      CLUSTER_SECRET: 'the secret that all nodes of this deployment share',
      DATABASE_PREFIX: namespace,
      EMAIL_VERIFICATION: 'off',
    };
    for (const name of ['others', 'files', 'gateway']) {
      nodes.push(await startTestNode([...(NODES[name] ?? [])], { ...env, NATS_URL: nats.urlOf(name) }));
    }
    await nodeOf('gateway').node.broker.waitForServices(SERVICE_NAMES.filter((name) => name !== 'gateway'));
  });
  after(async () => {
    for (const node of nodes.reverse()) await node.stop();
    await nats?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('H31: nothing that is meant for others may be listened to, nor its own requests beside its replicas', async () => {
    const heard = [];
    for (const subject of forOthers()) if (await mayHear(nats.urlOf('files'), subject)) heard.push(subject);
    assert.deepEqual(heard, []);
    assert.equal(await mayHear(nats.urlOf('files'), requestSubject(namespace, 'files.list')), false);
    // The question is put rightly: what passes between all nodes may be heard.
    assert.equal(await mayHear(nats.urlOf('files'), `${subjectPrefix(namespace)}.HEARTBEAT`), true);
  });

  it('H31: while people sign in and work, a listener with a worker’s password hears no password, key or token', async () => {
    const listener = await connect(natsAddress(nats.urlOf('files')));
    const heard: string[] = [];
    for (const subject of [...forOthers(), `${subjectPrefix(namespace)}.HEARTBEAT`]) {
      listener.subscribe(subject, { callback: (error, message) => void (error ?? heard.push(message.string())) });
    }
    await listener.flush();
    const base = nodeOf('gateway').node.address ?? '';
    const { ada } = await populate(base);
    const { status } = await ask(base, { path: '/api/whoami', headers: byKey(ada.secret) });
    assert.equal(status, 200);
    while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    const told = heard.filter((text) => !text.includes('{"cpu":')).map((text) => text.slice(0, 200));
    assert.deepEqual(told, []);
    await listener.close();
  });

  it('H31: each user sends the requests its services make, and no other', async (t) => {
    // Where nobody listens: what is sent here is no packet of Moleculer's.
    const empty = await startNats({ users });
    t.after(() => empty.stop());
    for (const [user, callers] of Object.entries(NODES)) {
      const client = await connect(natsAddress(empty.urlOf(user)));
      const refused = refusals(client);
      const subjects = SERVICE_NAMES.flatMap((name) => Object.keys(actionsOf[name]));
      for (const id of subjects) client.publish(requestSubject(namespace, id));
      await client.flush();
      // The last refusals are still on their way to the iterator.
      await new Promise((resolve) => setTimeout(resolve, 50));
      await client.close();
      const may = subjects.filter((id) => !refused.has(requestSubject(namespace, id)));
      if (callers.includes('tools')) {
        assert.ok(may.length > 80 && may.every((id) => isPublished(id)), 'tools call what REST callers call');
        continue;
      }
      const expected = subjects.filter((id) => callers.some((caller) => callersOf(id).includes(caller)));
      assert.deepEqual(may, expected, user);
    }
  });
});

const specOf = (id: string): { http?: string; calledBy?: readonly Caller[] } => ({
  ...Object.entries(endpoints).find(([known]) => known === id)?.[1],
});
const isPublished = (id: string): boolean => specOf(id).http !== undefined;
const callersOf = (id: string): readonly Caller[] => [
  ...(isPublished(id) ? ['gateway' as const] : []),
  ...(specOf(id).calledBy ?? []),
];

/** The subjects the server has refused to take from this client. */
function refusals(client: NatsConnection): Set<string> {
  const refused = new Set<string>();
  void (async () => {
    for await (const { type, data, permissionContext } of client.status()) {
      if (type === 'error' && data === 'PERMISSIONS_VIOLATION' && permissionContext) refused.add(permissionContext.subject);
    }
  })();
  return refused;
}
