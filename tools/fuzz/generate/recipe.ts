/**
 * Type of a recipe, which generates bodies of requests to one endpoint (`body-recipes.ts`), with what it is told of
 * the request. Also choices among values that earlier responses had.
 */
import fc from 'fast-check';
import type { EntryFacts, PoolEntry } from '../value-pool.ts';

export interface RecipeContext {
  readonly mark: string;
  /** Facts of the resource that the request is about. */
  readonly facts: EntryFacts;
  readonly bySession: boolean;
  /** Values of a kind that belong to the request's facts, else all of the kind that the caller has seen. */
  related(kind: string): readonly PoolEntry[];
  /** Everything of a kind that the caller has seen. */
  seen(kind: string): readonly PoolEntry[];
}

export type Recipe = (context: RecipeContext) => fc.Arbitrary<Record<string, unknown>>;

/** Something of one of the entries; 1 where there are none. */
export const oneOf = <T>(
  entries: readonly PoolEntry[],
  read: (entry: PoolEntry) => T,
): fc.Arbitrary<T | number> =>
  entries.length === 0
    ? fc.constant(1)
    : fc.nat({ max: entries.length - 1 }).map((at) => read(entries[at] ?? entries[0] ?? never()));
/** The value that was seen last; 1 where none was. */
export const lastOf = (entries: readonly PoolEntry[]): fc.Arbitrary<string | number> =>
  fc.constant(entries.at(-1)?.value ?? 1);
const never = (): never => {
  throw new Error('a list that is not empty has no member');
};
