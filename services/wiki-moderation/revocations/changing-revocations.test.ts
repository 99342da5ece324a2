/** Tests of changing the level or narrowing the scope of an open revocation. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from '@jest/globals';
import { anonymous } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

interface Change {
  level?: 1 | 2;
  element_addresses?: string[];
}

describe('changing an open revocation', () => {
  const node = useModerationWorld();
  afterEach(() => node.setDaysAhead(0));

  const change = (id: string, adoptedRevId: string, values: Change) =>
    node.call(pageModerator, 'wiki.adopted.revocation.update', {
      id,
      adoptedRevId,
      ...values,
      reason_code: 'counter_notice',
    });
  const revoke = (id: string, adoptedRevId: string) =>
    node.call(pageModerator, 'wiki.adopted.revoke', { id, adoptedRevId, reason_code: 'suspected_copy' });
  const holdClause = (
    id: string,
    adoptedRevId: string,
    address: string,
    reason_code: 'out_of_scope' | 'copyright_notice' | 'legal_compulsion',
  ) =>
    node.call(pageModerator, 'wiki.adopted.elements.revoke', {
      id,
      adoptedRevId,
      element_addresses: [address],
      reason_code,
    });
  const actionsOf = (entries: readonly { action: string }[]) => entries.map(({ action }) => action);

  it('level 1 or 2 either way; level 1 gives 90 days from the decision, however old the notice (W15)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await revoke(id, edition.id);
    node.setDaysAhead(100);
    const lowered = await change(id, edition.id, { level: 1 });
    assert.deepEqual(actionsOf(lowered.moderationLogEntries), ['adoption_level_change']);
    assert.deepEqual(lowered.moderationLogEntries[0]?.reason, 'counter_notice');
    assert.deepEqual(
      [lowered.adoptedRevision.effect?.level, lowered.adoptedRevision.effect?.reason_code],
      [1, 'suspected_copy'],
    );
    node.setDaysAhead(189);
    await expectRejection(change(id, edition.id, { level: 1 }), 'NOTHING_TO_CHANGE');
    assert.equal((await change(id, edition.id, { level: 2 })).adoptedRevision.effect?.level, 2);
    await expectRejection(change(id, edition.id, {}), 'NOTHING_TO_CHANGE');
  });

  it('holds of several reasons are not changed together: a decision on one matter would release the others (W7)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await holdClause(id, edition.id, '1.1', 'copyright_notice');
    await holdClause(id, edition.id, '2.1', 'legal_compulsion');
    for (const values of [{ level: 1 as const }, { element_addresses: ['1.1'] }])
      await expectRejection(change(id, edition.id, values), 'HOLDS_DIFFER');
    const { held_clauses } = await node.call(anonymous, 'wiki.adopted.get', {
      id,
      revNum: edition.revision_number,
    });
    assert.deepEqual(
      held_clauses.map(({ address, level }) => [address, level]),
      [
        ['1.1', 2],
        ['2.1', 2],
      ],
    );
  });

  it('a revoked edition is narrowed to clauses: it is current again, they keep notice and level (W7)', async () => {
    const { id, edition } = await node.newModeratedPage();
    const { moderationLogEntry } = await revoke(id, edition.id);
    const narrowed = await change(id, edition.id, { level: 1, element_addresses: ['2.1', '1.1', '2.1'] });
    assert.deepEqual(actionsOf(narrowed.moderationLogEntries), [
      'adoption_level_change',
      'adoption_scope_narrow',
    ]);
    const { status, current, effect } = narrowed.adoptedRevision;
    assert.deepEqual(
      [status, current, effect?.scope, effect?.level, effect?.revoked_at],
      ['published', true, { kind: 'clauses', addresses: ['1.1', '2.1'] }, 1, moderationLogEntry.date],
    );
    const matters = await node.collection('moderation_matters');
    assert.equal(await matters.countDocuments({ page_id: id, state: 'open' }), 2);
    assert.equal(await matters.countDocuments({ page_id: id, state: 'resolved', address: null }), 1);
  });

  it('nothing public tells when or where an open hold under legal compulsion is, changed or not (R-249, W16)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await holdClause(id, edition.id, '2.1', 'legal_compulsion');
    const { moderationLogEntries } = await change(id, edition.id, { level: 1 });
    assert.deepEqual(moderationLogEntries, [{ action: 'adoption_level_change', reason: 'legal_compulsion' }]);
    const { held_clauses } = await node.call(anonymous, 'wiki.adopted.get', {
      id,
      revNum: edition.revision_number,
    });
    assert.deepEqual(held_clauses, [{ address: '2.1', level: 1 }]);
    // Nor what is lifted while the rest stays.
    await holdClause(id, edition.id, '1.1', 'legal_compulsion');
    const restore = (address: string) =>
      node.call(pageModerator, 'wiki.adopted.elements.restore', {
        id,
        adoptedRevId: edition.id,
        element_addresses: [address],
        reason_code: 'counter_notice',
      });
    const undated = { action: 'adoption_element_restore', reason: 'legal_compulsion' };
    assert.deepEqual((await restore('1.1')).moderationLogEntry, undated);
    assert.equal((await restore('2.1')).moderationLogEntry.reason, 'counter_notice');
  });

  it('the scope only shrinks; unknown and free addresses are 400 (W15)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await revoke(id, edition.id);
    await expectRejection(change(id, edition.id, { element_addresses: ['9.9'] }), 400);
    await change(id, edition.id, { element_addresses: ['1.1', '2.1'] });
    const { status, extras } = await expectRejection(
      change(id, edition.id, { element_addresses: ['1.1', '2'] }),
    );
    assert.deepEqual([status, extras.errors?.map(({ path }) => path)], [400, ['element_addresses[1]']]);
    const same = change(id, edition.id, { element_addresses: ['2.1', '1.1'] });
    await expectRejection(same, 'NOTHING_TO_CHANGE');
    const { adoptedRevision } = await change(id, edition.id, { element_addresses: ['2.1'] });
    assert.deepEqual(adoptedRevision.effect?.scope.addresses, ['2.1']);
    const matters = await node.collection('moderation_matters');
    assert.equal(await matters.countDocuments({ page_id: id, state: 'open', address: '2.1' }), 1);
    assert.equal(await matters.countDocuments({ page_id: id, state: 'open' }), 1);
  });

  it('without an open hold 404, before a revocation and after its end (W15)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await expectRejection(change(id, edition.id, { level: 2 }), 404);
    await revoke(id, edition.id);
    await node.call(pageModerator, 'wiki.adopted.restore', {
      id,
      adoptedRevId: edition.id,
      reason_code: 'counter_notice',
    });
    await expectRejection(change(id, edition.id, { level: 1 }), 404);
  });
});
