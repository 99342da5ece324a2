/** Test fixture: generator of histories in which both authors move the same clause. */
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
 * Histories in which x moves a clause to another parent or number while y gives it another number by hand; both do
 * anything else, before or after.
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
