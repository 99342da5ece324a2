/** The global library copy of a wiki page: made and kept up by adopted editions (R-011; decisions S15, W11). */
import type { Connection } from 'mongoose';
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { type CategoryPath, categorySortKey } from '../category/category-path.ts';
import type { Categories } from '../category/repository.ts';
import type { LibraryRecord } from '../library/model.ts';
import type { Libraries } from '../library/repository.ts';
import type { RevisionContents } from '../revision/content-repository.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import { buildRevision, type RevisionWriter } from '../revision/revision-writer.ts';
import { GLOBAL_SCOPE } from '../scope-access.ts';
import type { StandardRecord } from '../standard/model.ts';
import { newStandard } from '../standard/new-standard.ts';
import { buildNameMembers, type Standards } from '../standard/repository.ts';
import type { IdentityAllocator } from '../working-copy/identity-allocator.ts';
import { buildEditionOutline } from './edition-outline.ts';

type AdoptionContracts = Pick<typeof standardInternalActions, 'standards.adoptEdition'>;
type EditionParams = ParamsOf<AdoptionContracts['standards.adoptEdition']>;
type AdoptionResult = ResultOf<AdoptionContracts['standards.adoptEdition']>;

interface Deps {
  connection: Connection;
  standards: Standards;
  categories: Categories;
  libraries: Libraries;
  revisions: StandardRevisions;
  contents: RevisionContents;
  sealing: RevisionWriter;
  identities: IdentityAllocator;
}

const MAX_ATTEMPTS = 5;

/** The handler that copies an adopted edition of the wiki into the global library (W11). */
export const editionAdoptionActions = (deps: Deps): Handlers<AdoptionContracts, Record<never, never>> => {
  const { connection, standards, categories, libraries, revisions, contents, sealing, identities } = deps;

  /** The library and category the edition is filed in, made where they are missing. */
  async function resolveLibraryAndCategory(
    { library_name, category_path }: EditionParams,
    now: Date,
  ): Promise<{ library: LibraryRecord; filing: CategoryPath }> {
    const [library, category] = await Promise.all([
      libraries.findOrCreate(GLOBAL_SCOPE, library_name),
      categories.findOrCreatePath(GLOBAL_SCOPE, category_path, now),
    ]);
    return { library, filing: { id: category?._id ?? null, path: category ? category_path : [] } };
  }

  /** One look at the standard; null when somebody else changed it before the edition was sealed. */
  async function attempt(edition: EditionParams, call: Call): Promise<AdoptionResult | null> {
    const { wiki, title, description, edition_number } = edition;
    const existing = await standards.findByWikiStandard(wiki.standard_id);
    const known = existing && (await revisions.findByAdoptedRevision(existing._id, wiki.adopted_revision_id));
    if (known) return presentAdoption(known);
    const now = new Date();
    const { library, filing } = await resolveLibraryAndCategory(edition, now);
    const id = existing?._id ?? (await standards.nextId());
    const fresh = newStandard({ id, name: title, description, scope: GLOBAL_SCOPE, filing, library, by: null, now, wiki });
    const standard = existing ?? fresh;
    const current = standard.current_revision && (await revisions.find(standard.current_revision.id));
    const outline = await identities.assignIdentities(
      buildEditionOutline(edition, current ? (await contents.get(current.content_id)).outline : { elements: [], fields: [] }),
    );
    const sealed = await buildRevision(revisions, {
      standard,
      outline,
      severity: 'major',
      summary: `Edition ${edition_number}`,
      tags: edition.tag_ids,
      by: null,
      now,
      sealedVersion: null,
      wiki: { ...wiki, edition_number },
    });
    // An edition whose copying was held up must not come before a later one that is there already.
    const isNewest = (current?.wiki?.edition_number ?? 0) <= edition_number;
    const change: Partial<StandardRecord> = isNewest
      ? { ...buildNameMembers(title, description), ...libraryAndCategoryMembers(library, filing), wiki }
      : {};
    const isSealed = await inTransaction(connection, async (session) => {
      if (!existing) await standards.insert(session, fresh);
      if (!(await sealing.seal(session, standard, sealed, isNewest ? 'current' : 'kept', change))) {
        await session.abortTransaction();
        return false;
      }
      const { _id, code } = sealed.revision;
      await call.audit(session, { resource: { type: 'standard', id }, details: { revision: { id: _id, code }, ...wiki } });
      return true;
    });
    return isSealed ? presentAdoption(sealed.revision) : null;
  }

  /** Whether a duplicate key is the name's, taken by a standard that is not this page's copy. */
  async function findNameHolder({ wiki, title }: EditionParams): Promise<number | null> {
    const bearer = await standards.findActive(GLOBAL_SCOPE, title);
    return bearer && bearer.wiki?.standard_id !== wiki.standard_id ? bearer._id : null;
  }

  return {
    'standards.adoptEdition': (edition, call) =>
      retryUntilSaved(
        () =>
          attempt(edition, call).catch(async (error: unknown) => {
            if (!isDuplicateKey(error)) throw error;
            const existingId = await findNameHolder(edition);
            if (existingId !== null) {
              throw apiError('NAME_TAKEN', `There is already a global standard named ${JSON.stringify(edition.title)}.`, {
                metadata: { existingId },
              });
            }
            // The same edition was copied at the same moment: the next look finds it.
            return null;
          }),
        {
          attempts: MAX_ATTEMPTS,
          onConflict: () => apiError('SERVICE_UNAVAILABLE', 'Other users are changing this standard right now. Try again.'),
        },
      ),
  };
};

const presentAdoption = ({ _id, code, standard_id }: StandardRevisionRecord): AdoptionResult => ({
  standard_id,
  revision: { id: _id, code },
});

const libraryAndCategoryMembers = (library: LibraryRecord, filing: CategoryPath): Partial<StandardRecord> => ({
  library_id: library._id,
  library_name: library.name,
  category_id: filing.id,
  category_path: filing.path,
  category_key: categorySortKey(filing),
});
