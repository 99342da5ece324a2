/**
 * The origins of clauses: from which clauses of which adopted wiki editions the words of each clause of an outline
 * come. Computed once, when a revision is sealed, from the revision before it and the source that is merged into it;
 * a read looks up by them which clauses are held. Pure.
 */
import type { Element } from '../../../shared/revisioning/outline/outline.ts';
import { textsIn } from './find-held-texts.ts';

/** The clauses of an outline by identity. */
export type ClausesById = ReadonlyMap<number, Element>;

/** The clauses of an outline by identity. */
export const indexById = (elements: Iterable<Element>): ClausesById =>
  new Map([...elements].map((element) => [element.element_id, element]));

/** A clause of an adopted edition. */
export interface OriginRef {
  adopted_revision_id: string;
  element_id: number;
}

/** The words of a clause. */
export type Words = Pick<Element, 'content' | 'toc_content'>;

/** A clause of an adopted edition, from which a clause of an outline was taken, with its words there. */
export interface ClauseOrigin extends OriginRef, Words {}

/** An outline with the origins of its clauses. */
export interface OriginatingOutline {
  clauses: ClausesById;
  /** By identity. A clause of a combined text has several. */
  origins: ReadonlyMap<number, readonly ClauseOrigin[]>;
  /** The revision that gave a clause its words, by identity; absent where an edition did. */
  reworded: ReadonlyMap<number, number>;
}

/** The outlines of which another one is made. */
interface Ancestors {
  /** The revision before; null for the first of a copy. */
  previous: OriginatingOutline | null;
  /** Copies: the revision of the source that is merged into it. */
  source: OriginatingOutline | null;
}

/** An edition. Each of its clauses is its own origin. */
export const originatingEdition = (
  adopted_revision_id: string,
  clauses: ClausesById,
): OriginatingOutline => ({
  clauses,
  origins: new Map(
    [...clauses].map(([element_id, { content, toc_content }]) => [
      element_id,
      [{ adopted_revision_id, element_id, content, toc_content }],
    ]),
  ),
  reworded: new Map(),
});

/**
 * An outline that is made of others. A clause has the origins of the same clause in the source and in the revision
 * before. It loses one of the latter where the source says something else instead: the words of the clause, or those
 * of the origin. A text takes its origins along to any clause.
 * @param revisionId of the outline; null: of a working copy, whose own wordings nobody has sealed
 */
export function inheritOrigins(
  clauses: ClausesById,
  ancestors: Ancestors,
  revisionId: number | null,
): OriginatingOutline {
  const { previous, source } = ancestors;
  const said = new SourceTexts(source);
  const moving = new Map<string, DistinctOrigins>();
  for (const outline of [source, previous])
    for (const origin of [...(outline?.origins.values() ?? [])].flat())
      if (said.isCurrent(origin)) originsAt(moving, origin.content).add(origin);
  const textsOf = textsIn(new Set(moving.keys()));
  const found = new Map<number, ClauseOrigin[]>();
  for (const clause of clauses.values()) {
    const { element_id: id } = clause;
    const theirs = source?.clauses.get(id);
    const ofSource = source?.origins.get(id) ?? [];
    const inSource = new Set(ofSource.map(keyOf));
    const kept = (previous?.origins.get(id) ?? []).flatMap((origin) => {
      const isReplaced = theirs && !inSource.has(keyOf(origin));
      if (isReplaced && hasSameWords(theirs, clause)) return [];
      const asSaid = said.replace(clause.content, origin);
      if (asSaid) return asSaid.of(id);
      if (origin.element_id === id) return isReplaced && hasSameWords(theirs, origin) ? [] : origin;
      return said.replace(origin.content, origin)?.of(id) ?? origin;
    });
    const moved = textsOf(clause.content).flatMap((text) => moving.get(text)?.of(id) ?? []);
    const origins = new DistinctOrigins();
    for (const origin of [...ofSource, ...kept, ...moved]) origins.add(origin);
    if (origins.size > 0) found.set(id, origins.of(id));
  }
  return { clauses, origins: found, reworded: inheritRewordings(clauses, ancestors, revisionId) };
}

