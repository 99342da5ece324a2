/**
 * Puts the text of withheld clauses back into a saved outline, whose editor could not see it. A returned seal token
 * is replaced by the text; other words replace the clause, which gets a new identity; a withheld clause that was left
 * out is kept. Pure.
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { parentOf } from '../../../shared/revisioning/outline/address.ts';
import type { SubmittedField } from '../../../shared/revisioning/outline/complete-field.ts';
import {
  type Element,
  type Outline,
  replaceElementIds,
} from '../../../shared/revisioning/outline/outline.ts';
import { WITHHELD_TEXT } from '../../../shared/revisioning/outline/withheld-text.ts';
import {
  findSealToken,
  foreignSealTokens,
  readSealComment,
  type SealTokens,
  type TokenCarrier,
} from './seal-tokens.ts';

/** A clause as submitted, perhaps with a seal token. */
export type SubmittedClause = Omit<Element, 'element_id'> & Pick<TokenCarrier, 'element_id' | 'seal_token'>;

interface RestoredSubmission {
  /** Each retired clause has the provisional identity of its replacement here, which keeps its fields. */
  base: Outline;
  elements: SubmittedClause[];
  fields: SubmittedField[] | undefined;
  /** The clauses whose text was replaced. */
  retired: number[];
}

interface Submitted {
  elements: readonly SubmittedClause[];
  /** Undefined: the clauses keep their fields. */
  fields: SubmittedField[] | undefined;
}

/**
 * The submission as if no clause were withheld. @param nextElementId provisional identities
 * @throws FOREIGN_SEAL_TOKEN; SEALED_CLAUSE for a seal token among other words, and for a withheld clause left out whose
 * address is taken or whose parent is gone
 */
export function restoreWithheld(
  { elements: sent, fields }: Submitted,
  base: Outline,
  sealTokens: SealTokens,
  nextElementId: () => number,
): RestoredSubmission {
  const owners = matchTokens(sent, base, sealTokens);
  const withheld = new Map(
    base.elements.flatMap((element) =>
      sealTokens.has(element.element_id) ? [[element.element_id, element]] : [],
    ),
  );
  if (owners.size === 0 && withheld.size === 0) return { base, elements: [...sent], fields, retired: [] };
  const stored = new Map(base.elements.map((element) => [element.element_id, element]));
  const matched = matchSubmitted(sent, stored, withheld, owners);
  const replacements = new Map<number, number>();
  const restored = sent.map((element, index): SubmittedClause => {
    const id = matched[index] ?? null;
    const original = id === null ? undefined : stored.get(id);
    if (!original) return element;
    const isWithheld = withheld.has(original.element_id);
    if (isReturnedToken(element, isWithheld) || (isWithheld && hasSameWords(element, original)))
      return { ...original, address: element.address };
    if (!isWithheld) return { ...element, element_id: original.element_id };
    // A clause sent twice gets one new identity, so that the check for duplicates refuses it.
    const replacement = replacements.get(original.element_id) ?? nextElementId();
    replacements.set(original.element_id, replacement);
    // The heading shown for a withheld clause is not the text of an author.
    const isPlaceholder = element.toc_content === WITHHELD_TEXT.toc_content;
    return { ...element, element_id: replacement, ...(isPlaceholder ? { toc_content: '' } : {}) };
  });
  const present = new Set(matched);
  const kept = [...withheld.values()].filter(({ element_id }) => !present.has(element_id));
  assertAddressesFree(kept, restored);
  return {
    base: {
      elements: replaceElementIds(base.elements, replacements),
      fields: replaceElementIds(base.fields, replacements),
    },
    elements: [...restored, ...kept],
    fields: fields && [...fields, ...fieldsOf(kept, base)],
    retired: [...replacements.keys()],
  };
}

