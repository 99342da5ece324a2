/** Tests of merge plans, merges, changelogs and comparisons with clauses under a hold. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { lead } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { CANARY, CANARY_CLAUSES, HoldsWorld } from '../../../test/world/holds.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

describe('merging and comparing under a hold', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new HoldsWorld(node);
  const copies = new CustomizationWorld(node);
  const NOTICE = { level: 1, level2_at: null } as const;

  /** A copy behind its source, in which a clause with the canary is new at 1.2. */
  async function createBehind() {
    const first = await world.adopt();
    const { id } = await copies.customize(first.standardId);
    const words = { ...CANARY_CLAUSES, '1.2': `New ${CANARY}.`, '1.3': 'Sand shall be dry.' };
    const next = await world.adopt(words, { page: first.page, edition_number: 2 });
    return { id, first, next, hold: (more = {}) => world.hold(next, { addresses: ['1.2'], ...more }) };
  }
  const refusal = async (call: Promise<unknown>) => {
    const { status, code } = await expectRejection(call);
    return [status, code];
  };
  const UNDER_NOTICE = [409, 'CLAUSE_UNDER_MODERATION_NOTICE'];

  it('a plan withholds a clause that the copy and its source have moved alike, with identities of their own (W13)', async () => {
    const clauses = ['Water shall be clean.', `Nuts of ${CANARY} shall be dry.`];
    const numbered = (texts: readonly string[]): Record<string, string> =>
      Object.fromEntries([['1', ''], ...texts.map((text, at) => [`1.${at + 1}`, text] as const)]);
    const first = await world.adopt(numbered(clauses));
    const { id } = await copies.customize(first.standardId);
    const { elements } = await node.call(lead, 'standards.edit', { id });
    // Sent without identities, clauses are tied by their addresses: the last one is new.
    const [section, ...sent] = elements.map(({ content, toc_content }) => ({ content, toc_content }));
    const moved = [{ content: 'Our own.', toc_content: '' }, ...sent].map((clause, at) => ({
      address: `1.${at + 1}`,
      ...clause,
    }));
    await node.call(lead, 'standards.workingCopy.save', {
      id,
      elements: [{ address: '1', ...section }, ...moved],
    });
    await node.call(lead, 'standards.publish', { id });
    await world.adopt(numbered(['Theirs.', ...clauses]), { page: first.page, edition_number: 2 });
    assert.match(JSON.stringify(await copies.plan(id)), new RegExp(CANARY));
    await world.state(first, world.hold(first, { addresses: ['1.2'] }));
    assert.doesNotMatch(JSON.stringify(await copies.plan(id)), new RegExp(CANARY));
  });

  it('an incoming clause under a notice is 409 at either level, and the copy merges once it is lifted (S19)', async () => {
    const { id, first, hold } = await createBehind();
    for (const more of [NOTICE, {}]) {
      await world.state(first, hold(more));
      assert.deepEqual(await refusal(copies.merge(id, 'theirs')), UNDER_NOTICE);
    }
    await world.state(first);
    const { elements } = await copies.merge(id, 'theirs');
    assert.equal(elements[2]?.content, `New ${CANARY}.`);
  });

  it('a conflict with a clause under a notice is 409 whatever the choice (W14)', async () => {
    const { id, first, hold } = await createBehind();
    await copies.reword(id, { '1.2': 'Mine.' }, lead);
    await world.state(first, hold(NOTICE));
    for (const choice of ['theirs', 'mine', 'combine'] as const)
      assert.deepEqual(await refusal(copies.merge(id, choice)), UNDER_NOTICE);
  });

  it('withheld sides of a plan are shown without words and hash, with the notice; a hold makes a plan stale (S18)', async () => {
    const { id, first, hold } = await createBehind();
    await copies.reword(id, { '1.2': 'Mine.' }, lead);
    const before = await copies.plan(id);
    await world.state(first, hold());
    const plan = await copies.plan(id);
    assert.notEqual(plan.planHash, before.planHash);
    const [conflict] = plan.conflicts;
    assert.deepEqual(
      [
        conflict?.theirs?.content,
        conflict?.theirs?.toc_content,
        conflict?.theirs?.hash,
        conflict?.mine?.content,
      ],
      ['', 'Withheld clause', null, 'Mine.'],
    );
    assert.equal(conflict?.theirs?.moderation?.level, 2);
    assert.ok(!JSON.stringify(plan.conflicts).includes(CANARY));
    const resolutions = { [conflict?.conflictId ?? '']: 'mine' as const };
    const stale = node.call(lead, 'standards.merge', { id, planHash: before.planHash ?? '', resolutions });
    assert.deepEqual(await refusal(stale), [409, 'PLAN_STALE']);
  });

  it('a clause withheld only in the copy: combine is 409, mine keeps it withheld, theirs frees it (S19)', async () => {
    const outcomes = async (choice: 'mine' | 'theirs') => {
      const { id, first } = await createBehind();
      await copies.reword(id, { '1.2': 'Mine.' }, lead);
      await world.state(first, world.hold(first, { addresses: ['1.2'] }));
      assert.deepEqual(await refusal(copies.merge(id, 'combine')), UNDER_NOTICE);
      await copies.merge(id, choice);
      await node.call(lead, 'standards.publish', { id });
      return world.held(id);
    };
    assert.deepEqual(await outcomes('mine'), { '1.2': 2 });
    assert.deepEqual(await outcomes('theirs'), {});
  });

  it('changelog and comparison withhold the earlier words, on each side by its own revision (S20, S25)', async () => {
    const { id, first, next } = await createBehind();
    const before = (await world.read(id)).revision?.id ?? 0;
    const after = await copies.reword(id, { '1.1': 'Nuts.' }, lead);
    const compare = () => node.call(lead, 'standards.compare', { id, from: before, to: after });
    assert.ok(JSON.stringify(await compare()).includes(CANARY));
    await world.state(first, world.hold(first), world.hold(next));
    const [clause] = (await compare()).clauses;
    assert.deepEqual(
      [
        clause?.change,
        clause?.before?.content,
        clause?.before?.moderation?.level,
        clause?.after?.moderation?.level,
      ],
      ['changed', '', 2, 2],
    );
    const { changes } = await node.call(lead, 'standards.changelog', { id });
    assert.equal(changes.length, 1);
    assert.ok(!JSON.stringify([await compare(), changes]).includes(CANARY));
  });
});