function inheritRewordings(
  clauses: ClausesById,
  { previous, source }: Ancestors,
  revisionId: number | null,
): Map<number, number> {
  const reworded = new Map<number, number>();
  for (const [id, clause] of clauses) {
    const same = [source, previous].find((one) => {
      const words = one?.clauses.get(id);
      return words && hasSameWords(words, clause);
    });
    const by = same ? same.reworded.get(id) : revisionId;
    if (by !== undefined && by !== null) reworded.set(id, by);
  }
  return reworded;
}

/** What the source says, for the origins of an outline into which it is merged. */
class SourceTexts {
  readonly #source: OriginatingOutline | null;
  readonly #saying: ReadonlyMap<string, readonly Element[]>;
  /** By text, then by the text of the origin. */
  readonly #replaced = new Map<string, Map<string, DistinctOrigins>>();
  readonly #byText = new Map<number, ReadonlyMap<string, readonly ClauseOrigin[]>>();

  constructor(source: OriginatingOutline | null) {
    this.#source = source;
    this.#saying = Map.groupBy(source?.clauses.values() ?? [], ({ content }) => content);
  }

  /** Whether a text moves with this origin: the source has it from nothing else. */
  isCurrent(origin: ClauseOrigin): boolean {
    return origin.content !== '' && (this.replace(origin.content, origin)?.has(origin) ?? true);
  }

  /**
   * What an origin becomes because the source has a text: nothing where a clause of the source has it without the words
   * of this origin, else those words as the source has them. Null where the source does not have the text.
   */
  replace(text: string, origin: ClauseOrigin): DistinctOrigins | null {
    const saying = text === '' ? undefined : this.#saying.get(text);
    if (!saying) return null;
    const ofText = this.#replaced.get(text) ?? new Map<string, DistinctOrigins>();
    this.#replaced.set(text, ofText);
    const key = textKeyOf(origin);
    const replaced = ofText.get(key) ?? this.#findReplacing(saying, key);
    ofText.set(key, replaced);
    return replaced;
  }

  #findReplacing(saying: readonly Element[], textKey: string): DistinctOrigins {
    const found = new DistinctOrigins();
    for (const { element_id } of saying) {
      const same = this.#originsByText(element_id).get(textKey);
      if (!same) return new DistinctOrigins();
      for (const one of same) found.add(one);
    }
    return found;
  }

  #originsByText(elementId: number): ReadonlyMap<string, readonly ClauseOrigin[]> {
    const known = this.#byText.get(elementId);
    if (known) return known;
    const byText = Map.groupBy(this.#source?.origins.get(elementId) ?? [], textKeyOf);
    this.#byText.set(elementId, byText);
    return byText;
  }
}

/** Origins of which the same text of one edition counts once. */
class DistinctOrigins {
  /** By text and edition, then by identity; the first one comes first. */
  readonly #origins = new Map<string, Map<number, ClauseOrigin>>();

  add(origin: ClauseOrigin): void {
    const known = this.#origins.get(keyOf(origin));
    if (!known) this.#origins.set(keyOf(origin), new Map([[origin.element_id, origin]]));
    else if (!known.has(origin.element_id)) known.set(origin.element_id, origin);
  }

  get size(): number {
    return this.#origins.size;
  }

  has(origin: ClauseOrigin): boolean {
    return this.#origins.has(keyOf(origin));
  }

  /** As origins of one clause: each is the same clause of the edition where that has the text, else the first that has. */
  of(elementId: number): ClauseOrigin[] {
    return [...this.#origins.values()].flatMap((same) => same.get(elementId) ?? firstOf(same));
  }
}

const firstOf = (origins: ReadonlyMap<number, ClauseOrigin>): ClauseOrigin[] => {
  for (const origin of origins.values()) return [origin];
  return [];
};

function originsAt(index: Map<string, DistinctOrigins>, text: string): DistinctOrigins {
  const known = index.get(text) ?? new DistinctOrigins();
  index.set(text, known);
  return known;
}

/** The same text of one edition is one origin, wherever it has it; a bare heading only as itself. */
const keyOf = (origin: ClauseOrigin): string => `${origin.adopted_revision_id} ${textKeyOf(origin)}`;

const textKeyOf = ({ content, adopted_revision_id, element_id }: ClauseOrigin): string =>
  content === '' ? `${adopted_revision_id} ${element_id}` : `"${content}`;

/** Whether two clauses have the same heading and text. */
export const hasSameWords = (a: Words, b: Words): boolean =>
  a.content === b.content && a.toc_content === b.toc_content;
