/**
 * Tests that every writing endpoint, and every read that is audited, leaves one audit entry on each channel that has
 * it: by whom, how, and on what.
 */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import type { AuditRecord } from '../../services/audit/model.ts';
import { verifyTrail } from '../../services/audit/verification.ts';
import { findToolRoute } from '../../services/gateway/mcp/tool-routes.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { isSameJson } from '../../shared/revisioning/outline/canonical-json.ts';
import { eventually } from '../eventually.ts';
import { Mailbox } from '../mailbox.ts';
import { anonymous } from '../people.ts';
import { resolvePrincipal } from '../test-accounts.ts';
import { callOnChannel } from '../world/channels.ts';
import { OPEN_ENDPOINTS, type OpenEndpoint } from '../world/contract-requests.ts';
import { isLongRun } from '../world/share-of.ts';
import { useWorld } from '../world/test-world.ts';
import type { AuditedWrite } from './write-case.ts';
import { WRITE_CASES } from './write-cases.ts';

const CHANNELS = ['session', 'key', 'mcp', 'bus'] as const;
type Way = (typeof CHANNELS)[number];

const endpointIds: ReadonlySet<string> = new Set(OPEN_ENDPOINTS.map(({ id }) => id));
const writing = OPEN_ENDPOINTS.filter(({ spec }) => spec.mutates || spec.audited);
/** Tested where addresses have to be proved: services/identity/actions/verification.test.ts. */
const ELSEWHERE: ReadonlySet<string> = new Set(['account.verifyEmail']);

/** Accounts come and go at the gateway, with a cookie. */
const AT_THE_GATEWAY: ReadonlySet<string> = new Set(['account.register', 'account.login', 'account.logout']);

function waysOf({ id, spec }: OpenEndpoint): Way[] {
  if (spec.auth === 'none') return AT_THE_GATEWAY.has(id) ? ['session'] : ['session', 'bus'];
  const ways: Way[] = ['session'];
  if (spec.auth === 'key_or_session') ways.push('key');
  if (findToolRoute(id.replaceAll('.', '_'))) ways.push('mcp');
  if (!spec.bodyEncoding && !spec.responseType && !AT_THE_GATEWAY.has(id)) ways.push('bus');
  return ways;
}

/**
 * The ways that a run sends it by: each behind HTTP in turn, so that each endpoint is sent over HTTP and by one more channel.
 * `npm run dev -- test:long` sends it by all.
 */
function chosenWaysOf(route: OpenEndpoint, at: number): Way[] {
  const ways = waysOf(route);
  if (isLongRun) return ways;
  const overHttp = ways.filter((way) => way === 'session' || way === 'key');
  const others = ways.filter((way) => way === 'mcp' || way === 'bus');
  return [overHttp, others].flatMap((group) => group.slice(at % (group.length || 1)).slice(0, 1));
}

interface Done {
  route: OpenEndpoint;
  way: Way;
  requestId: string;
  write: AuditedWrite;
}

