/**
 * Merges a clone with the standard as the service has it now: one merged outline, or where both sides changed the
 * same thing, one text for each side that differ only there. The merge is that of the service (`shared/revisioning`).
 */
import { diffOutlines } from '../../shared/revisioning/compare/diff-outlines.ts';
import type { Side } from '../../shared/revisioning/merge/decide-axis.ts';
import { mergeOutlines } from '../../shared/revisioning/merge/merge-outline.ts';
import { fieldContent } from '../../shared/revisioning/outline/content-hash.ts';
import type { Field, Outline } from '../../shared/revisioning/outline/outline.ts';
import { writeOutline } from './local-text.ts';

export interface ThreeSides {
  base: Outline;
  theirs: Outline;
  mine: Outline;
}

export type Reconciliation =
  | { kind: 'merged'; outline: Outline }
  /** `addresses` of the clauses that both changed. */
  | { kind: 'conflict'; mine: Outline; theirs: Outline; addresses: string[] };

/** A choice may uncover another conflict, which may uncover one more; few ever do. */
const MAX_ROUNDS = 100;

/** Merges the three, or gives both sides. */
export function reconcile(sides: ThreeSides): Reconciliation {
  const merge = mergeOutlines(sides);
  if (merge.outline) return { kind: 'merged', outline: merge.outline };
  const addressOf = new Map(
    [...sides.theirs.elements, ...sides.mine.elements].map((one) => [one.element_id, one.address]),
  );
  const addresses = [
    ...merge.conflicts.map(({ address }) => address),
    ...merge.fieldConflicts.map(({ element_id }) => addressOf.get(element_id) ?? ''),
  ];
  const [mine, theirs] = [mergeFor(sides, 'mine'), mergeFor(sides, 'theirs')];
  const result = mine && theirs && hasEveryChange(sides, [mine, theirs]) ? { mine, theirs } : sides;
  // Identities and forms that markup does not show are nothing to ask about.
  if (writeOutline(result.mine) === writeOutline(result.theirs))
    return { kind: 'merged', outline: result.mine };
  return { kind: 'conflict', mine: result.mine, theirs: result.theirs, addresses: [...new Set(addresses)] };
}

/** The merge where one side wins every conflict; null when that breaks a limit of an outline. */
function mergeFor(sides: ThreeSides, side: Side): Outline | null {
  const resolutions = new Map<number, Side>();
  const fieldResolutions = new Map<number, Side>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const merge = mergeOutlines({ ...sides, resolutions, fieldResolutions });
    if (merge.outline) return merge.outline;
    const known = resolutions.size + fieldResolutions.size;
    for (const { id } of merge.conflicts) resolutions.set(id, side);
    for (const { id } of merge.fieldConflicts) fieldResolutions.set(id, side);
    if (resolutions.size + fieldResolutions.size === known) return null;
  }
  return null;
}

/** Whether every text that a side wrote is in one of the results: if not, the sides are shown as they are. */
function hasEveryChange({ base, theirs, mine }: ThreeSides, results: readonly Outline[]): boolean {
  const texts = new Set(results.flatMap(({ elements }) => elements.map(({ content }) => content)));
  const headings = new Set(results.flatMap(({ elements }) => elements.map(({ toc_content }) => toc_content)));
  const fields = new Set(results.flatMap((result) => result.fields.map(definition)));
  return [theirs, mine].every((side) => {
    const changes = diffOutlines(base, side);
    const hasClauses = changes.clauses.every(
      ({ after, axes, change }) =>
        after === null ||
        ((!(change === 'added' || axes.includes('text')) || texts.has(after.content)) &&
          (!(change === 'added' || axes.includes('heading')) || headings.has(after.toc_content))),
    );
    return hasClauses && changes.fields.every(({ after }) => after === null || fields.has(definition(after)));
  });
}

const definition = (field: Field): string => JSON.stringify(fieldContent(field, ''));