/** The clauses to which the tokens of submitted elements belong, by position. */
function matchTokens(
  sent: readonly SubmittedClause[],
  base: Outline,
  sealTokens: SealTokens,
): ReadonlyMap<number, number> {
  const owners = new Map<number, number>();
  let byToken: ReadonlyMap<string, number> | null = null;
  const foreign: number[] = [];
  for (const [index, { content, toc_content, seal_token }] of sent.entries()) {
    const tokens = [findSealToken(content), findSealToken(toc_content), seal_token || null].filter(
      (token) => token !== null,
    );
    if (tokens.length === 0) continue;
    byToken ??= new Map(base.elements.map(({ element_id }) => [sealTokens.tokenOf(element_id), element_id]));
    const [owner, ...others] = new Set(tokens.map((token) => byToken?.get(token)));
    if (owner === undefined || others.length > 0) foreign.push(index);
    else owners.set(index, owner);
  }
  if (foreign.length > 0) throw foreignSealTokens(sent, foreign);
  const mixed = [...owners.keys()].filter((index) => isMixed(sent[index]));
  if (mixed.length > 0) {
    throw sealedClauseError(
      mixed.map((index) => ({ path: `elements[${index}]`, address: sent[index]?.address ?? '' })),
      'The seal of a withheld clause cannot stand among other words. Send it alone, under its heading as it was read, or replace it by other words.',
    );
  }
  return owners;
}

/** A seal token in a heading, among other words, or under a heading of the editor's. */
function isMixed(element: SubmittedClause | undefined): boolean {
  if (!element) return false;
  const { content, toc_content } = element;
  if (findSealToken(toc_content) !== null) return true;
  if (findSealToken(content) === null) return false;
  return readSealComment(content) === null || !isWithheldHeading(toc_content);
}

const isWithheldHeading = (heading: string): boolean =>
  heading === '' || heading === WITHHELD_TEXT.toc_content;

/** Whether a withheld clause came back as it was read: from the working copy, or from the revision, where it has no text. */
const isReturnedToken = ({ content, toc_content }: SubmittedClause, isWithheld: boolean): boolean =>
  readSealComment(content) !== null ||
  (isWithheld && content === WITHHELD_TEXT.content && toc_content === WITHHELD_TEXT.toc_content);

/** Whether a clause is as its editor read it before the hold: nothing was changed, so nothing is retired. */
const hasSameWords = (a: Pick<Element, 'content' | 'toc_content'>, b: Element): boolean =>
  a.content === b.content && a.toc_content === b.toc_content;

/**
 * The stored clause of each submitted one: by its token, else by id. A withheld one also by address: following its text
 * (`followTexts`) would tell whether it was guessed.
 */
function matchSubmitted(
  sent: readonly SubmittedClause[],
  stored: ReadonlyMap<number, Element>,
  withheld: ReadonlyMap<number, Element>,
  owners: ReadonlyMap<number, number>,
): (number | null)[] {
  const named = sent.map(({ element_id }, index) => {
    const owner = owners.get(index);
    return owner ?? (element_id != null && stored.has(element_id) ? element_id : null);
  });
  const claimed = new Set(named);
  const withheldAt = new Map(
    [...withheld.values()].flatMap(({ address, element_id }) =>
      claimed.has(element_id) ? [] : [[address, element_id]],
    ),
  );
  return sent.map(({ address }, index) => {
    const id = named[index] ?? withheldAt.get(address) ?? null;
    if (named[index] === null) withheldAt.delete(address);
    return id;
  });
}

/** @throws SEALED_CLAUSE */
function assertAddressesFree(kept: readonly Element[], sent: readonly { address: string }[]): void {
  if (kept.length === 0) return;
  const addresses = new Set([...sent, ...kept].map(({ address }) => address));
  const taken = new Set(sent.map(({ address }) => address));
  const unplaceable = kept.filter(({ address }) => {
    const parent = parentOf(address);
    return taken.has(address) || (parent !== null && !addresses.has(parent));
  });
  if (unplaceable.length === 0) return;
  throw sealedClauseError(
    unplaceable.map(({ address }) => ({ path: 'elements', address })),
    'A withheld clause that is left out stays where it is, but its address is taken or its parent is missing. Send its seal at another address.',
  );
}

/** The stored fields of clauses that the editor did not send, which cannot have sent their fields either. */
function fieldsOf(kept: readonly Element[], { fields }: Outline): SubmittedField[] {
  const addresses = new Map(kept.map(({ element_id, address }) => [element_id, address]));
  return fields.flatMap(({ field_id, element_id, ...field }) => {
    const element_address = addresses.get(element_id);
    return element_address === undefined ? [] : [{ ...field, id: field_id, element_address }];
  });
}

const MAX_LISTED = 100;

const sealedClauseError = (places: readonly { path: string; address: string }[], detail: string): Error =>
  apiError('SEALED_CLAUSE', detail, {
    errors: places.slice(0, MAX_LISTED).map((place) => ({ ...place, message: detail })),
  });