describe('the audit trail of every write', () => {
  const site = useWorld();
  const mailbox = new Mailbox(() => site.node.node.config.dataDir);
  let n = 0;
  const done: Done[] = [];

  /** Sends it as its writer would on that channel. */
  async function send({ route, way, requestId, write }: Done): Promise<void> {
    const { session, key, cookie, secret } = write.who ?? site.ada;
    const isPublic = route.spec.auth === 'none';
    const byKey = way !== 'session' && route.spec.auth === 'key_or_session';
    const client = isPublic ? site.anyone : byKey ? key : session;
    const channel = way === 'mcp' || way === 'bus' ? way : 'http';
    // Over HTTP the gateway finds out who it is.
    const principal =
      isPublic || channel !== 'bus'
        ? anonymous
        : await resolvePrincipal(
            site.node,
            byKey ? 'key' : 'session',
            byKey ? secret : cookie.slice(cookie.indexOf('=') + 1),
          );
    const sent = { ...write.ids, ...(write.form ? {} : write.body) };
    const result = await callOnChannel({ node: site.node, principal, client }, channel, route.id, sent, {
      requestId,
      form: write.form,
    });
    assert.ok(result.status < 400, `${route.id} through ${way}: ${JSON.stringify(result)}`);
  }

  for (const [at, route] of writing.entries()) {
    if (ELSEWHERE.has(route.id)) continue;
    const ways = chosenWaysOf(route, at);
    it(`${route.id} writes through ${ways.join(', ')}`, async () => {
      const recipe = WRITE_CASES[route.id];
      assert.ok(recipe, `${route.id} writes: tell test/audit/*-writes.ts how`);
      for (const way of ways) {
        n += 1;
        const { node, anyone, ada, wiki } = site;
        const one: Done = {
          route,
          way,
          requestId: randomUUID(),
          write: await recipe.make({ node, anyone, ada, wiki, n, mailbox }),
        };
        await send(one);
        done.push(one);
      }
    });
  }

  /** Waits until every outbox is empty. */
  async function relayed(): Promise<void> {
    for (const name of SERVICE_NAMES) {
      if (name === 'gateway' || name === 'audit') continue;
      const outbox = (await site.node.node.openDatabase(name)).collection('outbox');
      await eventually(async () =>
        assert.equal(await outbox.countDocuments(), 0, `the outbox of ${name} is not emptied`),
      );
    }
  }

  it('each left exactly one entry: account, action, channel, key, object, revision, before and after', async () => {
    await relayed();
    const { db } = await site.node.node.openDatabase('audit');
    assert.ok(db);
    const entries = await db.collection<AuditRecord>('entries').find().toArray();
    const byRequest = Map.groupBy(entries, ({ request_id }) => request_id);
    const wrong: string[] = [];
    for (const one of done) wrong.push(...complaintsAbout(one, byRequest.get(one.requestId) ?? []));
    assert.deepEqual(wrong, []);
    const { entries: count } = await verifyTrail(db);
    assert.equal(count, entries.length);
    console.info(
      `${done.length} writes of ${writing.length} endpoints, ${count} entries in one unbroken chain`,
    );
  });

  function complaintsAbout({ route, way, write }: Done, entries: AuditRecord[]): string[] {
    const what = `${route.id} through ${way}`;
    // A service that works for the request has entries of internal actions with its id.
    const [entry, ...more] = entries.filter(({ action }) => endpointIds.has(action));
    if (!entry || more.length > 0) return [`${what} left ${more.length + (entry ? 1 : 0)} entries`];
    const { action, channel, key_id, user_id, resource, details } = entry;
    const who = write.who ?? site.ada;
    const isByKey = way === 'key' || way === 'mcp' || (way === 'bus' && route.spec.auth === 'key_or_session');
    const isPublic = route.spec.auth === 'none';
    const expected = {
      action: route.id,
      channel: way === 'mcp' || way === 'bus' ? way : 'http',
      key_id: isByKey && !isPublic ? who.keyId : null,
      user_id: isPublic ? (write.by === undefined ? user_id : write.by) : who.userId,
    };
    const wrong: string[] = [];
    if (JSON.stringify({ action, channel, key_id, user_id }) !== JSON.stringify(expected))
      wrong.push(
        `${what}: ${JSON.stringify({ action, channel, key_id, user_id })} is not ${JSON.stringify(expected)}`,
      );
    if (resource.id === null && write.by !== null) wrong.push(`${what}: on nothing`);
    const { revision, version, before, after } = details as Record<string, unknown>;
    const concerns = WRITE_CASES[route.id]?.concerns ?? {};
    const names = typeof version === 'string' || Object(revision).id !== undefined;
    if (concerns.revision && !names) wrong.push(`${what}: on which revision? ${JSON.stringify(details)}`);
    const asTold = concerns.beforeAndAfter
      ? [before, after].every((held, at) => holdsAll(held, concerns.beforeAndAfter?.[at]))
      : before === undefined;
    if (!asTold || (concerns.beforeAndAfter && isSameJson(before, after))) {
      wrong.push(`${what}: before and after? ${JSON.stringify(details)}`);
    }
    return wrong;
  }
});

/** Whether it has these members at least; null has none. */
const holdsAll = (held: unknown, members: object | null | undefined): boolean =>
  members ? isSameJson({ ...Object(held), ...members }, held) : held === members;
