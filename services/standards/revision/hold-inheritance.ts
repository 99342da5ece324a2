/**
 * Loads what the holds of a revision or working copy follow from, and derives them (`inheritHolds`,
 * `holdsOfEdition`).
 */
import type { ClientSession } from 'mongoose';
import type { Element, Outline } from '../../../shared/revisioning/outline/outline.ts';
import {
  type Ancestor,
  type ClausesById,
  holdsOfEdition,
  inheritHolds,
  type NamedTexts,
} from '../holds/inherit-holds.ts';
import type { PageHold, RevisionHold } from '../holds/model.ts';
import type { PageHolds } from '../holds/repository.ts';
import type { RevisionContents } from './content-repository.ts';
import type { StandardRevisionRecord } from './model.ts';
import type { StandardRevisions } from './repository.ts';
import { openContent } from './sealed-content.ts';

/** A revision from which clauses are taken. */
type HoldingRevision = Pick<StandardRevisionRecord, 'content_id' | 'holds'>;

/** Where the clauses of an outline come from. */
interface Origins {
  previous: HoldingRevision | null;
  /** Copies: the revision of the source that is merged into it. */
  source: HoldingRevision | null;
}

type SealedMembers = Pick<
  StandardRevisionRecord,
  '_id' | 'code' | 'created_by' | 'created_at' | 'content_id' | 'wiki'
>;

export class HoldInheritance {
  readonly #revisions: StandardRevisions;
  readonly #contents: RevisionContents;
  readonly #pageHolds: PageHolds;

  constructor(revisions: StandardRevisions, contents: RevisionContents, pageHolds: PageHolds) {
    this.#revisions = revisions;
    this.#contents = contents;
    this.#pageHolds = pageHolds;
  }

  /**
   * The holds of a revision that is being sealed. Its transaction changes the head of the standard, as every change of
   * holds that could reach it does, so that one of the two starts over.
   */
  async holdsOfNewRevision(
    session: ClientSession,
    revision: StandardRevisionRecord,
    { elements }: Outline,
  ): Promise<RevisionHold[]> {
    const { wiki, previous_revision_id, source_revision_id, standard_id } = revision;
    if (wiki) {
      const pageHolds = await this.#pageHolds.lock(session, wiki.standard_id);
      const editions =
        pageHolds.length === 0 ? [] : await this.#revisions.findByStandards([standard_id], session);
      return this.ofEdition(session, revision, indexById(elements), pageHolds, editions);
    }
    const findOrigin = (id: number | undefined) =>
      id === undefined ? null : this.#revisions.findIn(session, id);
    const [previous, source] = [await findOrigin(previous_revision_id), await findOrigin(source_revision_id)];
    return this.derive(session, indexById(elements), revision, { previous, source });
  }

  /** The holds of an edition. @param editions all revisions of the standard that is the copy of its page */
  async ofEdition(
    session: ClientSession,
    { wiki, content_id }: SealedMembers,
    clauses: ClausesById,
    pageHolds: readonly PageHold[],
    editions: readonly StandardRevisionRecord[],
  ): Promise<RevisionHold[]> {
    if (!wiki || pageHolds.length === 0) return [];
    const named = new Set(
      pageHolds.flatMap((hold) => (hold.scope === 'clauses' ? hold.adopted_revision_id : [])),
    );
    const clausesOf = new Map<string, ClausesById | null>();
    for (const edition of editions) {
      const id = edition.wiki?.adopted_revision_id;
      if (id !== undefined && named.has(id))
        clausesOf.set(id, await this.loadClauses(edition.content_id, session));
    }
    return holdsOfEdition(
      { wiki, contentId: content_id, clauses },
      pageHolds,
      (adoptedRevisionId) => clausesOf.get(adoptedRevisionId) ?? null,
    );
  }

  /**
   * The holds of an outline that comes from other revisions.
   * @param revision null: a working copy
   * @param namedTexts of all holds of the page, where they are loaded already
   */
  async derive(
    session: ClientSession | null,
    clauses: ClausesById,
    revision: SealedMembers | null,
    { previous, source }: Origins,
    namedTexts?: NamedTexts,
  ): Promise<RevisionHold[]> {
    const inherited = [...(previous?.holds ?? []), ...(source?.holds ?? [])];
    if (inherited.length === 0) return [];
    const held = new Map<string, ClausesById | null>();
    for (const { held_content_id } of inherited)
      if (!held.has(held_content_id))
        held.set(held_content_id, await this.loadClauses(held_content_id, session));
    const words = {
      clausesOf: (id: string) => held.get(id) ?? null,
      namedTexts:
        namedTexts ?? (await this.loadNamedTexts(session, await this.#loadPageHolds(inherited, session))),
    };
    const heir = {
      clauses,
      contentId: revision?.content_id ?? null,
      revision: revision && {
        revision_id: revision._id,
        code: revision.code,
        by: revision.created_by,
        at: revision.created_at,
      },
    };
    const ancestors = {
      previous: await this.#loadAncestor(previous, session),
      source: await this.#loadAncestor(source, session),
    };
    return inheritHolds(heir, ancestors, words);
  }

  /** The clauses of stored content; null when it is gone with the standard that had it. */
  async loadClauses(contentId: string, session: ClientSession | null): Promise<ClausesById | null> {
    const content = await this.#contents.findOrNull(contentId, session);
    return content && indexById(openContent(content).elements);
  }

  /**
   * The texts that holds on clauses name in their editions, by the id of the hold. A revoked edition names none: its
   * texts are free once the source of a copy has had them from another edition.
   */
  async loadNamedTexts(session: ClientSession | null, holds: readonly PageHold[]): Promise<NamedTexts> {
    const ofClauses = holds.filter(({ scope }) => scope === 'clauses');
    const holdsOf = Map.groupBy(ofClauses, ({ adopted_revision_id }) => adopted_revision_id);
    const texts = new Map<string, string[]>();
    for (const { content_id, wiki } of await this.#revisions.findByEditions([...holdsOf.keys()], session)) {
      const clauses = [...((await this.loadClauses(content_id, session))?.values() ?? [])];
      for (const { id, addresses } of holdsOf.get(wiki?.adopted_revision_id ?? '') ?? [])
        texts.set(
          id,
          clauses.flatMap(({ address, content }) => (addresses.includes(address) ? content || [] : [])),
        );
    }
    return texts;
  }

  async #loadPageHolds(holds: readonly RevisionHold[], session: ClientSession | null): Promise<PageHold[]> {
    const pages = await this.#pageHolds.findMany([...new Set(holds.map(({ page_id }) => page_id))], session);
    const ids = new Set(holds.map(({ id }) => id));
    return pages.flatMap((page) => page.holds.filter(({ id }) => ids.has(id)));
  }

  async #loadAncestor(
    revision: HoldingRevision | null,
    session: ClientSession | null,
  ): Promise<Ancestor | null> {
    const clauses = revision && (await this.loadClauses(revision.content_id, session));
    return clauses && { holds: revision.holds, clauses };
  }
}

/** The clauses of an outline by identity. */
export const indexById = (elements: readonly Element[]): ClausesById =>
  new Map(elements.map((element) => [element.element_id, element]));
