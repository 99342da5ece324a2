/** Test of sixteen editors who save one working copy concurrently on two nodes: no acknowledged edit is lost. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead } from '../../../test/people.ts';
import { startTestNode } from '../../../test/service-node.ts';
import { rewordedSave, textOf, useWorkingCopies } from '../../../test/world/standards-world.ts';

const EDITORS = 16;
/** `npm run dev -- test:long` runs two hundred. */
const ROUNDS = process.env.LAW_RUNS === undefined ? 12 : 200;
const CLAUSES = 24;

describe('sixteen editors of one working copy on two nodes', () => {
  const { node, world } = useWorkingCopies();

  it('after every round each acknowledged edit is in the result, and no refused one (R8)', async () => {
    const other = await startTestNode(['standards', 'projects', 'audit'], {
      DATABASE_PREFIX: node.node.config.databasePrefix,
    });
    try {
      const addresses = Array.from({ length: CLAUSES }, (_, index) => `${index + 1}`);
      const clauses = addresses.map((address) => ({ address, content: `Clause ${address}.` }));
      const { id } = await world.createWorkingCopy(clauses);
      /** The words of each clause, by what was acknowledged. */
      const expected = new Map(clauses.map(({ address, content }) => [address, content]));
      let refused = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const read = await world.readWorkingCopy(id);
        const edits = Array.from({ length: EDITORS }, (_, index) => {
          // Some of the editors meet in a clause, others in none.
          const address = `${1 + ((index * (round + 3)) % CLAUSES)}`;
          const words = `${textOf(read, address)} Edit ${round} by ${index}.`;
          return {
            address,
            words,
            home: index % 2 === 0 ? node : other,
            who: index % 3 === 0 ? editor : lead,
          };
        });
        const outcomes = await Promise.allSettled(
          edits.map(({ address, words, home, who }) =>
            home.call(who, 'standards.workingCopy.save', { id, ...rewordedSave(read, { [address]: words }) }),
          ),
        );
        for (const [index, { address, words }] of edits.entries()) {
          const outcome = outcomes[index];
          if (outcome?.status === 'fulfilled') {
            assert.equal(
              expected.get(address),
              textOf(read, address),
              `round ${round}: two won clause ${address}`,
            );
            expected.set(address, words);
          } else {
            assert.equal(outcome?.reason.type, 'EDIT_CONFLICT', String(outcome?.reason));
            refused += 1;
          }
        }
        const now = await world.readWorkingCopy(id);
        for (const [address, words] of expected)
          assert.equal(textOf(now, address), words, `round ${round}, clause ${address}`);
        assert.equal(now.elements.length, CLAUSES);
      }
      assert.ok(refused > 0 && refused < (ROUNDS * EDITORS) / 2, `${refused} were refused`);
    } finally {
      await other.stop();
    }
  }, 300_000);
});
