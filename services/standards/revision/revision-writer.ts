/**
 * Builds the next revision of a standard, and in a transaction writes it with its content and the origins of its
 * clauses, and advances the standard. For publications, adopted editions and customised copies.
 */
import type { ClientSession } from 'mongoose';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { hashContent } from '../../../shared/revisioning/outline/content-hash.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { nextRevisionCode, type Severity } from '../../../shared/revisioning/outline/revision-codes.ts';
import { indexById } from '../holds/clause-origins.ts';
import { packOrigins } from '../holds/packed-origins.ts';
import { findReadableCitations } from '../holds/readable-citations.ts';
import type { StoredOrigins } from '../holds/repository.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { Standards } from '../standard/repository.ts';
import type { ClauseLineage } from './clause-lineage.ts';
import { type PackedContent, packContent, type RevisionContents } from './content-repository.ts';
import type { SealedRevision } from './model.ts';
import type { StandardRevisions } from './repository.ts';
import type { RevisionHolds } from './revision-holds.ts';

interface RevisionInput {
  /** As read before the change: determines ordinal and code. */
  standard: StandardRecord;
  outline: Outline;
  severity: Severity;
  summary: string;
  tags: string[];
  by: Person | null;
  now: Date;
  /** Of a publication: when its working copy was opened. */
  draftOpenedAt?: Date;
  wiki?: SealedRevision['wiki'];
}

/** A revision and its content, to be written in one transaction. */
interface PreparedRevision {
  revision: SealedRevision;
  outline: Outline;
  content: PackedContent;
  /** Packed origins of its clauses. Null for an edition, from which they follow, and for a standard without a wiki page. */
  origins: string | null;
}

interface Deps {
  standards: Standards;
  revisions: StandardRevisions;
  contents: RevisionContents;
  lineage: ClauseLineage;
  storedOrigins: StoredOrigins;
  revisionHolds: RevisionHolds;
}

export class RevisionWriter {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The next revision of a standard. Takes an id, so call it before the transaction, which may run more than
   * once.
   */
  async prepare(input: RevisionInput): Promise<PreparedRevision> {
    const { standard, outline, severity, summary, tags, by, now, draftOpenedAt, wiki } = input;
    const content = packContent(outline);
    const source = standard.parent_current_revision_id ?? standard.descends_from_revision_id;
    const previous = standard.current_revision?.id;
    const revision: SealedRevision = {
      _id: await this.#deps.revisions.nextId(),
      standard_id: standard._id,
      ordinal: standard.revision_count + 1,
      code: nextRevisionCode(standard.newest_code, severity),
      severity,
      summary,
      tags,
      content_hash: hashContent(outline),
      content_id: content.id,
      element_count: outline.elements.length,
      field_count: outline.fields.length,
      ...(source === undefined ? {} : { source_revision_id: source }),
      ...(previous === undefined ? {} : { previous_revision_id: previous }),
      ...(draftOpenedAt ? { draft_opened_at: draftOpenedAt } : {}),
      ...(wiki ? { wiki } : {}),
      created_by: by,
      created_at: now,
    };
    const hasOrigins = standard.page_id !== undefined && !wiki;
    const clauses = indexById(outline.elements);
    const ancestors = { previous, source };
    const origins = hasOrigins
      ? packOrigins(await this.#deps.lineage.inherit(clauses, ancestors, revision._id))
      : null;
    return { revision, outline, content, origins };
  }

  /**
   * Writes a revision, and counts it.
   * @param pointer `current`: the standard points to it; `unchanged`: a later revision remains current
   * @param change further fields to set on the standard
   * @returns false when the standard has changed since it was read, as by another revision; then nothing may be
   * committed
   */
  async seal(
    session: ClientSession,
    standard: StandardRecord,
    { revision, outline, content, origins }: PreparedRevision,
    pointer: 'current' | 'unchanged',
    change: Partial<StandardRecord> = {},
  ): Promise<boolean> {
    const { standards, revisions, contents, storedOrigins } = this.#deps;
    const { _id, code, content_hash, tags, created_by, created_at } = revision;
    const citations = findReadableCitations(outline.elements);
    const advanced = await standards.advanceRevision(session, standard, content.bytes.length, {
      newest_code: code,
      updated_by: created_by,
      updated_at: created_at,
      ...(pointer === 'current'
        ? { current_revision: { id: _id, code }, content_hash, tags, citations }
        : {}),
      ...change,
    });
    if (!advanced) return false;
    await contents.add(session, content);
    await revisions.insert(session, revision);
    if (origins !== null) await storedOrigins.add(session, _id, origins);
    if (pointer === 'current' && citations.length > 0)
      await this.#removeWithheldCitations(session, advanced, revision, outline);
    return true;
  }

  /**
   * Leaves citations in withheld clauses out of the standard's count. A concurrent hold conflicts with this transaction,
   * because both write the record of the standard.
   */
  async #removeWithheldCitations(
    session: ClientSession,
    standard: StandardRecord,
    revision: SealedRevision,
    { elements }: Outline,
  ): Promise<void> {
    const holds = await this.#deps.revisionHolds.ofRevisionIn(session, revision, standard);
    if (holds.length === 0) return;
    await this.#deps.standards.replaceCitations(session, revision, findReadableCitations(elements, holds));
  }
}
