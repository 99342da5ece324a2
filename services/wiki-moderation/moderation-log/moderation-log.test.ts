/** Tests of reading the public moderation log: order, filters, pages, and entries under legal compulsion. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { moderationLogEntry } from '../../../shared/contracts/wiki-moderation/moderation-log.ts';
import type {
  ModerationAction,
  ModerationReason,
} from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { anonymous, moderator } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';
import type { ModerationScope } from './model.ts';
import { ModerationLog } from './repository.ts';

const NOTE = 'note-canary-5512';

describe('the public moderation log', () => {
  const node = useWikiWorld();
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  const archive = (id: string, reason_code: ModerationReason) =>
    node.call(moderator, 'wiki.moderation.archive', { id, reason_code, reason_note: NOTE });
  const restore = (id: string, reason_code: ModerationReason) =>
    node.call(moderator, 'wiki.moderation.restore', { id, reason_code, reason_note: NOTE });
  const list = (params: object = {}) =>
    node.call(anonymous, 'wiki.moderationLog.list', { limit: 200, ...params });
  const ofPage = (id: string, params: object = {}) =>
    node.call(anonymous, 'wiki.moderationLog.forStandard', { id, ...params });
  const get = (id: number | undefined) => node.call(anonymous, 'wiki.moderationLog.get', { id: id ?? 0 });
  const setTime = (time: string): void => {
    node.node.now = () => new Date(time);
  };
  const actionsOf = ({ entries }: { entries: Infer<typeof moderationLogEntry>[] }) =>
    entries.map(({ action }) => action);

  /** An entry of a kind that another part of the service writes. */
  async function append(
    page_id: string,
    entry: { action: ModerationAction; reason: ModerationReason | null; scope: ModerationScope },
  ): Promise<number> {
    const connection = await node.node.openDatabase('wiki-moderation');
    const log = new ModerationLog(connection, new IdCounters(connection));
    const _id = await log.nextId();
    const rest = {
      matter: `edition:${randomUUID()}`,
      moderator: { userId: 3, displayName: 'M' },
      note: NOTE,
    };
    await inTransaction(connection, (session) =>
      log.append(session, { _id, at: node.node.now(), page_id, ...rest, ...entry }),
    );
    return _id;
  }

  it('newest first with action, date, reason and link; who moderated and their note are nowhere (document 2, R-099)', async () => {
    const { id, slug } = await node.newPage(librarySlug, 'Logged');
    setTime('2031-05-01T10:00:00.000Z');
    const first = (await archive(id, 'other')).moderationLogEntry;
    assert.deepEqual(first, {
      id: first.id,
      action: 'archive',
      date: '2031-05-01T10:00:00.000Z',
      reason: 'other',
      link: null,
      scope: { kind: 'standard' },
    });
    assert.deepEqual((await list({ limit: 1 })).entries, [first], 'without a link while it is archived');
    setTime('2031-05-02T10:00:00.000Z');
    const second = (await restore(id, 'counter_notice')).moderationLogEntry;
    const link = `/api/wiki/standards/${librarySlug}/${slug}`;
    assert.deepEqual((await list({ limit: 2 })).entries, [second, { ...first, link }]);
    assert.deepEqual((await ofPage(id)).entries, [second, { ...first, link }]);
    assert.deepEqual(await get(second.id), { ...second, link, related: [{ ...first, link }] });
    assert.deepEqual((await get(first.id)).related, [second]);
    const all = JSON.stringify([await list(), await ofPage(id), await get(first.id)]);
    assert.ok(!all.includes(NOTE) && !all.includes(moderator.user.name), all);
  });

  it('filters by action and reason, copyvio too; other words are 400; limit 1 to 200 (R-246, R-247, R-176, R-232)', async () => {
    const { id } = await node.newPage(librarySlug, 'Filtered');
    await archive(id, 'copyvio');
    await restore(id, 'out_of_scope');
    assert.deepEqual(actionsOf(await ofPage(id, { action: 'archive' })), ['archive']);
    assert.deepEqual(actionsOf(await ofPage(id, { reason: 'out_of_scope' })), ['restore']);
    assert.equal((await ofPage(id, { action: 'archive', reason: 'out_of_scope' })).total, 0);
    assert.equal((await list({ reason: 'copyvio' })).total, 1);
    const wrong = [{ action: 'edit' }, { reason: 'boredom' }, { limit: 0 }, { limit: 201 }, { offset: -1 }];
    for (const params of wrong) {
      assert.equal((await expectRejection(list(params))).status, 400, JSON.stringify(params));
      assert.equal((await expectRejection(ofPage(id, params))).status, 400, JSON.stringify(params));
    }
    assert.equal((await ofPage(id)).limit, 50);
    for (const limit of [1, 200]) assert.equal((await list({ limit })).limit, limit);
  });

  it('legal compulsion is only action and reason, counted in total, neither single nor per page (R-249, W16, R-202)', async () => {
    const { id } = await node.newPage(librarySlug, 'Compelled');
    const before = (await list()).total;
    const last = (await archive((await node.newPage(librarySlug, 'Before it')).id, 'spam'))
      .moderationLogEntry;
    setTime('2031-06-01T10:00:00.000Z');
    const shown = (await archive(id, 'legal_compulsion')).moderationLogEntry;
    assert.deepEqual(shown, { action: 'archive', reason: 'legal_compulsion' });
    setTime('2031-06-02T10:00:00.000Z');
    const restored = (await restore(id, 'counter_notice')).moderationLogEntry;
    const { entries, total } = await list();
    assert.equal(total, before + 3);
    assert.equal(restored.id, (last.id ?? 0) + 1, 'no gap tells when it was');
    // Last, though it is newer than most: its place tells no date.
    assert.deepEqual([entries[0], entries.at(-1)], [restored, shown]);
    assert.deepEqual((await list({ reason: 'legal_compulsion' })).entries, [shown]);
    assert.deepEqual((await ofPage(id)).entries, [restored]);
    assert.equal((await ofPage(id)).total, 1);
    assert.equal((await ofPage(id, { reason: 'legal_compulsion' })).total, 0);
    assert.deepEqual((await get(restored.id)).related, []);
    const stored = await (await node.collection('moderation_log')).findOne({ reason: 'legal_compulsion' });
    assert.ok(Number(stored?._id) < 0, 'no id of the public');
    const compelled = await append(id, {
      action: 'adoption_revoke',
      reason: 'legal_compulsion',
      scope: { kind: 'edition' },
    });
    assert.equal((await expectRejection(get(compelled))).status, 404, 'also one that has got a public id');
    await expectRejection(get(987_654), 404);
  });

  it('pages of the list join without gaps and repetitions, across the end of the dated entries (W16)', async () => {
    const { id } = await node.newPage(librarySlug, 'Paged');
    for (const reason of ['spam', 'legal_compulsion', 'legal_compulsion'] as const) {
      await archive(id, reason);
      await restore(id, reason);
    }
    const whole = await list();
    const joined = [];
    for (let offset = 0; offset < whole.total; offset += 2) {
      const part = await list({ limit: 2, offset });
      assert.equal(part.total, whole.total);
      joined.push(...part.entries);
    }
    assert.deepEqual(joined, whole.entries);
    assert.equal(whole.entries.length, whole.total);
    assert.deepEqual((await list({ offset: whole.total })).entries, []);
  });

  it('clause addresses are withheld while the standard is not published; errata have no reason (document 2)', async () => {
    const { id } = await node.newPage(librarySlug, 'Clauses');
    const scope = { kind: 'clauses' as const, addresses: ['1.1', '2.1'] };
    const held = await append(id, { action: 'adoption_element_revoke', reason: 'copyright_notice', scope });
    const erratum = await append(id, { action: 'errata_issued', reason: null, scope: { kind: 'edition' } });
    assert.deepEqual((await get(held)).scope, scope);
    assert.equal((await get(erratum)).reason, null);
    await archive(id, 'spam');
    for (const entry of [await get(held), (await list()).entries.find((row) => row.id === held)])
      assert.deepEqual([entry?.scope, entry?.link], [{ kind: 'clauses' }, null]);
    await restore(id, 'counter_notice');
    assert.deepEqual((await ofPage(id, { action: 'adoption_element_revoke' })).entries[0]?.scope, scope);
  });

  it('the log of a standard is 404 for an archived one, for its moderators too (document 2)', async () => {
    const { id } = await node.newPage(librarySlug, 'Not public');
    await archive(id, 'spam');
    for (const reader of [anonymous, moderator, contributingAdministrator]) {
      const read = node.call(reader, 'wiki.moderationLog.forStandard', { id });
      await expectRejection(read, 404);
    }
    const unknown = ofPage(randomUUID());
    await expectRejection(unknown, 404);
  });
});
