/**
 * Tests that a program with the password of the NATS user `tools` and an API key can do no more on the bus than the
 * key may do over HTTP.
 */
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, it } from '@jest/globals';
import { BusConnection } from '../../shared/bus-client/bus-connection.ts';
import { BusClient, BusError } from '../../shared/bus-client/index.ts';
import { isForTools } from '../../shared/contracts/endpoint-callers.ts';
import { actionsByService } from '../../shared/contracts/index.ts';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';
import { publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import { livenessAction, SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { canSubscribe } from '../../shared/kernel/bus/nats-connection.ts';
import { programRequestSubject, requestSubject } from '../../shared/kernel/bus/nats-permissions.ts';
import { subjectPrefix, subscribeSubject } from '../../shared/kernel/bus/nats-subjects.ts';
import { toErrorInfo } from '../../shared/kernel/errors/problem-document.ts';
import { createKey } from '../../tools/world/accounts.ts';
import { afterTest } from '../after-test.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';
import { sendBusPacket } from '../world/bus-packet.ts';
import { type BusWorld, startBusWorld } from '../world/bus-world.ts';

skipIf(missingServer('NATS')).describe('a program with the password of tools and a key', () => {
  const started = useStarted(startBusWorld);
  let world: BusWorld;
  let connection: BusConnection;
  beforeAll(async () => {
    world = started();
    const url = world.nats.urlFor('tools');
    connection = await BusConnection.open({ url, namespace: world.namespace, program: 'intruder' });
  });
  afterAll(() => connection?.close());

  const ask = (action: string, params: object, meta: Record<string, unknown> = {}): Promise<unknown> =>
    connection.request<unknown>({ action, params, meta, requestId: randomUUID(), timeoutMs: 30_000 });
  /** A client that is closed with the test: a user has few connections. */
  const connect = async (key: string): Promise<BusClient> => {
    const client = await world.connect(key);
    afterTest(() => client.close());
    return client;
  };
  const codeOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      (result) => `answered ${JSON.stringify(result)}`,
      (error: unknown) => (error instanceof BusError ? error.code : toErrorInfo(error).code),
    );
  const signIn = async (key: string): Promise<string> =>
    String(Object(await ask('identity.signInWithKey', { key })).token);
  const newKey = () => createKey(world.ada.session, PERMISSIONS);

  it('a permission or a session that a program lacks is an audit entry of the account, with endpoint and node (Y5)', async () => {
    const { client: _, secret, id } = await createKey(world.mallory.session, ['standard:read']);
    const program = await connect(secret);
    assert.equal(await codeOf(program.call('projects.list', {})), 'PERMISSION_DENIED');
    assert.equal(await codeOf(program.call('account.keys.list', {})), 'SESSION_REQUIRED');
    await eventually(async () => {
      const { entries } = await world.administrator.call('admin.audit.list', {
        action: 'account.permission_refused',
        user_id: world.mallory.userId,
      });
      assert.deepEqual(
        entries
          .filter(({ key_id }) => key_id === id)
          .map(({ channel, details }) => [channel, details.endpoint, details.code, details.permission])
          .toSorted(),
        [
          ['bus', 'account.keys.list', 'SESSION_REQUIRED', undefined],
          ['bus', 'projects.list', 'PERMISSION_DENIED', 'project:read'],
        ],
      );
      for (const { details } of entries) assert.match(String(details.network), /\S/);
    });
  });

  it('without the password of NATS, without a key, or with one that is no key, nothing is answered (H31)', async () => {
    const { port } = new URL(world.nats.url);
    for (const user of ['', 'tools@', 'tools:tools@']) {
      const url = `nats://${user}127.0.0.1:${port}`;
      const key = world.ada.secret;
      assert.equal(
        await codeOf(BusClient.connect({ url, key, namespace: world.namespace })),
        'UNAUTHENTICATED',
      );
    }
    for (const key of ['', 'css_test_x', `${world.ada.secret.slice(0, -1)}_`, 'x'.repeat(200)]) {
      const client = await connect(key);
      assert.equal(
        await codeOf(client.call('standards.get', { id: world.ada.standardId })),
        'UNAUTHENTICATED',
      );
    }
    for (const meta of [{}, { principal: null }, { user: { id: 1 } }, { key: world.ada.secret }])
      assert.equal(await codeOf(ask('standards.get', { id: world.ada.standardId }, meta)), 'UNAUTHENTICATED');
  });

  it('a key that was revoked a second ago is refused, also with the token of its sign-in (H16)', async () => {
    const { id, secret } = await newKey();
    const client = await connect(secret);
    await client.call('standards.get', { id: world.ada.standardId });
    const principal = await signIn(secret);
    await ask('standards.get', { id: world.ada.standardId }, { principal });
    await world.ada.session.call('account.keys.revoke', { id });
    await delay(1_000);
    const about = { id: world.ada.standardId };
    assert.equal(await codeOf(ask('standards.get', about, { principal })), 'UNAUTHENTICATED');
    assert.equal(await codeOf(client.call('standards.get', about)), 'UNAUTHENTICATED');
    assert.equal(await codeOf(ask('identity.signInWithKey', { key: secret })), 'UNAUTHENTICATED');
  });

  it('an expired key and the key of a suspended owner are refused; another key works on (A16, A17)', async () => {
    const refused = (call: () => Promise<unknown>) =>
      eventually(async () => (await codeOf(call())) === 'UNAUTHENTICATED');
    const expiring = await newKey();
    const expires_at = new Date(Date.now() + 5_000).toISOString();
    await world.ada.session.call('account.keys.update', { id: expiring.id, expires_at });
    const client = await connect(expiring.secret);
    const mallory = await connect(world.mallory.secret);
    await mallory.call('projects.list');
    await world.administrator.call('admin.users.update', { id: world.mallory.userId, suspended: true });
    await refused(() => mallory.call('projects.list'));
    await refused(() => client.call('projects.list'));
    await (await connect(world.ada.secret)).call('projects.list');
    await world.administrator.call('admin.users.update', { id: world.mallory.userId, suspended: false });
    await eventually(async () => (await codeOf(mallory.call('projects.list'))).startsWith('answered'));
  });

  it('a token that is altered, or signed without the secret, is no caller (H31)', async () => {
    const token = await signIn(world.ada.secret);
    const [payload = '', mac = ''] = token.split('.');
    const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { keyHash: _, ...withoutKey } = claims;
    const administrator = { ...Object(claims.principal), siteRoles: ['SiteAdmin'], granted: null };
    const forgeries = [
      { ...claims, principal: administrator },
      { ...claims, sender: 'gateway' },
      { ...claims, expiresAt: Number(claims.expiresAt) + 1_000_000 },
      { ...claims, principal: { kind: 'system', service: 'identity', channel: 'bus' } },
      withoutKey,
    ];
    for (const forgery of forgeries) {
      const text = Buffer.from(JSON.stringify(forgery)).toString('base64url');
      const guess = createHmac('sha256', world.ada.secret).update(text).digest('base64url');
      for (const principal of [`${text}.${mac}`, `${text}.${guess}`, `${text}.`, text])
        assert.equal(await codeOf(ask('admin.users.list', {}, { principal })), 'UNAUTHENTICATED');
    }
    assert.match(await codeOf(ask('projects.list', {}, { principal: token })), /^answered/);
  });

  it('an internal action, and an endpoint with files or for people, is refused by the NATS server (H16, H31)', async () => {
    const principal = await signIn(world.ada.secret);
    const forTools = publishedEndpoints().flatMap(({ id, spec }) => (isForTools(spec) ? [id] : []));
    const closed = SERVICE_NAMES.flatMap((name) => [
      ...Object.keys(actionsByService[name]),
      livenessAction(name),
    ]).filter((id) => !forTools.some((open) => open === id) && id !== 'identity.signInWithKey');
    assert.ok(closed.length > 30 && closed.includes('identity.principal') && closed.includes('files.upload'));
    for (const id of closed) assert.equal(await codeOf(ask(id, {}, { principal })), 'PERMISSION_DENIED', id);
    const client = await connect(world.ada.secret);
    for (const id of ['identity.principal', 'files.upload', 'account.passwordReset', 'toString', ''])
      assert.equal(await codeOf(client.callUntyped(id, {})), 'NOT_FOUND', id);
  });

  it('an endpoint that needs a browser session is refused, as over HTTP (H16)', async () => {
    const client = await connect(world.ada.secret);
    const principal = await signIn(world.ada.secret);
    for (const { id, spec } of publishedEndpoints()) {
      if (spec.auth !== 'session_only') continue;
      assert.equal(await codeOf(client.callUntyped(id, {})), 'SESSION_REQUIRED', id);
      if (Object.hasOwn(actionsByService.identity, id))
        assert.equal(await codeOf(ask(id, {}, { principal })), 'SESSION_REQUIRED', id);
    }
    assert.equal(await codeOf(client.callUntyped('account.login', {})), 'SESSION_REQUIRED');
  });

  it('a program receives no request, and no response to another node (H31)', async () => {
    const url = world.nats.urlFor('tools');
    const prefix = subjectPrefix(world.namespace);
    const { nodeID } = world.node.node.broker;
    for (const subject of [
      '>',
      `${prefix}.>`,
      `${prefix}.REQB.>`,
      `${prefix}.CALL.>`,
      requestSubject(world.namespace, 'standards.get'),
      programRequestSubject(world.namespace, 'identity.signInWithKey'),
      subscribeSubject(prefix, 'RES', nodeID),
      subscribeSubject(prefix, 'REQ', nodeID),
      // Broadcast events, such as whose rights have changed.
      subscribeSubject(prefix, 'EVENT', 'tools.test'),
      subscribeSubject(prefix, 'REQ', 'tools.test'),
      '_INBOX.>',
    ])
      assert.equal(await canSubscribe(url, subject), false, subject);
    assert.equal(await canSubscribe(url, subscribeSubject(prefix, 'RES', 'tools.test')), true);
  });

  it('what it writes as meta changes nothing: a write without the parameter dryRun is no dry run', async () => {
    const principal = await signIn(world.ada.secret);
    const meta = { principal, dryRun: true, rateLimitStatus: { limit: 1, remaining: 1, resetSeconds: 1 } };
    const about = { name: `Meta ${randomUUID()}`, subject_type: 'company' };
    const { id } = Object(await ask('categories.create', about, meta));
    const { categories } = await world.ada.key.call('categories.list');
    assert.ok(JSON.stringify(categories).includes(`"id":${id},"name":"${about.name}"`));
    const { rate_limit } = Object(await ask('discovery.whoami', {}, meta));
    assert.notEqual(rate_limit.remaining, 1);
  });

  it('sign-ins with one key are limited, and its calls are not', async () => {
    const { secret } = await newKey();
    const client = await connect(secret);
    await client.call('projects.list');
    const signIns = Array.from({ length: 70 }, () => codeOf(ask('identity.signInWithKey', { key: secret })));
    const outcomes = new Set((await Promise.all(signIns)).map((outcome) => outcome.slice(0, 8)));
    assert.deepEqual([...outcomes].sort(), ['RATE_LIM', 'answered']);
    const refused = await ask('identity.signInWithKey', { key: secret }).catch((error: unknown) => error);
    assert.ok(Number(Object(toErrorInfo(refused).extras.metadata).retryAfter) > 0);
    await client.call('projects.list');
    await signIn(world.ada.secret);
  });

  it('the level that a packet claims gives its conditions no effect in the calls that follow from it (H31)', async () => {
    const { standardId } = world.ada;
    const principal = await signIn(world.ada.secret);
    await world.ada.key.call('standards.deprecate', {
      id: standardId,
      reason: 'Superseded by the next issue',
    });
    // A published project uses it, so it stays, whatever form the response of projects could take.
    for (const level of [0, -1, 1])
      for (const ifNoneMatch of [[], ['*']]) {
        const members = { level, meta: { principal, ifNoneMatch } };
        const code = await codeOf(sendPacket('standards.delete', { id: standardId }, members));
        assert.equal(code, 'IN_PUBLISHED_PROJECT', JSON.stringify({ level, ifNoneMatch }));
      }
    await world.ada.key.call('standards.get', { id: standardId });
    await world.ada.key.call('standards.reactivate', { id: standardId });
  });

  it('a write is in the audit trail, whatever request id its packet claims (H31, H40)', async () => {
    const principal = await signIn(world.ada.secret);
    for (const requestID of [
      7,
      { a: 1 },
      '',
      'x\n[FATAL] forged line',
      'x'.repeat(1_000),
      null,
      world.ada.secret,
    ]) {
      const about = { name: `Audited ${randomUUID()}`, subject_type: 'company' };
      const { id } = Object(await sendPacket('categories.create', about, { requestID, meta: { principal } }));
      await eventually(async () => {
        const { entries } = await world.administrator.call('admin.audit.list', {
          action: 'categories.create',
        });
        const entry = entries.find(({ resource }) => resource.id === id);
        assert.ok(entry);
        assert.match(entry.request_id, /^[\w.:-]{1,128}$/);
        assert.notEqual(entry.request_id, requestID);
      });
    }
  });

  /** Sends a packet with these members in place of the usual ones. @returns the result @throws the error of the action */
  async function sendPacket(action: string, params: object, members: object): Promise<unknown> {
    const address = { url: world.nats.urlFor('tools'), namespace: world.namespace };
    const { packet } = await sendBusPacket(address, action, (usual) =>
      JSON.stringify({ ...usual, params, ...members }),
    );
    if (!packet.success) throw packet.error;
    return packet.data;
  }
});
