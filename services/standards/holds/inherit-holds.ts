/**
 * The holds of a new or existing revision: those of the edition that it was copied from, or those that it takes
 * with its clauses from the revision before it and from the source it was merged with. Pure.
 */
import { clauseTextHashes } from '../../../shared/revisioning/outline/content-hash.ts';
import type { Element } from '../../../shared/revisioning/outline/outline.ts';
import type { WikiLink } from '../standard/model.ts';
import { findsTexts } from './find-texts.ts';
import type { HeldRevision } from './held-clauses.ts';
import type { Divergence, PageHold, RevisionHold } from './model.ts';

/** The clauses of an outline by identity. */
export type ClausesById = ReadonlyMap<number, Element>;

/** A revision with its holds and clauses, from which clauses were taken. */
export interface Ancestor extends HeldRevision {
  clauses: ClausesById;
}

interface Ancestors {
  /** The revision before; null for the first of a copy. */
  previous: Ancestor | null;
  /** Copies: the revision of the source that is merged into it. */
  source: Ancestor | null;
}

interface Heir {
  clauses: ClausesById;
  /** The content with these clauses; null for a working copy. */
  contentId: string | null;
  /** As the author of wordings that differ from the held ones; null for a working copy. */
  revision: Omit<Divergence, 'element_id'> | null;
}

/** The texts that holds on clauses name in their editions, by the id of the hold. */
export type NamedTexts = ReadonlyMap<string, readonly string[]>;

/** The words that holds follow. */
interface HeldWords {
  /** The clauses of stored contents, by content; null for one that is gone. */
  clausesOf: (contentId: string) => ClausesById | null;
  /** A hold follows them also where no ancestor has their clause: another edit may have joined it to a text. */
  namedTexts: NamedTexts;
}

/**
 * The holds that an outline takes over. A clause stays held whatever its wording has become; it is free again
 * once the source says something free in its place, and the outline says the same, or the source vouches for the
 * held wording. A held text is held in another clause too: a save without identities gives each text to the clause
 * that was at its address, so that one inserted clause moves all below it. What the source says freely, at any place,
 * is free.
 */
export function inheritHolds(
  heir: Heir,
  { previous, source }: Ancestors,
  { clausesOf, namedTexts }: HeldWords,
): RevisionHold[] {
  const inherited = Map.groupBy([...(source?.holds ?? []), ...(previous?.holds ?? [])], ({ id }) => id);
  return [...inherited].flatMap(([id, holds]) => {
    const ofSource = holdsWithId(source, id);
    const heldInSource = idsOf(ofSource);
    const freeTexts = new Set(
      [...(source?.clauses.values() ?? [])].flatMap((clause) =>
        heldInSource.has(clause.element_id) ? [] : (textKey(clause) ?? []),
      ),
    );
    const isFreeText = (clause: Element): boolean => freeTexts.has(textKey(clause) ?? '');
    const kept = [
      ...ofSource.map((hold) => restrict(hold, (one) => heir.clauses.has(one))),
      ...holdsWithId(previous, id).map((hold) => {
        const heldWords = clausesOf(hold.held_content_id);
        return restrict(hold, (one) => {
          const clause = heir.clauses.get(one);
          if (!clause || heldInSource.has(one) || isFreeText(clause)) return false;
          const free = source?.clauses.get(one);
          return !free || !(hasSameWords(free, clause) || hasSameWords(free, heldWords?.get(one)));
        });
      }),
    ];
    const texts = [...findHeldTexts(holds, clausesOf), ...(namedTexts.get(id) ?? [])];
    const heldTexts = texts.filter((text) => !freeTexts.has(text));
    return [...kept, ...findMovedTexts(heir, holds, idsOf(kept), new Set(heldTexts))]
      .filter(({ element_ids }) => element_ids.length > 0)
      .map((hold) => ({
        ...hold,
        divergences: findDivergences(hold, heir, [source, previous], clausesOf(hold.held_content_id)),
      }));
  });
}

const holdsWithId = (ancestor: Ancestor | null, id: string): RevisionHold[] =>
  (ancestor?.holds ?? []).filter((hold) => hold.id === id);

const idsOf = (holds: readonly RevisionHold[]): ReadonlySet<number> =>
  new Set(holds.flatMap(({ element_ids }) => element_ids));

/** The texts that some holds of one window hold. */
const findHeldTexts = (holds: readonly RevisionHold[], clausesOf: HeldWords['clausesOf']): string[] =>
  holds.flatMap(({ element_ids, held_content_id }) => {
    const words = clausesOf(held_content_id);
    return element_ids.flatMap((id) => textKey(words?.get(id)) ?? []);
  });

