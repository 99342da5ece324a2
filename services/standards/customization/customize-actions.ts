/**
 * Handler of the endpoint `standards.customize`: copies a revision of a standard into a company or project as
 * a new standard with its first revision (document 2, customize; S9, S17).
 */
import type { ClientSession, Connection } from 'mongoose';
import type { standardCustomizationEndpoints } from '../../../shared/contracts/standards/customization.ts';
import { apiError, apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { NO_CATEGORY } from '../category/category-path.ts';
import type { Categories } from '../category/repository.ts';
import type { Libraries } from '../library/repository.ts';
import { resolveLibrary } from '../library/resolve-library.ts';
import type { RevisionContents } from '../revision/content-repository.ts';
import { assertCopyable, revisionStanding } from '../revision/eligibility.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import { prepareRevision, type RevisionWriter } from '../revision/revision-writer.ts';
import type { ReadableStandard, StandardResources } from '../standard/access.ts';
import { inNamingTransaction } from '../standard/naming-transaction.ts';
import { newStandard } from '../standard/new-standard.ts';
import { presentStandard } from '../standard/present.ts';
import type { Standards } from '../standard/repository.ts';
import { prepareCategory } from './category-of-copy.ts';
import { resolveCopyScope } from './copy-scope.ts';

type CustomizeContracts = Pick<typeof standardCustomizationEndpoints, 'standards.customize'>;

interface Deps {
  connection: Connection;
  standards: Standards;
  categories: Categories;
  libraries: Libraries;
  revisions: StandardRevisions;
  contents: RevisionContents;
  revisionWriter: RevisionWriter;
}

/** The handler that creates a customised copy. */
export const standardCustomizeActions = (deps: Deps): Handlers<CustomizeContracts, StandardResources> => {
  const { connection, standards, categories, libraries, revisions, contents, revisionWriter } = deps;

  /** @throws NOT_FOUND, VALIDATION_ERROR, STANDARD_DEPRECATED, STANDARD_UNDER_MODERATION_NOTICE */
  async function findCopiedRevision(
    source: ReadableStandard,
    sourceRevisionId: number | undefined,
  ): Promise<StandardRevisionRecord> {
    const id = sourceRevisionId ?? source.current_revision?.id;
    if (id === undefined) {
      const message =
        'The standard has no published revision yet, so there is nothing to copy. Publish it first.';
      throw apiErrorAt('VALIDATION_ERROR', 'id', message);
    }
    const revision = await revisions.findHeld(id, source);
    if (revision?.standard_id !== source._id) throw notFound();
    if (source.deprecated)
      throw apiError('STANDARD_DEPRECATED', 'The standard is deprecated and can no longer be customised.');
    assertCopyable(revisionStanding(revision), sourceRevisionId !== undefined);
    return revision;
  }

  return {
    async 'standards.customize'({ name, categoryId, projectId, companyId, sourceRevisionId }, call, source) {
      // Access through the pins of a project covers the pinned revisions, nothing else of the standard (X11).
      if (source.readableIds !== null) throw notFound();
      const access = await resolveCopyScope({ projectId, companyId }, call);
      const { scope } = access;
      const copied = await findCopiedRevision(source, sourceRevisionId);
      const copyName = name ?? source.name;
      const now = new Date();
      const [library, { outline }, placeInCategory] = await Promise.all([
        resolveLibrary(undefined, scope, libraries),
        contents.get(copied.content_id),
        prepareCategory({ categories, standards }, { source, access, categoryId, copyName, now }, call),
      ]);
      const id = await standards.nextId();
      const record = {
        ...newStandard({
          id,
          name: copyName,
          description: source.description,
          scope,
          categoryPath: NO_CATEGORY,
          library,
          by: call.person,
          now,
        }),
        customized_from_revision_id: copied._id,
        parent_current_revision_id: copied._id,
        last_seen_source_revision_id: copied._id,
      };
      const sealed = await prepareRevision(revisions, {
        standard: record,
        outline,
        severity: 'major',
        summary: `Customised from ${source.name} ${copied.code}`,
        tags: copied.tags,
        by: call.person,
        now,
        sealedVersion: null,
      });
      return inNamingTransaction(
        { connection, standards, name: copyName, scope },
        call,
        async (session: ClientSession) => {
          // A source deleted meanwhile must not get a copy.
          if (!(await standards.countCopy(session, source._id))) throw notFound();
          // Nor must a revision be copied that a moderator has put under a hold meanwhile.
          const copiedNow = await revisions.findIn(session, copied._id);
          if (!copiedNow) throw notFound();
          assertCopyable(revisionStanding(copiedNow), sourceRevisionId !== undefined);
          const { fields, created } = await placeInCategory(session);
          await standards.insert(session, { ...record, ...fields });
          if (!(await revisionWriter.seal(session, record, sealed, 'current')))
            throw new Error(`standard ${id} was changed before it existed`);
          const saved = await standards.find(id, session);
          if (!saved) throw new Error(`standard ${id} is missing after it was written`);
          const { _id, code } = sealed.revision;
          const note = {
            resource: { type: 'standard', id },
            details: {
              name: record.name,
              ...scope,
              revision: { id: _id, code },
              source: { standard_id: source._id, revision: { id: copied._id, code: copied.code } },
              ...(created.length > 0 ? { adopted_categories: created } : {}),
            },
          };
          return call.finish(session, note, presentStandard(saved));
        },
      );
    },
  };
};
