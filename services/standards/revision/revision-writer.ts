/**
 * Builds the next revision of a standard, and in a transaction writes it with its content and the holds it
 * inherits, and advances the standard. For publications, adopted editions and customised copies.
 */
import type { ClientSession } from 'mongoose';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { hashContent } from '../../../shared/revisioning/outline/content-hash.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { nextRevisionCode, type Severity } from '../../../shared/revisioning/outline/revision-codes.ts';
import { findReadableCitations } from '../holds/readable-citations.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { Standards } from '../standard/repository.ts';
import { type PackedContent, packContent, type RevisionContents } from './content-repository.ts';
import type { HoldInheritance } from './hold-inheritance.ts';
import type { StandardRevisionRecord } from './model.ts';
import type { StandardRevisions } from './repository.ts';

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
  wiki?: StandardRevisionRecord['wiki'];
}

/** A revision and its content, to be written in one transaction. */
interface PreparedRevision {
  /** Its holds are added in the transaction. */
  revision: StandardRevisionRecord;
  outline: Outline;
  content: PackedContent;
}

/**
 * The next revision of a standard. Takes an id, so call it before the transaction, which may run more than
 * once.
 */
export async function prepareRevision(
  revisions: StandardRevisions,
  input: RevisionInput,
): Promise<PreparedRevision> {
  const { standard, outline, severity, summary, tags, by, now, draftOpenedAt, wiki } = input;
  const content = packContent(outline);
  const sourceId = standard.parent_current_revision_id ?? standard.descends_from_revision_id;
  const revision: StandardRevisionRecord = {
    _id: await revisions.nextId(),
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
    ...(sourceId === undefined ? {} : { source_revision_id: sourceId }),
    ...(standard.current_revision === null ? {} : { previous_revision_id: standard.current_revision.id }),
    ...(draftOpenedAt ? { draft_opened_at: draftOpenedAt } : {}),
    ...(wiki ? { wiki } : {}),
    created_by: by,
    created_at: now,
    holds: undefined,
  };
  return { revision, outline, content };
}

export class RevisionWriter {
  readonly #standards: Standards;
  readonly #revisions: StandardRevisions;
  readonly #contents: RevisionContents;
  readonly #inheritance: HoldInheritance;

  constructor(
    standards: Standards,
    revisions: StandardRevisions,
    contents: RevisionContents,
    inheritance: HoldInheritance,
  ) {
    this.#standards = standards;
    this.#revisions = revisions;
    this.#contents = contents;
    this.#inheritance = inheritance;
  }

  /**
   * Writes a revision with the moderation holds that reach it, and counts it.
   * @param pointer `current`: the standard points to it; `unchanged`: a later revision remains current
   * @param change further fields to set on the standard
   * @returns false when another revision was sealed since the standard was read; then nothing may be
   * committed
   */
  async seal(
    session: ClientSession,
    standard: StandardRecord,
    { revision, outline, content }: PreparedRevision,
    pointer: 'current' | 'unchanged',
    change: Partial<StandardRecord> = {},
  ): Promise<boolean> {
    const { _id, code, content_hash, tags, created_by, created_at } = revision;
    const holds = await this.#inheritance.holdsOfNewRevision(session, revision, outline);
    const counted = { sealedBefore: standard.revision_count, bytes: content.bytes.length };
    const isAdvanced = await this.#standards.advanceRevision(session, standard._id, counted, {
      newest_code: code,
      updated_by: created_by,
      updated_at: created_at,
      ...(pointer === 'current'
        ? {
            current_revision: { id: _id, code },
            content_hash,
            tags,
            citations: findReadableCitations(outline.elements, holds),
          }
        : {}),
      ...change,
    });
    if (!isAdvanced) return false;
    await this.#contents.add(session, content);
    await this.#revisions.insert(session, holds.length > 0 ? { ...revision, holds } : revision);
    return true;
  }
}
