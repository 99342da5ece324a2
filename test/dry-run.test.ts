/**
 * Every write of standards, categories, projects, comments and datasheets with `dryRun`: the same status and
 * the same shape of response as the write that follows, and no collection changes.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { supportsDryRun } from '../shared/contracts/endpoint.ts';
import { WRITE_CASES } from './audit/write-cases.ts';
import { Mailbox } from './mailbox.ts';
import { resolvePrincipal } from './sign-up.ts';
import { type ChannelCaller, callOnChannel } from './world/channels.ts';
import { OPEN_ENDPOINTS } from './world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from './world/database-contents.ts';
import { useWorld } from './world/test-world.ts';

/** Ids that a dry run took are not given again. */
const isChange = (collection: string): boolean => !collection.endsWith('.counters');

/** What two responses to the same write have in common: ids, versions, hashes and times differ. */
const shapeOf = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_key, value: unknown) => {
    if (typeof value === 'number') return 0;
    return typeof value === 'string' && /^[\w:.-]{20,}$/.test(value) ? '…' : value;
  });

describe('dryRun', () => {
  const world = useWorld();
  const mailbox = new Mailbox(() => world.node.node.config.dataDir);
  let n = 0;

  for (const { id, spec } of OPEN_ENDPOINTS.filter((endpoint) => supportsDryRun(endpoint.spec))) {
    it(`${id} answers as the write would, and stores nothing`, async () => {
      const recipe = WRITE_CASES[id];
      assert.ok(recipe, `${id} writes: tell test/audit/*-writes.ts how`);
      const { anyone, ada, wiki, node } = world;
      n += 1;
      const write = await recipe.make({ node, anyone, ada, wiki, n, mailbox });
      const { session, key, secret, cookie } = write.who ?? ada;
      const isSession = spec.auth === 'session_only';
      const caller: ChannelCaller = {
        node,
        principal: await resolvePrincipal(
          node,
          isSession ? 'session' : 'key',
          isSession ? cookie.slice(cookie.indexOf('=') + 1) : secret,
        ),
        client: isSession ? session : key,
      };
      const args = { ...write.ids, ...write.body };
      const before = await readDatabaseContents(node);
      const tried = await callOnChannel(caller, 'http', id, { ...args, dryRun: true });
      assert.ok(tried.status < 400, JSON.stringify(tried));
      assert.deepEqual((await changedCollections(before, node)).filter(isChange), []);
      const done = await callOnChannel(caller, 'http', id, args);
      assert.equal(tried.status, done.status, JSON.stringify(done));
      assert.deepEqual(shapeOf(tried.body), shapeOf(done.body));
    });
  }

  it('is refused where a write has none, in every spelling and place, and nothing is written', async () => {
    const { ada, node } = world;
    const before = await readDatabaseContents(node);
    for (const path of ['?dryRun=true', '?dry_run=1', '?dryRun=false']) {
      const { status, body } = await ada.key.request('POST', `/api/wiki/standards${path}`, {});
      assert.equal(status, 400);
      assert.match(JSON.stringify(body.errors), /has no dry run/);
    }
    const { status } = await ada.session.request('POST', '/api/companies', { name: 'Twice', dryRun: true });
    assert.equal(status, 400);
    assert.deepEqual(await changedCollections(before, node), []);
  });
});
