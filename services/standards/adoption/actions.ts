/**
 * Handler of the internal action `standards.adoptEdition`: stores an edition as a sealed revision of the one global
 * standard of its page, and creates standard, category and library where missing.
 */
import type { ClientSession } from 'mongoose';
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { type FollowTexts, toFollowTask } from '../../../shared/revisioning/identity/follow-texts.ts';
import { type FieldContent, fieldContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { readFieldValue } from '../../../shared/revisioning/outline/field-value.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { findOutlineProblems } from '../../../shared/revisioning/outline/outline-rules.ts';
import { NO_CATEGORY, toCategoryFields } from '../category/category-path.ts';
import { ensureCategoryPath } from '../category/ensure-category-path.ts';
import { findOrCreateWikiLibrary } from '../library/library-of-standard.ts';
import type { StandardsService } from '../open-standards.ts';
import type { SealedRevision } from '../revision/model.ts';
import { openContent } from '../revision/sealed-content.ts';
import { GLOBAL_SCOPE } from '../scope-access.ts';
import { newStandard } from '../standard/new-standard.ts';
import { buildNameMembers } from '../standard/repository.ts';
import { assignIds, rejectProblems } from '../submission-errors.ts';
import { assignIdentities } from '../working-copy/assign-identities.ts';

type AdoptionContracts = Pick<typeof standardInternalActions, 'standards.adoptEdition'>;
type EditionParams = ParamsOf<AdoptionContracts['standards.adoptEdition']>;
type AdoptionResult = ResultOf<AdoptionContracts['standards.adoptEdition']>;

const MAX_ATTEMPTS = 5;

export const editionAdoptionActions = (
  service: StandardsService,
): Handlers<AdoptionContracts, NoResources> => {
  const { connection, standards, categories, libraries, revisions, contents, reader } = service;
  const { standardsByCategory, revisionWriter, pageHoldUpdates, counters } = service;

  /** The category fields of a standard in the category of the edition, which is created when missing. */
  async function placeInCategory(
    session: ClientSession,
    { category_path }: EditionParams,
    ids: number[],
    now: Date,
  ) {
    const path = category_path.map((name) => ({ name }));
    const adopted = await ensureCategoryPath(session, categories, { scope: GLOBAL_SCOPE, path, ids, now });
    return toCategoryFields({
      id: adopted.categories.at(-1)?._id ?? null,
      path: adopted.categories.map(({ name }) => name),
    });
  }

  /** Null when the standard or its category changed before the edition was sealed. */
  async function attempt(edition: EditionParams, ctx: RequestContext): Promise<AdoptionResult | null> {
    const { wiki, title, description, edition_number } = edition;
    const existing = await standards.findByWikiStandard(wiki.standard_id);
    const copied =
      existing && (await revisions.findByAdoptedRevision(existing._id, wiki.adopted_revision_id));
    if (copied) {
      ctx.markUnchanged();
      return presentAdoption(copied);
    }
    const now = new Date();
    const library = await findOrCreateWikiLibrary(libraries, standardsByCategory, edition.library);
    const categoryIds = await categories.nextIds(edition.category_path.length);
    const id = existing?._id ?? (await standards.nextId());
    const fresh = newStandard({
      id,
      name: title,
      description,
      scope: GLOBAL_SCOPE,
      categoryPath: NO_CATEGORY,
      library,
      by: null,
      now,
      wiki,
    });
    const standard = existing ?? fresh;
    const current = standard.current_revision && (await revisions.find(standard.current_revision.id));
    const outline = await assignIdentities(
      counters,
      await buildEditionOutline(
        edition,
        current ? openContent(await contents.get(current.content_id)) : { elements: [], fields: [] },
        (task) => reader.follow(task, ctx),
      ),
    );
    const sealed = await revisionWriter.prepare({
      standard,
      outline,
      severity: 'major',
      summary: `Edition ${edition_number}`,
      tags: edition.tag_ids,
      by: null,
      now,
      wiki: { ...wiki, edition_number },
    });
    // A delayed edition must not replace a later one that was copied first.
    const isNewest = (current?.wiki?.edition_number ?? 0) <= edition_number;
    const isSealed = await inTransaction(connection, async (session) => {
      if (!existing) await standards.add(session, fresh);
      const latest = {
        ...buildNameMembers(title, description),
        ...(await placeInCategory(session, edition, categoryIds, now)),
        library_id: library._id,
        library_name: (await libraries.join(session, library._id, id)).name,
        wiki,
      };
      const pointer = isNewest ? 'current' : 'unchanged';
      if (!(await revisionWriter.seal(session, standard, sealed, pointer, isNewest ? latest : {}))) {
        await session.abortTransaction();
        return false;
      }
      await pageHoldUpdates.reapply(session, wiki.standard_id);
      const { _id, code } = sealed.revision;
      await ctx.audit(session, {
        resource: { type: 'standard', id },
        details: { revision: { id: _id, code }, ...wiki },
      });
      return true;
    });
    return isSealed ? presentAdoption(sealed.revision) : null;
  }

  return {
    'standards.adoptEdition': (edition, ctx) =>
      retryUntilSaved(
        () =>
          attempt(edition, ctx).catch(async (error: unknown) => {
            if (!isDuplicateKey(error)) throw error;
            const { title, wiki } = edition;
            const holder = await standards.findActive(GLOBAL_SCOPE, title);
            if (holder && holder.wiki?.standard_id !== wiki.standard_id) {
              const message = `There is already a global standard named ${JSON.stringify(title)}.`;
              throw apiError('NAME_TAKEN', message, { metadata: { existingId: holder._id } });
            }
            // The same edition was copied, or its category created: the next attempt finds it.
            return null;
          }),
        {
          attempts: MAX_ATTEMPTS,
          onConflict: () =>
            apiError('SERVICE_UNAVAILABLE', 'Other users are changing this standard right now. Try again.'),
        },
      ),
  };
};

const presentAdoption = ({ _id, code, standard_id }: SealedRevision): AdoptionResult => ({
  standard_id,
  revision: { id: _id, code },
});

/**
 * The outline of an edition. Clauses keep the identities that their texts have in the edition before, fields follow
 * their clauses; new ones get provisional identities below zero.
 * @throws VALIDATION_ERROR for an invalid outline
 */
async function buildEditionOutline(
  { elements, fields: sent }: EditionParams,
  base: Outline,
  follow: FollowTexts,
): Promise<Outline> {
  const fields = sent.map(readField);
  rejectProblems(findOutlineProblems({ elements, fields }));
  const { followed } = await follow(toFollowTask(base.elements, elements));
  return assignIds({ base, elements, fields, followed });
}

function readField(field: EditionParams['fields'][number], index: number): FieldContent {
  const default_value = readFieldValue(field.default_value);
  if (default_value === undefined) {
    throw validationError([
      { path: `fields[${index}].default_value`, message: 'This is not a valid default value.' },
    ]);
  }
  return fieldContent({ ...field, default_value }, field.element_address);
}
