/** Tests of two editors who move one clause to different places. */
import assert from 'node:assert/strict';
import { describe, expect, it } from '@jest/globals';
import { editor, lead } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { rewordedSave, useWorkingCopies } from '../../../test/world/standards-world.ts';

describe('two editors who put one clause elsewhere', () => {
  const { world, save } = useWorkingCopies();
  const OUTLINE = ['1', '1.1', '1.2', '2', '2.1', '2.2'].map((address) => ({
    address,
    content: `Requirement ${address}.`,
  }));

  for (const [first, second] of [
    ['1.3', '2.3'],
    ['2.3', '1.3'],
  ] as const)
    it(`one saves 2.2 as ${first}, the other, stale, as ${second}: 409 both_moved with the three addresses (Y9)`, async () => {
      const { id } = await world.createWorkingCopy(OUTLINE);
      const read = await world.readWorkingCopy(id);
      const moved = (address: string) => {
        const sent = rewordedSave(read, {});
        const elements = sent.elements.map((element) =>
          element.address === '2.2' ? { ...element, address } : element,
        );
        return { ...sent, elements };
      };
      await save(id, moved(first), editor);
      const before = await world.readWorkingCopy(id);
      const { extras } = await expectRejection(save(id, moved(second)), 409, 'EDIT_CONFLICT');
      const elementId = read.elements.find(({ address }) => address === '2.2')?.element_id ?? 0;
      expect(extras.metadata?.conflicts).toMatchObject([
        {
          elementId,
          address: second,
          baseAddress: '2.2',
          theirsAddress: first,
          mineAddress: second,
          reason: 'both_moved',
        },
      ]);
      assert.deepEqual(await world.readWorkingCopy(id), before);
      const { merged } = await save(
        id,
        { ...moved(second), resolvedConflicts: [{ elementId, choice: 'mine' }] },
        lead,
      );
      assert.equal(merged, true);
      const now = (await world.readWorkingCopy(id)).elements.find(
        (clause) => clause.element_id === elementId,
      );
      assert.equal(now?.address, second);
    });
});
