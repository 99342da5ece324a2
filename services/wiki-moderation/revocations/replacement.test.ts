/** Tests of marking another edition as the replacement of a revoked one. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, it } from '@jest/globals';
import { expectRejection } from '../../../test/service-node.ts';
import { pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

const DAY_MS = 86_400_000;
const afterDays = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * DAY_MS).toISOString();

describe('the replacement of a revoked edition', () => {
  const node = useModerationWorld();
  afterEach(() => node.setDaysAhead(0));

  const revoke = (id: string, adoptedRevId: string) =>
    node.call(pageModerator, 'wiki.adopted.revoke', { id, adoptedRevId, reason_code: 'out_of_scope' });
  const mark = (id: string, adoptedRevId: string, replacement_adopted_revision_id: string) =>
    node.call(pageModerator, 'wiki.adopted.replacement', {
      id,
      adoptedRevId,
      replacement_adopted_revision_id,
    });
  /** A page with three editions, the second of which is revoked. */
  async function newRevokedPage() {
    const { id, edition: first } = await node.newModeratedPage();
    const second = await node.adoptText(id, '# 1 Scope\n\n1.1 Second.\n');
    const third = await node.adoptText(id, '# 1 Scope\n\n1.1 Third.\n');
    await revoke(id, second.id);
    return { id, first, second, third };
  }

  it('an older edition may replace; marking starts 30 days, marking again starts them anew (R-141, W9)', async () => {
    const { id, first, second, third } = await newRevokedPage();
    node.setDaysAhead(10);
    const marked = await mark(id, second.id, first.id);
    const { moderationLogEntry, effect, deadlines, eventType } = marked;
    assert.equal(eventType, 'replacement_marked');
    const { date = '' } = moderationLogEntry;
    assert.deepEqual(
      [effect.replacement_adopted_revision_id, effect.replacement_available_at, deadlines.level2_at],
      [first.id, date, afterDays(date, 30)],
    );
    assert.deepEqual(
      [moderationLogEntry.action, moderationLogEntry.reason],
      ['adoption_replacement_change', 'out_of_scope'],
    );
    node.setDaysAhead(20);
    const again = await mark(id, second.id, third.id);
    assert.deepEqual(
      [again.eventType, again.effect.replacement_adopted_revision_id, again.deadlines.level2_at],
      ['replacement_changed', third.id, afterDays(again.moderationLogEntry.date ?? '', 30)],
    );
  });

  it('itself 400; unknown, foreign or without a hold 404; a revoked one 409 (R-141)', async () => {
    const { id, first, second, third } = await newRevokedPage();
    const other = await node.newModeratedPage();
    const refusal = async (replacement: string, edition = second.id) =>
      (await expectRejection(mark(id, edition, replacement))).code;
    assert.equal(await refusal(second.id), 'VALIDATION_ERROR');
    assert.equal(await refusal(other.edition.id), 'NOT_FOUND');
    assert.equal(await refusal(randomUUID()), 'NOT_FOUND');
    assert.equal(await refusal(third.id, first.id), 'NOT_FOUND');
    await revoke(id, third.id);
    assert.equal(await refusal(third.id), 'REVISION_NOT_ELIGIBLE');
  });

  it('a replacement that is revoked replaces nothing any more, and withheld text stays withheld (R-147)', async () => {
    const { id, first, second, third } = await newRevokedPage();
    await mark(id, second.id, third.id);
    node.setDaysAhead(31);
    await revoke(id, third.id);
    const rows = (await node.call(pageModerator, 'wiki.adopted.list', { id })).adopted_revisions;
    const effect = rows.find((row) => row.id === second.id)?.effect;
    assert.deepEqual([effect?.replacement_adopted_revision_id, effect?.level], [null, 2]);
    assert.equal((await mark(id, second.id, first.id)).effect.level, 2);
  });

  it('text that is withheld stays withheld when another replacement is marked (W5, W7)', async () => {
    const { id, first, second, third } = await newRevokedPage();
    const { deadlines } = await mark(id, second.id, third.id);
    node.setDaysAhead(31);
    const { effect, eventType } = await mark(id, second.id, first.id);
    assert.deepEqual(
      [eventType, effect.replacement_adopted_revision_id, effect.level, effect.level2_at],
      ['replacement_changed', first.id, 2, deadlines.level2_at],
    );
  });
});
