/** Tests of several moderation matters on one edition: which of them a request changes. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { HELD_TEXT, pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

type Reason = 'spam' | 'out_of_scope' | 'copyright_notice' | 'legal_compulsion';
interface Target {
  id: string;
  adoptedRevId: string;
}

describe('several matters on one edition', () => {
  const node = useModerationWorld();
  const why = { reason_code: 'counter_notice' } as const;

  async function newTarget(): Promise<Target & { revNum: number }> {
    const { id, edition } = await node.newModeratedPage();
    return { id, adoptedRevId: edition.id, revNum: edition.revision_number };
  }
  const on = ({ id, adoptedRevId }: Target) => ({ id, adoptedRevId });
  const hold = (at: Target, element_addresses: string[], reason_code: Reason, matterId?: number) =>
    node.call(pageModerator, 'wiki.adopted.elements.revoke', {
      ...on(at),
      element_addresses,
      reason_code,
      ...(matterId === undefined ? {} : { matterId }),
    });
  const revoke = (at: Target, reason_code: Reason, matterId?: number) =>
    node.call(pageModerator, 'wiki.adopted.revoke', {
      ...on(at),
      reason_code,
      ...(matterId === undefined ? {} : { matterId }),
    });
  const lift = (at: Target, element_addresses: string[], matterId?: number) =>
    node.call(pageModerator, 'wiki.adopted.elements.restore', {
      ...on(at),
      element_addresses,
      ...why,
      ...(matterId === undefined ? {} : { matterId }),
    });
  const change = (
    at: Target,
    values: { level?: 1 | 2; element_addresses?: string[]; matterId?: number },
    as: Principal = pageModerator,
  ) => node.call(as, 'wiki.adopted.revocation.update', { ...on(at), ...values, ...why });
  /** The open holds: matter, clauses (null for the edition), level, reason and date of the notice. */
  async function holds({ id, adoptedRevId }: Target) {
    const { adopted_revisions } = await node.call(pageModerator, 'wiki.adopted.list', { id });
    const row = adopted_revisions.find((each) => each.id === adoptedRevId);
    const whole = row?.status === 'revoked' && row.effect ? [row.effect] : [];
    return [...whole, ...(row?.clause_holds ?? [])].map((effect) => ({
      matter: effect.matter_id,
      addresses: effect.scope.addresses ?? null,
      level: effect.level,
      reason: effect.reason_code,
      since: effect.revoked_at,
    }));
  }
  const listed = (rejection: { extras: { metadata?: Record<string, unknown> } }) =>
    rejection.extras.metadata?.matters;

  it('level and scope need a matterId among several, and change that one alone (Y15)', async () => {
    const at = await newTarget();
    const { matterId: first } = await hold(at, ['1.1', '2.1'], 'out_of_scope');
    const { matterId: second } = await hold(at, ['2'], 'out_of_scope');
    const before = await holds(at);
    for (const values of [{ level: 2 as const }, { element_addresses: ['1.1'] }]) {
      const refused = await expectRejection(change(at, values), 409, 'HOLDS_DIFFER');
      const rest = { level: 1, reason_code: 'out_of_scope' };
      assert.deepEqual(listed(refused), [
        { id: first, scope: { kind: 'clauses', addresses: ['1.1', '2.1'] }, ...rest },
        { id: second, scope: { kind: 'clauses', addresses: ['2'] }, ...rest },
      ]);
    }
    assert.deepEqual(await holds(at), before);
    await change(at, { level: 2, matterId: second });
    await change(at, { element_addresses: ['2.1'], matterId: first });
    assert.deepEqual(
      (await holds(at)).map(({ matter, addresses, level }) => [matter, addresses, level]),
      [
        [first, ['2.1'], 1],
        [second, ['2'], 2],
      ],
    );
    const wider = change(at, { element_addresses: ['2', '2.1'], matterId: first });
    await expectRejection(wider, 400);
  });

  it('a revocation that is narrowed to clauses lifts no hold that they have of another matter (Y15)', async () => {
    const at = await newTarget();
    const { matterId: mild } = await hold(at, ['2.1'], 'out_of_scope');
    const { matterId: strict } = await hold(at, ['1.1'], 'legal_compulsion');
    const singly = await holds(at);
    const { adoptedRevision } = await revoke(at, 'copyright_notice');
    const matterId = adoptedRevision.effect?.matter_id ?? 0;
    await change(at, { matterId, element_addresses: ['1.1', '2.1'] });
    const [whole, ...others] = (await holds(at)).toReversed();
    assert.deepEqual([whole?.matter, whole?.addresses, whole?.level], [matterId, ['1.1', '2.1'], 2]);
    assert.deepEqual(others.toReversed(), singly);
    // The matter goes by the same id; a clause of two matters is free when both have lifted it.
    const refused = await expectRejection(lift(at, ['1.1', '2.1']), 'HOLDS_DIFFER');
    assert.deepEqual(
      [listed(refused)].flat().map((matter) => matter && Object(matter).id),
      [mild, strict, matterId],
    );
    await lift(at, ['1.1', '2.1'], matterId);
    assert.deepEqual(await holds(at), singly);
    const { content, held_clauses } = await node.call(anonymous, 'wiki.adopted.get', {
      id: at.id,
      revNum: at.revNum,
    });
    assert.deepEqual(
      held_clauses.map(({ address, level, reason_code }) => [address, level, reason_code]),
      [
        ['1.1', 2, undefined],
        ['2.1', 1, 'out_of_scope'],
      ],
    );
    assert.ok(content.includes(HELD_TEXT));
    const logged = (await lift(at, ['2.1'])).moderationLogEntry;
    // A matter under legal compulsion is open still.
    assert.deepEqual(logged, { action: 'adoption_element_restore', reason: 'legal_compulsion' });
  });

  it('a revocation that names a matter joins it, or is separate from it for another reason (Y15)', async () => {
    const at = await newTarget();
    const { matterId: spam } = await hold(at, ['2.1'], 'spam');
    const again = await expectRejection(hold(at, ['2.1'], 'copyright_notice'), 409, 'ALREADY_REVOKED');
    assert.deepEqual(listed(again), [
      { id: spam, scope: { kind: 'clauses', addresses: ['2.1'] }, level: 1, reason_code: 'spam' },
    ]);
    const { matterId: beside } = await hold(at, ['2.1'], 'copyright_notice', spam);
    assert.notEqual(beside, spam);
    const joined = await hold(at, ['1.1'], 'spam', spam);
    assert.equal(joined.matterId, spam);
    for (const reason of ['spam', 'copyright_notice'] as const)
      await expectRejection(hold(at, ['2.1'], reason, spam), 'ALREADY_REVOKED');
    assert.equal((await revoke(at, 'spam', spam)).adoptedRevision.effect?.matter_id, spam);
    await expectRejection(revoke(at, 'legal_compulsion', spam), 'ALREADY_REVOKED');
    const wrong = node.call(pageModerator, 'wiki.adopted.restore', { ...on(at), ...why, matterId: beside });
    await expectRejection(wrong, 'NOT_REVOKED');
    await change(at, { matterId: spam, level: 2 });
    const levels = (await holds(at)).map(({ matter, addresses, level }) => [matter, addresses, level]);
    assert.deepEqual(levels, [
      [spam, null, 2],
      [spam, ['2.1'], 2],
      [beside, ['2.1'], 2],
      [spam, ['1.1'], 2],
    ]);
    await node.call(pageModerator, 'wiki.adopted.restore', { ...on(at), ...why, matterId: spam });
    await lift(at, ['1.1', '2.1'], spam);
    assert.deepEqual(
      (await holds(at)).map(({ matter }) => matter),
      [beside],
    );
    await expectRejection(lift(at, ['2.1'], spam), 'NOT_REVOKED');
    await expectRejection(hold(at, ['2'], 'spam', spam), 'NOT_REVOKED');
    await expectRejection(change(at, { matterId: spam, level: 1 }), 404);
  });

  it('any row of the worklist names its matter (Y15)', async () => {
    const at = await newTarget();
    const { matterId } = await hold(at, ['1.1', '2.1'], 'spam');
    await hold(at, ['2'], 'spam');
    const { items } = await node.call(pageModerator, 'wiki.moderation.worklist', { standardId: at.id });
    const row = items.find(({ address }) => address === '2.1');
    assert.ok(row && row.id !== matterId);
    assert.equal(row.matter_id, matterId);
    await change(at, { matterId: row.id, level: 2 });
    assert.deepEqual(
      (await holds(at)).map(({ level }) => level),
      [2, 1],
    );
  });

  it('an unknown matterId and that of another edition or page are 404, whatever else is wrong (Y15)', async () => {
    const at = await newTarget();
    const { matterId } = await hold(at, ['2.1'], 'spam');
    const other = await newTarget();
    const { matterId: foreign } = await hold(other, ['2.1'], 'spam');
    const next = await node.adoptText(at.id, '# 1 Scope\n\n1.1 Other words.\n');
    const before = await holds(at);
    const calls = [
      (of: Target, named: number) => hold(of, ['9.9'], 'spam', named),
      (of: Target, named: number) => revoke(of, 'spam', named),
      (of: Target, named: number) => lift(of, ['9.9'], named),
      (of: Target, named: number) =>
        node.call(pageModerator, 'wiki.adopted.restore', { ...on(of), ...why, matterId: named }),
      (of: Target, named: number) => change(of, { level: 2, matterId: named }),
    ];
    for (const call of calls)
      for (const [of, named] of [
        [at, foreign],
        [at, 9_999_999],
        [{ id: at.id, adoptedRevId: next.id }, matterId],
      ] as const) {
        const { status, code, extras } = await expectRejection(call(of, named));
        assert.deepEqual([status, code, extras.metadata], [404, 'NOT_FOUND', undefined]);
      }
    assert.deepEqual(await holds(at), before);
    // Who may not moderate the page learns nothing of a matter.
    const strangers = [matterId, 9_999_999].map((named) =>
      expectRejection(change(at, { level: 2, matterId: named }, anonymous)),
    );
    const [known, unknown] = await Promise.all(strangers);
    assert.deepEqual(known, unknown);
  });
});
