/** Law: after any history of editions, holds, copies and merges, exactly the held texts are withheld. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { useNode } from '../../../test/service-node.ts';
import { ACT_KINDS, type Act, HoldHistory } from './hold-history.fixture.ts';

/** A history takes seconds. */
const RUNS = Math.min(100, Number(process.env.LAW_RUNS ?? 3));

const anyAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...ACT_KINDS, 'edit', 'publish'),
  a: fc.nat({ max: 99 }),
  b: fc.nat({ max: 99 }),
});

describe('laws of several holds at once', () => {
  const node = useNode(['standards', 'projects', 'audit']);

  it('after any acts exactly what the open holds name is held in editions, and none of it is shown in copies (W13)', async () => {
    const acts = fc.array(anyAct, { minLength: 15, maxLength: 30, size: 'max' });
    await fc.assert(
      fc.asyncProperty(acts, async (history) => {
        const world = new HoldHistory(node);
        await world.begin();
        for (const act of history) {
          await world.act(act);
          await assertWithheld(world);
        }
        await world.liftAll();
        await assertWithheld(world);
      }),
      { numRuns: RUNS, endOnFailure: RUNS < 10 },
    );
  });
});

async function assertWithheld(world: HoldHistory): Promise<void> {
  for (const shown of await world.comparisons())
    for (const text of world.withheldTexts)
      assert.ok(!shown.includes(JSON.stringify(text)), `${text} in ${shown}`);
  for (const { where, text, level, isExact, shown } of await world.shown()) {
    const told = `${where} ${text}`;
    if (isExact) assert.equal(shown.level, level, told);
    if (isExact) assert.equal(shown.content, level === 2 ? '' : text, told);
    // A text that a working copy or copy shows is no withheld one; a clause may be held whatever its wording.
    else assert.ok(level < 2 && shown.level >= Math.min(level, 1), told);
    if (world.isFree) assert.equal(shown.level, 0, told);
  }
}
