/**
 * Builds a customised copy: its category, record and first revision, and the writes of a transaction, which also copies
 * the images of the source. Refuses a copy beyond the quota of its owner.
 */
import type { ClientSession } from 'mongoose';
import { apiError, apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { imageNamesOf } from '../../../shared/markup/image-references.ts';
import { NO_CATEGORY } from '../category/category-path.ts';
import { resolveLibrary } from '../library/library-of-standard.ts';
import type { StandardsService } from '../open-standards.ts';
import type { SealedRevision, StandardRevisionRecord } from '../revision/model.ts';
import { assertCopyable, holdStateOf } from '../revision/revoked-edition.ts';
import { openContent } from '../revision/sealed-content.ts';
import type { ScopeAccess } from '../scope-access.ts';
import type { ReadableStandard } from '../standard/access.ts';
import type { PinPending, StandardRecord } from '../standard/model.ts';
import { newStandard } from '../standard/new-standard.ts';
import { prepareCategory } from './category-of-copy.ts';

interface CopyInput {
  source: ReadableStandard;
  access: ScopeAccess;
  /** Default: the name of the source. */
  name: string | undefined;
  /** Default: the category of the source by name, adopted where it is missing. */
  categoryId: number | undefined;
  /** The revision to copy; default: the current one. */
  revisionId: number | undefined;
  /** Whether the caller chose that revision. */
  isRevisionNamed: boolean;
  /** For a copy that a draft is to pin. */
  pinPending?: PinPending;
}

/** A copy before its transaction. */
interface PreparedCopy {
  record: StandardRecord;
  /** The revision of the source. */
  copied: StandardRevisionRecord;
  /** The first revision of the copy. */
  revision: SealedRevision;
  /** @returns the copy as stored, and the categories that were created for it. @throws NOT_FOUND */
  write: (session: ClientSession) => Promise<{ saved: StandardRecord; created: number[] }>;
}

export class StandardCopier {
  readonly #service: StandardsService;

  constructor(service: StandardsService) {
    this.#service = service;
  }

  /**
   * Does everything that needs another service or new ids.
   * @throws NOT_FOUND, VALIDATION_ERROR, STANDARD_DEPRECATED, STANDARD_UNDER_MODERATION_NOTICE, UNKNOWN_CATEGORY,
   * NAME_TAKEN, QUOTA_EXCEEDED
   */
  async prepare(input: CopyInput, ctx: RequestContext): Promise<PreparedCopy> {
    const { images, standards, libraries, revisions, contents, revisionWriter, assertWithinQuota } =
      this.#service;
    const { source, access, categoryId, pinPending } = input;
    const { scope } = access;
    const copied = await this.#requireCopyable(input);
    const copyName = input.name ?? source.name;
    const now = new Date();
    const [library, content, placeInCategory] = await Promise.all([
      resolveLibrary(undefined, scope, libraries),
      contents.get(copied.content_id),
      prepareCategory(this.#service, { source, access, categoryId, copyName, now }, ctx),
    ]);
    const record: StandardRecord = {
      ...newStandard({
        id: await standards.nextId(),
        name: copyName,
        description: source.description,
        scope,
        categoryPath: NO_CATEGORY,
        library,
        by: ctx.person,
        now,
      }),
      customized_from_revision_id: copied._id,
      parent_current_revision_id: copied._id,
      last_seen_source_revision_id: copied._id,
      ...(source.page_id === undefined ? {} : { page_id: source.page_id }),
      ...(pinPending ? { pin_pending: pinPending } : {}),
    };
    const outline = openContent(content);
    const sealed = await revisionWriter.prepare({
      standard: record,
      outline,
      severity: 'major',
      summary: `Customised from ${source.name} ${copied.code}`,
      tags: copied.tags,
      by: ctx.person,
      now,
    });
    const imageNames = imageNamesOf(outline.elements);
    const imageBytes = await images.bytesOfCopies(source._id, record._id, imageNames);
    await assertWithinQuota(scope, sealed.content.bytes.length + imageBytes, ctx);
    return {
      record,
      copied,
      revision: sealed.revision,
      write: async (session) => {
        // The source may have been deleted since.
        const sourceNow = await standards.countCopy(session, source._id);
        if (!sourceNow) throw notFound();
        // A moderator may have put the revision under a hold since.
        const copiedNow = await revisions.findWithHoldsIn(session, copied._id, sourceNow);
        if (!copiedNow) throw notFound();
        assertCopyable(holdStateOf(copiedNow), input.isRevisionNamed);
        const { fields, created } = await placeInCategory(session);
        await standards.add(session, { ...record, ...fields, ...holdsVersionOf(sourceNow) });
        if (!(await revisionWriter.seal(session, record, sealed, 'current')))
          throw new Error(`standard ${record._id} was changed before it existed`);
        await images.copy(session, source._id, record, imageNames);
        const saved = await standards.find(record._id, session);
        if (!saved) throw new Error(`standard ${record._id} is missing after it was written`);
        return { saved, created };
      },
    };
  }

  async #requireCopyable({
    source,
    revisionId,
    isRevisionNamed,
  }: CopyInput): Promise<StandardRevisionRecord> {
    const id = revisionId ?? source.current_revision?.id;
    if (id === undefined) {
      const message =
        'The standard has no published revision yet, so there is nothing to copy. Publish it first.';
      throw apiErrorAt('VALIDATION_ERROR', 'id', message);
    }
    const revision = await this.#service.revisions.findWithHolds(id, source);
    if (revision?.standard_id !== source._id) throw notFound();
    assertNotDeprecated(source);
    assertCopyable(holdStateOf(revision), isRevisionNamed);
    return revision;
  }
}

/**
 * A standard that may be copied, at revisions that are checked when one is chosen.
 * @throws NOT_FOUND: access through the pins of a project covers the pinned revisions, nothing else; STANDARD_DEPRECATED
 */
export function assertCustomizable(source: ReadableStandard): void {
  assertNotReadThroughPins(source);
  assertNotDeprecated(source);
}

/** Access through the pins of a project covers the pinned revisions, nothing else of the standard. @throws NOT_FOUND */
export function assertNotReadThroughPins({ readableIds }: Pick<ReadableStandard, 'readableIds'>): void {
  if (readableIds !== null) throw notFound();
}

function assertNotDeprecated({ deprecated }: Pick<ReadableStandard, 'deprecated'>): void {
  if (deprecated)
    throw apiError('STANDARD_DEPRECATED', 'The standard is deprecated and can no longer be customised.');
}

/** A copy looks up the holds of the page from its beginning. */
const holdsVersionOf = ({ holds_version }: StandardRecord): Pick<StandardRecord, 'holds_version'> =>
  holds_version === undefined ? {} : { holds_version };