/** The hold on further clauses, which have got one of these texts. */
function findMovedTexts(
  { clauses, contentId }: Heir,
  inherited: readonly RevisionHold[],
  keptIds: ReadonlySet<number>,
  heldTexts: ReadonlySet<string>,
): RevisionHold[] {
  const hasHeldText = findsTexts(heldTexts);
  const element_ids = [...clauses.values()]
    .filter(({ element_id, content }) => !keptIds.has(element_id) && hasHeldText(content))
    .map(({ element_id }) => element_id);
  return inherited
    .slice(0, 1)
    .map((hold) => ({ ...hold, held_content_id: contentId ?? hold.held_content_id, element_ids }));
}

/** The text whatever its heading; null for a bare heading, such as "Scope", which is the same clause only as itself. */
const textKey = (clause: Element | undefined): string | null => clause?.content || null;

const restrict = (hold: RevisionHold, keeps: (elementId: number) => boolean): RevisionHold => ({
  ...hold,
  element_ids: hold.element_ids.filter(keeps),
});

function findDivergences(
  { id: holdId, element_ids }: RevisionHold,
  { clauses, revision }: Heir,
  ancestors: readonly (Ancestor | null)[],
  heldWords: ClausesById | null,
): Divergence[] {
  return element_ids.flatMap((id) => {
    const clause = clauses.get(id);
    const words = heldWords?.get(id);
    if (!clause || !words || hasSameWords(clause, words)) return [];
    for (const ancestor of ancestors) {
      if (!ancestor || !hasSameWords(clause, ancestor.clauses.get(id))) continue;
      const earlier = (ancestor.holds ?? [])
        .filter((hold) => hold.id === holdId)
        .flatMap(({ divergences }) => divergences)
        .find(({ element_id }) => element_id === id);
      if (earlier) return [earlier];
    }
    return revision ? [{ element_id: id, ...revision }] : [];
  });
}

interface Edition {
  wiki: WikiLink;
  contentId: string;
  clauses: ClausesById;
}

/** @param clausesOfEdition the clauses of another edition of the page; null when it has no copy */
export function holdsOfEdition(
  { wiki, contentId, clauses }: Edition,
  pageHolds: readonly PageHold[],
  clausesOfEdition: (adoptedRevisionId: string) => ClausesById | null,
): RevisionHold[] {
  return pageHolds.flatMap((hold) => {
    const isNamed = hold.adopted_revision_id === wiki.adopted_revision_id;
    const element_ids =
      hold.scope === 'clauses'
        ? findHeld(hold, clauses, isNamed ? clauses : clausesOfEdition(hold.adopted_revision_id), isNamed)
        : isNamed
          ? [...clauses.keys()]
          : [];
    if (element_ids.length === 0) return [];
    const { level2_at, notice_at, addresses: _, text_hashes: __, ...members } = hold;
    return [
      {
        ...members,
        page_id: wiki.standard_id,
        level2_at: level2_at === null ? null : new Date(level2_at),
        notice_at: new Date(notice_at),
        held_content_id: contentId,
        element_ids,
        divergences: [],
      },
    ];
  });
}

/**
 * The held clauses of an edition: the named ones, and those with the same text: one at any place and under any
 * heading, a bare heading only as itself.
 * @param named the clauses of the edition that the hold names; null where the library has no copy of it, and the
 *   hashes alone tell their words
 */
function findHeld(
  { addresses, text_hashes = [] }: PageHold,
  clauses: ClausesById,
  named: ClausesById | null,
  isNamed: boolean,
): number[] {
  const held = [...(named?.values() ?? [])].filter(({ address }) => addresses.includes(address));
  const hashes = new Set(text_hashes);
  const isHeld = (clause: Element): boolean => {
    if (isNamed && addresses.includes(clause.address)) return true;
    const isBare = clause.content === '';
    return named === null
      ? clauseTextHashes(clause).some((hash) => hashes.has(hash)) &&
          (!isBare || addresses.includes(clause.address))
      : held.some((one) => hasSameText(one, clause));
  };
  return [...clauses.values()].filter(isHeld).map(({ element_id }) => element_id);
}

/** A text is the same under any heading, a bare heading only as itself. */
const hasSameText = (a: Element, b: Element): boolean =>
  a.content === '' ? a.element_id === b.element_id && hasSameWords(a, b) : a.content === b.content;

const hasSameWords = (a: Element, b: Element | undefined): boolean =>
  b !== undefined && a.content === b.content && a.toc_content === b.toc_content;
