/**
 * Computes anew, in one transaction, which revisions the holds of a wiki page reach: the editions in the library,
 * the revisions that follow them, and those of all copies.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongoose';
import type { CitingStandards } from '../citations/repository.ts';
import type { ClausesById, NamedTexts } from '../holds/inherit-holds.ts';
import type { PageHold, RevisionHold } from '../holds/model.ts';
import { findReadableCitations } from '../holds/readable-citations.ts';
import type { PageHolds } from '../holds/repository.ts';
import type { HoldInheritance } from '../revision/hold-inheritance.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import type { Standards } from '../standard/repository.ts';
import type { DescendantRecord, Descendants } from './descendants.ts';

interface Deps {
  standards: Standards;
  descendants: Descendants;
  citingStandards: CitingStandards;
  revisions: StandardRevisions;
  pageHolds: PageHolds;
  inheritance: HoldInheritance;
}

/** The standards that a statement of holds concerns, and those of which it changed a revision. */
interface Propagation {
  checked: number[];
  changed: number[];
}

/** The holds of a page, with the texts that they name. */
interface StatedHolds {
  holds: readonly PageHold[];
  namedTexts: NamedTexts;
}

/** The revisions reached so far, with their new holds. */
type Reached = Map<number, StandardRevisionRecord>;

export class HoldPropagation {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Applies the holds of a page again after an edition was copied, which may be the one that names their text. */
  async reapply(session: ClientSession, pageId: string): Promise<void> {
    const holds = await this.#deps.pageHolds.lock(session, pageId);
    if (holds.length > 0) await this.propagate(session, pageId, holds);
  }

  /**
   * Writes the holds of a page to every revision they reach. It changes the head of every standard that has
   * clauses of the page or could be given some, so that a concurrent publication, merge, copy or adoption starts
   * over, or this does.
   */
  async propagate(session: ClientSession, pageId: string, holds: readonly PageHold[]): Promise<Propagation> {
    const { standards, descendants, revisions, pageHolds } = this.#deps;
    const library = await standards.findByWikiStandard(pageId, session);
    const { deleted_standards = [] } = (await pageHolds.findById(pageId, session)) ?? {};
    const deleted = await revisions.findByStandards(deleted_standards, session);
    const reached: Reached = new Map();
    const namedTexts = await this.#deps.inheritance.loadNamedTexts(session, holds);
    const stored: StandardRevisionRecord[] = [];
    const checked: number[] = [];
    let level: DescendantRecord[] = [
      ...(library ? [library] : []),
      ...deleted.flatMap(({ standard_id, wiki }) => (wiki ? [{ _id: standard_id }] : [])),
    ];
    // Sources come before their copies.
    while (level.length > 0) {
      const ids = level.map(({ _id }) => _id);
      const origins = new Map(level.map((one) => [one._id, one.descends_from_revision_id]));
      checked.push(...ids);
      const rows = await revisions.findByStandards(ids, session);
      stored.push(...rows);
      for (const [id, ofStandard] of Map.groupBy(rows, ({ standard_id }) => standard_id))
        await this.#reachStandard(session, ofStandard, { holds, namedTexts }, reached, origins.get(id));
      const sources = new Set(rows.map(({ _id }) => _id));
      const copies: DescendantRecord[] = await descendants.findCopies(session, [...sources]);
      for (const { standard_id, source_revision_id = 0 } of deleted)
        if (sources.has(source_revision_id)) copies.push({ _id: standard_id });
      level = copies.filter(({ _id }) => !checked.includes(_id));
    }
    for (const orphan of await revisions.findByPageHolds(session, pageId)) {
      if (reached.has(orphan._id)) continue;
      stored.push(orphan);
      reached.set(orphan._id, { ...orphan, holds: refresh(orphan.holds ?? [], holds) });
      if (!checked.includes(orphan.standard_id)) checked.push(orphan.standard_id);
    }
    const changes = stored.flatMap((revision) => {
      const holds = reached.get(revision._id)?.holds ?? [];
      return isDeepStrictEqual(revision.holds ?? [], holds) ? [] : [{ ...revision, holds }];
    });
    for (const { _id, holds } of changes) await revisions.setHolds(session, _id, holds);
    await this.#updateCitations(session, changes);
    const changed = [...new Set(changes.map(({ standard_id }) => standard_id))];
    await descendants.countHoldChange(session, checked, changed);
    return { checked, changed };
  }

  /** What withheld words of the current revision cite is not counted any more. */
  async #updateCitations(session: ClientSession, changes: readonly StandardRevisionRecord[]): Promise<void> {
    const { descendants, citingStandards, inheritance } = this.#deps;
    const current = await descendants.findCurrent(session, changes);
    for (const revision of changes) {
      if (!current.has(revision._id)) continue;
      const clauses = await inheritance.loadClauses(revision.content_id, session);
      const citations = findReadableCitations(clauses?.values() ?? [], revision.holds);
      await citingStandards.replace(session, revision, citations);
    }
  }

  /**
   * @param rows the revisions of one standard, oldest first
   * @param originId the revision that stands in for a source that was deleted
   */
  async #reachStandard(
    session: ClientSession,
    rows: readonly StandardRevisionRecord[],
    { holds: pageHolds, namedTexts }: StatedHolds,
    reached: Reached,
    originId: number | undefined,
  ): Promise<void> {
    const origin = originId === undefined ? null : (reached.get(originId) ?? null);
    const { inheritance } = this.#deps;
    let earlier: StandardRevisionRecord | null = null;
    for (const revision of rows) {
      const { wiki, content_id, previous_revision_id, source_revision_id } = revision;
      const origins = {
        previous: previous_revision_id === undefined ? earlier : (reached.get(previous_revision_id) ?? null),
        source: source_revision_id === undefined ? null : (reached.get(source_revision_id) ?? origin),
      };
      const isConcerned = wiki
        ? pageHolds.length > 0
        : [origins.previous, origins.source].some((origin) => (origin?.holds ?? []).length > 0);
      const clauses: ClausesById =
        (isConcerned && (await inheritance.loadClauses(content_id, session))) || new Map();
      const holds: RevisionHold[] = wiki
        ? await inheritance.ofEdition(session, revision, clauses, pageHolds, rows)
        : await inheritance.derive(session, clauses, revision, origins, namedTexts);
      earlier = { ...revision, holds };
      reached.set(revision._id, earlier);
    }
  }
}

/**
 * The holds of a revision whose source was deleted, so that nothing but moderation changes what they reach.
 */
const refresh = (before: readonly RevisionHold[], stated: readonly PageHold[]): RevisionHold[] =>
  before.flatMap((hold) => {
    const now = stated.find(({ id }) => id === hold.id);
    if (!now) return [];
    const { scope, level, reason_code, replacement_adopted_revision_id } = now;
    const times = {
      level2_at: now.level2_at === null ? null : new Date(now.level2_at),
      notice_at: new Date(now.notice_at),
    };
    return [{ ...hold, scope, level, reason_code, replacement_adopted_revision_id, ...times }];
  });
