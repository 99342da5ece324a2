/** The global library copy of a wiki page: made and kept up by adopted editions (R-011; decisions S15, W11). */
import type { Connection } from 'mongoose';
import type { Params, Result } from '../../../shared/contracts/endpoint.ts';
import type { standardsInternal } from '../../../shared/contracts/standards/internal.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { untilWritten } from '../../../shared/kernel/database/until-written.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { type Filing, filingKey } from '../category/filing.ts';
import type { Categories } from '../category/repository.ts';
import type { LibraryRecord } from '../library/model.ts';
import type { Libraries } from '../library/repository.ts';
import type { Contents } from '../revision/contents.ts';
import type { RevisionRecord } from '../revision/model.ts';
import type { Revisions } from '../revision/repository.ts';
import { type Sealing, sealOutline } from '../revision/sealing.ts';
import type { StandardRecord } from '../standard/model.ts';
import { newStandard } from '../standard/new-standard.ts';
import { namingOf, type Standards } from '../standard/repository.ts';
import { GLOBAL } from '../subject.ts';
import type { Identities } from '../working-copy/identities.ts';
import { readEdition } from './edition.ts';

type AdoptionContracts = Pick<typeof standardsInternal, 'standards.adoptEdition'>;
type Edition = Params<AdoptionContracts['standards.adoptEdition']>;
type Adopted = Result<AdoptionContracts['standards.adoptEdition']>;

interface Deps {
  connection: Connection;
  standards: Standards;
  categories: Categories;
  libraries: Libraries;
  revisions: Revisions;
  contents: Contents;
  sealing: Sealing;
  identities: Identities;
}

const ROUNDS = 5;

/** The handler that copies an adopted edition of the wiki into the global library (W11). */
export const adoptionActions = (deps: Deps): Handlers<AdoptionContracts, Record<never, never>> => {
  const { connection, standards, categories, libraries, revisions, contents, sealing, identities } = deps;

  /** The library and category the edition is filed in, made where they are missing. */
  async function file({ library_name, category_path }: Edition, now: Date): Promise<{ library: LibraryRecord; filing: Filing }> {
    const [library, category] = await Promise.all([
      libraries.named(GLOBAL, library_name),
      categories.atPath(GLOBAL, category_path, now),
    ]);
    return { library, filing: { id: category?._id ?? null, path: category ? category_path : [] } };
  }

  /** One look at the standard; null when somebody else changed it before the edition was sealed. */
  async function attempt(edition: Edition, call: Call): Promise<Adopted | null> {
    const { wiki, title, description, edition_number } = edition;
    const standing = await standards.findAdopted(wiki.standard_id);
    const known = standing && (await revisions.findAdopted(standing._id, wiki.adopted_revision_id));
    if (known) return answer(known);
    const now = new Date();
    const { library, filing } = await file(edition, now);
    const id = standing?._id ?? (await standards.nextId());
    const fresh = newStandard({ id, name: title, description, scope: GLOBAL, filing, library, by: null, now, wiki });
    const standard = standing ?? fresh;
    const current = standard.current_revision && (await revisions.find(standard.current_revision.id));
    const outline = await identities.settle(
      readEdition(edition, current ? (await contents.get(current.content_id)).outline : { elements: [], fields: [] }),
    );
    const sealed = await sealOutline(revisions, {
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
      ? { ...namingOf(title, description), ...filedIn(library, filing), wiki }
      : {};
    const isSealed = await inTransaction(connection, async (session) => {
      if (!standing) await standards.add(session, fresh);
      if (!(await sealing.seal(session, standard, sealed, isNewest ? 'current' : 'kept', change))) {
        await session.abortTransaction();
        return false;
      }
      const { _id, code } = sealed.revision;
      await call.audit(session, { resource: { type: 'standard', id }, details: { revision: { id: _id, code }, ...wiki } });
      return true;
    });
    return isSealed ? answer(sealed.revision) : null;
  }

  /** Whether a duplicate key is the name's, taken by a standard that is not this page's copy. */
  async function isNameTaken({ wiki, title }: Edition): Promise<number | null> {
    const bearer = await standards.findActive(GLOBAL, title);
    return bearer && bearer.wiki?.standard_id !== wiki.standard_id ? bearer._id : null;
  }

  return {
    'standards.adoptEdition': (edition, call) =>
      untilWritten(
        () =>
          attempt(edition, call).catch(async (error: unknown) => {
            if (!isDuplicateKey(error)) throw error;
            const existingId = await isNameTaken(edition);
            if (existingId !== null) {
              throw fail('NAME_TAKEN', `A global standard is named ${JSON.stringify(edition.title)} already.`, {
                metadata: { existingId },
              });
            }
            // The same edition was copied at the same moment: the next look finds it.
            return null;
          }),
        {
          rounds: ROUNDS,
          overtaken: () => fail('SERVICE_UNAVAILABLE', 'The standard is being changed by others at the same time. Try again.'),
        },
      ),
  };
};

const answer = ({ _id, code, standard_id }: RevisionRecord): Adopted => ({ standard_id, revision: { id: _id, code } });

const filedIn = (library: LibraryRecord, filing: Filing): Partial<StandardRecord> => ({
  library_id: library._id,
  library_name: library.name,
  category_id: filing.id,
  category_path: filing.path,
  category_key: filingKey(filing),
});
