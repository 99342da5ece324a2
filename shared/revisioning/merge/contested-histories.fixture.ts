/** Test fixture: generator of histories in which author x moves a clause and author y numbers one by hand. */
import fc from 'fast-check';
import {
  anyOutline,
  anyScript,
  applyEdits,
  type History,
  type ScriptedEdit,
} from '../outline/histories.fixture.ts';

const position = fc.nat({ max: 999 });

/**
 * Histories in which x moves a clause to another parent or number and y gives one another number by hand; both do
 * anything else, before or after. It is the same clause where neither changed the order of the outline before. A law
 * must look for the clause itself.
 */
export const contestedHistory: fc.Arbitrary<History> = fc
  .tuple(anyOutline, position, position, position, anyScript, anyScript, fc.boolean())
  .map(([base, a, b, c, others, more, isLast]) => {
    const script = (edit: ScriptedEdit, rest: readonly ScriptedEdit[]) =>
      isLast ? [...rest.slice(0, 3), edit] : [edit, ...rest.slice(0, 3)];
    return {
      base,
      x: applyEdits(base, script({ kind: 'move', a, b }, others), 'x'),
      y: applyEdits(base, script({ kind: 'renumber', a, b: c }, more), 'y'),
    };
  });
