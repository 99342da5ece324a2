/**
 * Editions and clauses that a request names as affected by an erratum, or its correcting edition: checked, and
 * turned into stored parts and the scope of a log entry.
 */
import type { ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { compareAddresses } from '../../../shared/revisioning/outline/address.ts';
import { parseEditionContent } from '../adoption/edition-content.ts';
import { canSeeEdition } from '../adoption/model.ts';
import type { Editions } from '../adoption/repository.ts';
import type { ModerationScope } from '../moderation-log/model.ts';
import type { ReadablePage } from '../pages/access.ts';
import type { Pages } from '../pages/repository.ts';
import type { AffectedPart } from './model.ts';

/** Maximum entries of one erratum. */
export const MAX_AFFECTED = 1_000;

interface NamedPart {
  adopted_revision_id: string;
  element_address?: string | null;
}

const isSame = (left: AffectedPart, right: AffectedPart): boolean =>
  left.adopted_revision_id === right.adopted_revision_id && left.element_address === right.element_address;

/** The parts that are not among the known ones, each once. */
export const newParts = (known: readonly AffectedPart[], named: readonly AffectedPart[]): AffectedPart[] =>
  named.filter(
    (part, at) =>
      !known.some((one) => isSame(one, part)) && named.findIndex((one) => isSame(one, part)) === at,
  );

/** The scope of these parts for the log: the clauses, or the edition if one is affected as a whole. */
export function scopeOf(parts: readonly AffectedPart[]): ModerationScope {
  const addresses = parts.flatMap(({ element_address }) => element_address ?? []);
  if (addresses.length < parts.length) return { kind: 'edition' };
  return { kind: 'clauses', addresses: [...new Set(addresses)].sort(compareAddresses) };
}

/**
 * The adopted editions of the page among these ids; revoked ones for moderators only.
 * @returns their ids
 */
async function findAdoptedIds(
  editions: Editions,
  target: ReadablePage,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = await editions.findMany([...new Set(ids)]);
  return new Set(
    found.flatMap((edition) =>
      edition.page_id === target.page._id && edition.status === 'published' && canSeeEdition(edition, target)
        ? [edition._id]
        : [],
    ),
  );
}

/**
 * The parts that a request names.
 * @throws VALIDATION_ERROR for an id that is no adopted edition of the page, and an address that is not in
 * its edition
 */
export async function resolveParts(
  pages: Pages,
  editions: Editions,
  target: ReadablePage,
  named: readonly NamedPart[],
): Promise<AffectedPart[]> {
  const ids = await findAdoptedIds(
    editions,
    target,
    named.map(({ adopted_revision_id }) => adopted_revision_id),
  );
  const addresses = new Map<string, Set<string>>();
  for (const { adopted_revision_id: id, element_address } of named) {
    if (!element_address || !ids.has(id) || addresses.has(id)) continue;
    // Sequentially: the texts of many editions would fill the memory.
    const { elements } = parseEditionContent(await pages.loadText(id));
    addresses.set(id, new Set(elements.map(({ address }) => address)));
  }
  const problems = named.flatMap(({ adopted_revision_id: id, element_address }, at): ErrorDetail[] => {
    const path = `affected[${at}]`;
    if (!ids.has(id)) return [unknownEdition(`${path}.adopted_revision_id`)];
    // An empty text is no address either, and must not become the whole edition.
    if (typeof element_address !== 'string' || addresses.get(id)?.has(element_address)) return [];
    const message = `The edition has no clause at this address. Omit element_address for the whole edition.`;
    return [{ path: `${path}.element_address`, message }];
  });
  if (problems.length > 0) throw validationError(problems);
  return named.map(({ adopted_revision_id, element_address = null }) => ({
    adopted_revision_id,
    element_address,
  }));
}

/** @throws VALIDATION_ERROR for an id that is no adopted edition of the page */
export async function assertCorrectingEdition(
  editions: Editions,
  target: ReadablePage,
  id: string | null | undefined,
): Promise<void> {
  if (typeof id !== 'string' || (await findAdoptedIds(editions, target, [id])).has(id)) return;
  throw validationError([unknownEdition('corrected_by_revision_id')]);
}

const unknownEdition = (path: string): ErrorDetail => ({
  path,
  message: 'This is not the id of an adopted edition of this standard.',
});
