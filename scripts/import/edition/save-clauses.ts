/**
 * Saves clauses with their identities into a working copy. A clause without one gets the identity of the earlier
 * clause with the same text; one that is settled as new gets a new identity whatever it resembles, for which two
 * saves are needed.
 */
import type { ApiCaller } from '../../../shared/rest-client/api-caller.ts';
import type { EndpointParams } from '../../../shared/rest-client/endpoint-types.ts';
import { ordinalOf, parentOf } from '../../../shared/revisioning/outline/address.ts';
import { explain } from './explain-refusal.ts';

type SaveParams = EndpointParams<'standards.workingCopy.save'>;
type SubmittedElement = NonNullable<SaveParams['elements']>[number];

export interface SentClause extends SubmittedElement {
  isNew?: boolean;
}

interface SaveBase {
  id: number;
  /** Version of the working copy that was read. */
  version: string;
  confirmReplace: boolean;
}

/**
 * Saves the working copy.
 *
 * A text takes the identity of no clause that is sent as well. So where clauses are settled as new, the first save keeps
 * those of before that go, behind all others, and the second one drops them. Whatever comes between, every text of the
 * edition stands in its place.
 * @param fields omitted: they stay with their clauses
 * @returns the version of the working copy
 * @throws EditionRefusedError, ApiError
 */
export async function saveClauses(
  api: ApiCaller,
  { id, version, confirmReplace }: SaveBase,
  sent: readonly SentClause[],
  fields?: SaveParams['datasheetElements'],
): Promise<string> {
  const save = async (baseVersion: string, elements: readonly SubmittedElement[]): Promise<string> => {
    const body = { id, baseVersion, confirmReplace, elements: [...elements] };
    const all = fields === undefined ? body : { ...body, datasheetElements: fields };
    return (await api.call('standards.workingCopy.save', all)).version;
  };
  const clauses = sent.map(({ isNew: _, ...element }) => element);
  try {
    if (!sent.some(({ isNew }) => isNew)) return await save(version, clauses);
    const { elements } = await api.call('standards.workingCopy.get', { id });
    const between = await save(version, [...clauses, ...keepBehind(elements, clauses)]);
    const saved = (await api.call('standards.workingCopy.get', { id })).elements;
    const idAt = new Map(saved.map(({ address, element_id }) => [address, element_id]));
    return await save(
      between,
      clauses.map((element) => ({ ...element, element_id: element.element_id ?? idAt.get(element.address) })),
    );
  } catch (error) {
    throw explain(error, id);
  }
}

/** The earlier clauses that are in the text no more, in a section of their own at the end. */
function keepBehind(
  before: readonly (SubmittedElement & { element_id: number })[],
  clauses: readonly SubmittedElement[],
): SubmittedElement[] {
  const used = new Set(clauses.map(({ element_id }) => element_id));
  const section = String(
    1 +
      Math.max(
        0,
        ...clauses.flatMap(({ address }) => (parentOf(address) === null ? ordinalOf(address) : [])),
      ),
  );
  return before
    .filter(({ element_id }) => !used.has(element_id))
    .map((element, index) => ({ ...element, address: index === 0 ? section : `${section}.${index}` }));
}
