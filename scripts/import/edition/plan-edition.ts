/**
 * Plans the import of a next edition: which clause of the standard each element is, from what the service answers to
 * a dry run and what a person has settled. Pure.
 */
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import type { ElementContent } from '../../../shared/revisioning/outline/content-hash.ts';

/** What the service says of texts without ids. */
export type Identities = NonNullable<EndpointResult<'standards.workingCopy.save'>['identities']>;

/** A clause as it is on the service. */
export interface KnownClause {
  element_id: number;
  address: string;
  /** Heading and text. */
  words: string;
  /** Whether the current revision has it; omitted: yes. */
  isPublished?: boolean;
}

/** An element that somebody should look at: hardly like the clause that it follows, or like one that it does not. */
export interface UncertainClause {
  /** Its address in the edition. */
  address: string;
  words: string;
  /** The clause that it may be, the likest first. */
  candidates: { element_id: number; address: string; words: string; likeness: number }[];
  /** The clause that it is: a candidate or another one, null for a new clause. */
  choice: number | null;
}

export interface EditionPlan {
  /** The identity of each element of the edition, by its address; null for a new clause. */
  ids: ReadonlyMap<string, number | null>;
  /** Clauses whose place and words are as they were. */
  kept: number;
  /** Clauses with other words, by their address in the edition. One that moved, too, is also in `moved`. */
  reworded: { address: string; from: string; to: string }[];
  moved: { from: string; to: string; by: string }[];
  added: { address: string; words: string }[];
  deleted: KnownClause[];
  uncertain: UncertainClause[];
}

export const wordsOf = ({
  toc_content = '',
  content = '',
}: {
  toc_content?: string | undefined;
  content?: string | undefined;
}): string => [toc_content, content].filter(Boolean).join('\n');

/** The clause that an earlier, interrupted run made of an element that is settled as new; null for none. */
const madeBefore = (before: readonly KnownClause[], element: ElementContent): number | null =>
  before.find(
    ({ address, words, isPublished = true }) =>
      !isPublished && address === element.address && words === wordsOf(element),
  )?.element_id ?? null;

/**
 * @param before the clauses of the standard
 * @param choices made by hand: the clause of an uncertain element by its address, null for a new one
 */
export function planEdition(
  before: readonly KnownClause[],
  elements: readonly ElementContent[],
  identities: Identities,
  choices: ReadonlyMap<string, number | null> = new Map(),
): EditionPlan {
  const byAddress = new Map(before.map((clause) => [clause.address, clause.element_id]));
  const byId = new Map(before.map((clause) => [clause.element_id, clause]));
  const movedTo = new Map(identities.moved.map((row) => [row.to, row]));
  const isNew = new Set(identities.new);
  const chosen = new Set([...choices.values()].filter((id) => id !== null));
  const ids = new Map<string, number | null>();
  for (const element of elements) {
    const { address } = element;
    const followed = isNew.has(address)
      ? null
      : (movedTo.get(address)?.elementId ?? byAddress.get(address) ?? null);
    // A clause that was given to another element by hand is not this one.
    const free = followed !== null && chosen.has(followed) ? null : followed;
    const choice = choices.get(address);
    ids.set(address, choice === undefined ? free : (choice ?? madeBefore(before, element)));
  }
  const plan: EditionPlan = { ids, kept: 0, reworded: [], moved: [], added: [], deleted: [], uncertain: [] };
  const words = new Map(elements.map((element) => [element.address, wordsOf(element)]));
  const used = new Set<number>();
  for (const [address, id] of ids) {
    const was = id === null ? undefined : byId.get(id);
    if (id !== null) used.add(id);
    const to = words.get(address) ?? '';
    if (!was) {
      plan.added.push({ address, words: to });
      continue;
    }
    const isReworded = was.words !== to;
    if (isReworded) plan.reworded.push({ address, from: was.words, to });
    if (was.address === address) plan.kept += isReworded ? 0 : 1;
    else {
      const by = choices.has(address) ? 'choice' : (movedTo.get(address)?.by ?? 'text');
      plan.moved.push({ from: was.address, to: address, by });
    }
  }
  plan.deleted = before.filter(({ element_id }) => !used.has(element_id));
  for (const [address, rows] of Map.groupBy(identities.uncertain, ({ to }) => to)) {
    if (choices.has(address)) continue;
    const candidates = rows
      .flatMap(({ elementId, likeness = 0 }) => {
        const clause = byId.get(elementId);
        return clause ? [{ ...clause, likeness }] : [];
      })
      .sort((one, other) => other.likeness - one.likeness);
    plan.uncertain.push({
      address,
      words: words.get(address) ?? '',
      candidates,
      choice: ids.get(address) ?? null,
    });
  }
  return plan;
}
