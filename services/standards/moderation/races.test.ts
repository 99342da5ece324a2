/**
 * Tests of a hold that is set at the moment of a publish, a customisation, an adoption, a merge or a save, and of
 * several statements of the holds of one page at once.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { lead } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { CANARY, CANARY_CLAUSES, HoldsWorld } from '../../../test/world/holds.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

const ROUNDS = 6;

describe('a hold at once with a change', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new HoldsWorld(node);
  const copies = new CustomizationWorld(node);
  const inRounds = async (work: (round: number) => Promise<void>) => {
    for (let round = 0; round < ROUNDS; round += 1) await work(round);
  };

  it('a publish of a copy: its revision is held whichever comes first (W13)', async () => {
    await inRounds(async () => {
      const edition = await world.adopt();
      const { id } = await copies.customize(edition.standardId);
      const publish = copies.reword(id, { '1.2': 'Ice.' }, lead);
      await Promise.all([publish, world.state(edition, world.hold(edition, { level: 1, level2_at: null }))]);
      assert.deepEqual(await world.held(id), { '1.1': 1 });
      assert.deepEqual(await world.held(id, { revisionId: await publish }), { '1.1': 1 });
    });
  });

  it('a customisation: it is refused, or its copy is held (W13, S17)', async () => {
    await inRounds(async () => {
      const edition = await world.adopt();
      const customize = copies.customize(edition.standardId).then(
        ({ id }) => ({ id, code: null }),
        async (error: unknown) => ({ id: null, ...(await expectRejection(Promise.reject(error))) }),
      );
      const [{ id, code }] = await Promise.all([customize, world.state(edition, world.hold(edition))]);
      if (id === null) assert.equal(code, 'STANDARD_UNDER_MODERATION_NOTICE');
      else assert.deepEqual(await world.held(id), { '1.1': 2 });
    });
  });

  it('an adoption of the first or a further edition: it is held whichever comes first (W13)', async () => {
    await inRounds(async (round) => {
      const page = randomUUID();
      const edition = randomUUID();
      const further = round % 2 === 0 ? await world.adopt(CANARY_CLAUSES, { page }) : null;
      const [adopted] = await Promise.all([
        world.adopt(CANARY_CLAUSES, { page, edition, edition_number: 2 }),
        world.state({ page }, world.hold({ edition })),
      ]);
      assert.deepEqual(await world.held(adopted.standardId, { revisionId: adopted.revisionId }), {
        '1.1': 2,
      });
      const first = { revisionId: further?.revisionId ?? adopted.revisionId };
      assert.deepEqual(await world.held(adopted.standardId, first), { '1.1': 2 });
    });
  });

  it('a merge and its publish: the clause that came in is held (W13)', async () => {
    await inRounds(async () => {
      const edition = await world.adopt();
      const { id } = await copies.customize(edition.standardId);
      const words = { ...CANARY_CLAUSES, '1.2': `More ${CANARY}.` };
      const next = await world.adopt(words, { page: edition.page, edition_number: 2 });
      const hold = world.hold(next, { addresses: ['1.2'] });
      const merge = copies.merge(id, 'theirs').then(
        () => null,
        async (error: unknown) => (await expectRejection(Promise.reject(error))).code,
      );
      const [code] = await Promise.all([merge, world.state(edition, hold)]);
      if (code !== null) {
        assert.ok(['PLAN_STALE', 'CLAUSE_UNDER_MODERATION_NOTICE'].includes(code), code);
        return;
      }
      const copy = await node.call(lead, 'standards.workingCopy.get', { id });
      assert.ok(!JSON.stringify(copy).includes(`More ${CANARY}`));
      await node.call(lead, 'standards.publish', { id });
      assert.deepEqual(await world.held(id), { '1.2': 2 });
    });
  });

  it('a save: the clause is sealed and keeps its words, and the other change is saved (W14, rule 5)', async () => {
    await inRounds(async () => {
      const edition = await world.adopt();
      const { id } = await copies.customize(edition.standardId);
      const { version, elements } = await node.call(lead, 'standards.edit', { id });
      const save = node.call(lead, 'standards.workingCopy.save', {
        id,
        baseVersion: version,
        elements: elements.map(({ element_id, address, content, toc_content }) => ({
          element_id,
          address,
          toc_content,
          content: address === '1.2' ? 'Water shall be cold.' : content,
        })),
      });
      await Promise.all([save, world.state(edition, world.hold(edition))]);
      const copy = await node.call(lead, 'standards.workingCopy.get', { id });
      assert.ok(!JSON.stringify(copy).includes(CANARY));
      assert.deepEqual(
        copy.sealedIdentities.map(({ address }) => address),
        ['1.1'],
      );
      await node.call(lead, 'standards.publish', { id });
      assert.deepEqual(await world.held(id), { '1.1': 2 });
      await world.state(edition);
      const words = await copies.read(id);
      assert.deepEqual([words['1.1'], words['1.2']], [CANARY_CLAUSES['1.1'], 'Water shall be cold.']);
    });
  });

  it('statements of one page at once: the last version is in effect (W13)', async () => {
    const edition = await world.adopt();
    await copies.customize(edition.standardId);
    await Promise.all(Array.from({ length: 8 }, () => world.state(edition, world.hold(edition))));
    await world.state(edition);
    assert.deepEqual(await world.held(edition.standardId), {});
  });
});
