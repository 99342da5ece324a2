/**
 * The printed numbers of the clauses that fields stand in. They are asked for with each read and never
 * cached: a hold withholds the number with the words of its clause, and may begin at any time.
 */
import type { RequestContext } from '../../shared/kernel/service/request-context.ts';
import type { StandardDefinition } from './definition-cache.ts';

/** By the identity of the clause. */
export type PrintedNumbers = ReadonlyMap<number, string>;

export const NO_PRINTED_NUMBERS: PrintedNumbers = new Map();

/** Loads those of several revisions of standards; one without any costs no call. */
export async function loadPrintedNumbers(
  ctx: RequestContext,
  definitions: Iterable<StandardDefinition>,
): Promise<(definition: StandardDefinition) => PrintedNumbers> {
  const ids = [...definitions].filter((one) => one.has_printed_numbers).map((one) => one.revision_id);
  if (ids.length === 0) return () => NO_PRINTED_NUMBERS;
  const { revisions } = await ctx.call('standards.printedNumbers', { revision_ids: [...new Set(ids)] });
  const byRevision = new Map(
    revisions.map(({ id, clauses }) => [
      id,
      new Map(clauses.map(({ element_id, label }) => [element_id, label])),
    ]),
  );
  return ({ revision_id }) => byRevision.get(revision_id) ?? NO_PRINTED_NUMBERS;
}

/** The member of an answer; none where the clause has no printed number, or one that is withheld. */
export function printedNumberMember(
  numbers: PrintedNumbers,
  { element_id }: { element_id: number },
): { printed_number?: string } {
  const printed = numbers.get(element_id);
  return printed === undefined ? {} : { printed_number: printed };
}
