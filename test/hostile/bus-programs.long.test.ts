/**
 * Tests of the subjects on which the NATS server lets programs on the bus send and listen, each with a user of its
 * own.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, it } from '@jest/globals';
import { connect } from 'nats';
import { natsUsersOfDeployment } from '../../scripts/start/embedded-servers/nats-authorization.ts';
import { type NatsServer, startNats } from '../../scripts/start/embedded-servers/nats-server.ts';
import { canSubscribe, natsConnectionOptions } from '../../shared/kernel/bus/nats-connection.ts';
import { PRESENCE_KINDS } from '../../shared/kernel/bus/nats-subjects.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';

const PROGRAMS = ['reports', 'billing'];
/** Every kind of packet of the protocol, also those of other transporters. */
const KINDS = [
  ...PRESENCE_KINDS,
  'RES',
  'REQ',
  'EVENT',
  'EVENTB',
  'GOSSIP_REQ',
  'GOSSIP_RES',
  'GOSSIP_HELLO',
];

skipIf(missingServer('NATS')).describe('programs with users of their own', () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNats({ users: natsUsersOfDeployment('css', PROGRAMS) });
  });
  afterAll(() => nats?.stop());

  it('none can hear the responses, with their sign-in tokens, of another (H31)', async () => {
    for (const user of ['tools', ...PROGRAMS]) {
      const url = nats.urlFor(user);
      for (const other of ['tools', ...PROGRAMS]) {
        const isOwn = other === user;
        for (const subject of [`MOL-css.RES.*.${other}.>`, `MOL-css.RES.*.${other}.x-1`, `_INBOX.${other}.>`])
          assert.equal(await canSubscribe(url, subject), isOwn, `${user}: ${subject}`);
      }
      for (const subject of [
        '>',
        '_INBOX.>',
        'MOL-css.>',
        'MOL-css.RES.>',
        'MOL-css.RES.*.*.>',
        'MOL-css.REQB.>',
        'MOL-css.CALL.>',
      ])
        assert.equal(await canSubscribe(url, subject), false, `${user}: ${subject}`);
    }
  });

  it('none announces itself, answers or sends events, and none hears how nodes find each other (H31)', async () => {
    const url = nats.urlFor('reports');
    for (const kind of PRESENCE_KINDS)
      for (const subject of [`MOL-css.${kind}.*`, `MOL-css.${kind}.*.reports.>`, `MOL-css.${kind}.>`])
        assert.equal(await canSubscribe(url, subject), false, subject);
    const client = await connect(natsConnectionOptions(url));
    const refused = new Set<string>();
    void (async () => {
      for await (const { permissionContext } of client.status())
        if (permissionContext) refused.add(permissionContext.subject);
    })();
    const sent = KINDS.flatMap((kind) =>
      ['reports', 'tools', 'gateway'].flatMap((user) => [
        `MOL-css.${kind}.${user}`,
        `MOL-css.${kind}.${user}.gateway.x-1`,
        `MOL-css.${kind}.${user}.identity.identity.principalChanged`,
      ]),
    );
    const sentAsOthers = [
      'MOL-css.REQB.tools.standards.get',
      'MOL-css.REQB.billing.standards.get',
      'MOL-css.CALL.reports.standards.get',
    ];
    for (const subject of [...sent, ...sentAsOthers]) client.publish(subject, '\0{}');
    client.publish('MOL-css.REQB.reports.standards.get', '\0{}');
    await client.flush();
    // The last refusals are still on their way to the iterator.
    await delay(50);
    await client.close();
    assert.deepEqual([...refused].sort(), [...sent, ...sentAsOthers].sort());
  });
});
