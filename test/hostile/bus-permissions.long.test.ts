/**
 * Tests of an attacker on the bus who has the password of one node, when each node is a NATS user of its own, as in
 * `npm run start:split`.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, it } from '@jest/globals';
import { connect, type NatsConnection } from 'nats';
import { natsUsersOfNodes } from '../../scripts/start/embedded-servers/nats-authorization.ts';
import { type NatsServer, startNats } from '../../scripts/start/embedded-servers/nats-server.ts';
import { actionsByService, endpoints } from '../../shared/contracts/index.ts';
import { type BusCaller, SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { canSubscribe, natsConnectionOptions } from '../../shared/kernel/bus/nats-connection.ts';
import { programRequestSubject, requestSubject } from '../../shared/kernel/bus/nats-permissions.ts';
import {
  PROGRAM_REQUESTS,
  publishSubject,
  SERVICE_REQUESTS,
  subjectPrefix,
  subscribeSubject,
} from '../../shared/kernel/bus/nats-subjects.ts';
import { populateWorld } from '../../tools/world/population.ts';
import { keyHeaders, sendRawRequest } from '../../tools/world/raw-http.ts';
import { afterTest } from '../after-test.ts';
import { eventually } from '../eventually.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { databasePrefix, missingServer } from '../test-servers.ts';

const NODES: Readonly<Record<string, readonly BusCaller[]>> = {
  gateway: ['gateway'],
  files: ['files'],
  others: SERVICE_NAMES.filter((name) => name !== 'gateway' && name !== 'files'),
  tools: ['tools'],
};

skipIf(missingServer('NATS') || missingServer('MONGODB')).describe(
  'the bus, with the password of one node',
  () => {
    const namespace = databasePrefix('bususers');
    const users = natsUsersOfNodes(namespace, Object.entries(NODES));
    const nodes: TestNode[] = [];
    let folder: string;
    let env: Record<string, string>;
    let nats: NatsServer;
    const nodeOf = (name: string): TestNode => {
      const node = nodes.find(({ node }) => node.broker.nodeID.startsWith(`${name}.`));
      assert.ok(node, name);
      return node;
    };
    /** Where a user sends requests for an action. */
    const requestSent = (user: string, id: string): string => {
      const prefix = subjectPrefix(namespace);
      const channel = user === 'tools' ? PROGRAM_REQUESTS : SERVICE_REQUESTS;
      return publishSubject(prefix, `${prefix}.${channel}.${id}`, user);
    };
    /** Every subject on which something for others passes, and the patterns that would cover it. */
    const forOthers = (): string[] => {
      const prefix = subjectPrefix(namespace);
      const others = Object.keys(endpoints).filter((id) => !Object.hasOwn(actionsByService.files, id));
      const ids = nodes.map(({ node }) => node.broker.nodeID).filter((id) => !id.startsWith('files.'));
      return [
        '>',
        `${prefix}.>`,
        `${prefix}.REQB.>`,
        `${prefix}.CALL.>`,
        `${prefix}.RES.>`,
        `${prefix}.EVENT.>`,
        '_INBOX.>',
        '_INBOX.gateway.>',
        ...ids.flatMap((id) =>
          ['REQ', 'RES', 'EVENT', 'INFO'].map((kind) => subscribeSubject(prefix, kind, id)),
        ),
        ...others.flatMap((id) => [
          requestSubject(namespace, id),
          programRequestSubject(namespace, id),
          requestSent('gateway', id),
        ]),
      ];
    };
    beforeAll(async () => {
      nats = await startNats({ users: [...users, { name: 'observer', permissions: null }] });
      folder = await mkdtemp(join(tmpdir(), 'hostile-bus-users-'));
      env = {
        DATA_DIR: folder,
        CLUSTER_SECRET: 'the secret that all nodes of this deployment share',
        DATABASE_PREFIX: namespace,
        EMAIL_VERIFICATION: 'off',
      };
      for (const name of ['others', 'files', 'gateway']) {
        nodes.push(await startTestNode([...(NODES[name] ?? [])], { ...env, NATS_URL: nats.urlFor(name) }));
      }
      await nodeOf('gateway').node.broker.waitForServices(SERVICE_NAMES.filter((name) => name !== 'gateway'));
    });
    afterAll(async () => {
      for (const node of nodes.reverse()) await node.stop();
      await nats?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('a worker can subscribe neither to messages for others nor to its own requests outside the queue of its replicas (H31)', async () => {
      const heard = [];
      for (const subject of forOthers())
        if (await canSubscribe(nats.urlFor('files'), subject)) heard.push(subject);
      assert.deepEqual(heard, []);
      assert.equal(await canSubscribe(nats.urlFor('files'), requestSubject(namespace, 'files.list')), false);
      // The question is put rightly: what passes between all nodes may be heard.
      assert.equal(await canSubscribe(nats.urlFor('files'), `${subjectPrefix(namespace)}.HEARTBEAT.*`), true);
    });

    it('while accounts sign in and work, a listener with a worker’s password receives no password, key or token (H31)', async () => {
      const listener = await connect(natsConnectionOptions(nats.urlFor('files')));
      const heard: string[] = [];
      for (const subject of [...forOthers(), `${subjectPrefix(namespace)}.HEARTBEAT.*`]) {
        listener.subscribe(subject, {
          callback: (error, message) => void (error ?? heard.push(message.string())),
        });
      }
      await listener.flush();
      const base = nodeOf('gateway').node.url ?? '';
      const { ada } = await populateWorld(base);
      const { status } = await sendRawRequest(base, { path: '/api/whoami', headers: keyHeaders(ada.secret) });
      assert.equal(status, 200);
      await eventually(() => heard.length > 0);
      const result = heard.filter((text) => !text.includes('{"cpu":')).map((text) => text.slice(0, 200));
      assert.deepEqual(result, []);
      await listener.close();
    });

    it('a node id or message forged by a worker neither impersonates other nodes nor stops them (H31)', async () => {
      const prefix = subjectPrefix(namespace);
      const [observer, worker] = [
        await connect(natsConnectionOptions(nats.urlFor('observer'))),
        await connect(natsConnectionOptions(nats.urlFor('files'))),
      ];
      afterTest(() => Promise.all([observer.close(), worker.close()]));
      const spoken: string[] = [];
      observer.subscribe(`${prefix}.INFO.*.spoken`, {
        callback: (_error, { subject }) => void spoken.push(subject),
      });
      await observer.flush();
      const refused = refusals(worker);
      const victims = nodes.map(({ node }) => node.broker.nodeID).filter((id) => !id.startsWith('files.'));
      // Each may send this itself, so it is the node's own connection that would say it.
      const says = ['gateway', 'others']
        .map((user) => `PUB ${prefix}.INFO.${user}.spoken 2\r\nhi\r\n`)
        .join('');
      const injected = (id: string): string => `${id} 0\r\n\r\n${says}PUB ${id}`;
      const senders = [
        injected('x'),
        injected('files.x'),
        injected(victims[0] ?? ''),
        '',
        '>',
        'files.*',
        7,
        null,
        ...victims,
      ];
      const bomb = Buffer.concat([Buffer.from([1]), deflateSync(Buffer.alloc(300_000_000))]);
      for (const kind of ['DISCOVER', 'INFO', 'PING', 'DISCONNECT', 'HEARTBEAT'] as const) {
        for (const sender of senders) {
          const message = {
            ver: '5',
            sender,
            instanceID: 'x',
            services: [],
            ipList: [],
            hostname: 'x',
            client: {},
            config: {},
            seq: 1,
            time: 1,
            id: 'x',
          };
          const data = Buffer.concat([Buffer.from([0]), Buffer.from(JSON.stringify(message))]);
          worker.publish(`${prefix}.${kind}.files`, data);
          for (const victim of victims) worker.publish(`${prefix}.${kind}.files.${victim}`, data);
        }
        for (const data of [
          Buffer.alloc(0),
          Buffer.from([0]),
          Buffer.from([7]),
          Buffer.from('\0{'),
          Buffer.from('\0null'),
          bomb,
        ]) {
          worker.publish(`${prefix}.${kind}.files`, data);
          worker.publish(`${prefix}.RES.files.${victims[0]}`, data);
        }
      }
      // Under another's name the server takes none of it.
      worker.publish(`${prefix}.INFO.gateway`, '{}');
      await worker.flush();
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.deepEqual([...refused], [`${prefix}.INFO.gateway`]);
      assert.deepEqual(spoken, []);
      const base = nodeOf('gateway').node.url ?? '';
      await eventually(async () => {
        const { status, body } = await sendRawRequest(base, { path: '/api/health' });
        assert.deepEqual([status, body.status], [200, 'ok']);
      });
      // The question is put rightly: the observer hears what is spoken.
      observer.publish(`${prefix}.INFO.observer.spoken`);
      await observer.flush();
      assert.deepEqual(spoken, [`${prefix}.INFO.observer.spoken`]);
    });

    it('a node with another secret, or with a NATS user that may not receive its services’ responses, does not start (E1)', async () => {
      const another = {
        ...env,
        CLUSTER_SECRET: 'a secret that nobody else in this place has',
        NATS_URL: nats.urlFor('others'),
      };
      await assert.rejects(startTestNode(['audit'], another), {
        message: /^CLUSTER_SECRET differs from that of the running nodes/,
      });
      const deaf = startTestNode(['projects'], { ...env, NATS_URL: nats.urlFor('files') });
      await assert.rejects(deaf, {
        message: /^The NATS user in NATS_URL lacks the permissions for projects/,
      });
      const base = nodeOf('gateway').node.url ?? '';
      await eventually(async () =>
        assert.equal((await sendRawRequest(base, { path: '/api/health' })).status, 200),
      );
    });

    it('each user sends the requests its services make, and no other (H31)', async () => {
      // Where nobody listens: what is sent here is no packet of Moleculer's.
      const empty = await startNats({ users });
      afterTest(() => empty.stop());
      for (const [user, callers] of Object.entries(NODES)) {
        const client = await connect(natsConnectionOptions(empty.urlFor(user)));
        const refused = refusals(client);
        const subjects = SERVICE_NAMES.flatMap((name) => Object.keys(actionsByService[name]));
        for (const id of subjects) client.publish(requestSent(user, id));
        await client.flush();
        // The last refusals are still on their way to the iterator.
        await new Promise((resolve) => setTimeout(resolve, 50));
        await client.close();
        const may = subjects.filter((id) => !refused.has(requestSent(user, id)));
        if (callers.includes('tools')) {
          const closed = may.filter((id) => !isPublished(id));
          assert.ok(may.length > 80, 'tools call what REST callers call');
          assert.deepEqual(closed, ['identity.signInWithKey'], 'and sign in');
          assert.ok(!may.includes('files.upload') && !may.includes('account.passwordReset'));
          continue;
        }
        const expected = subjects.filter((id) => callers.some((caller) => callersOf(id).includes(caller)));
        assert.deepEqual(may, expected, user);
      }
    });
  },
);

const specOf = (id: string): { http?: string; calledBy?: readonly BusCaller[] } => ({
  ...Object.entries(endpoints).find(([known]) => known === id)?.[1],
});
const isPublished = (id: string): boolean => specOf(id).http !== undefined;
const callersOf = (id: string): readonly BusCaller[] => [
  ...(isPublished(id) ? ['gateway' as const] : []),
  ...(specOf(id).calledBy ?? []),
];

/** The subjects the server has refused to take from this client. */
function refusals(client: NatsConnection): Set<string> {
  const refused = new Set<string>();
  void (async () => {
    for await (const { type, data, permissionContext } of client.status()) {
      if (type === 'error' && data === 'PERMISSIONS_VIOLATION' && permissionContext)
        refused.add(permissionContext.subject);
    }
  })();
  return refused;
}
