/** Handler of the endpoint `standards.create`: stores a standard with its first, empty working copy. */
import type { ClientSession } from 'mongoose';
import type { standardEditEndpoints } from '../../../shared/contracts/standards/editing.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { lockCategory, resolveCategory, toCategoryFields } from '../category/category-path.ts';
import { resolveLibrary } from '../library/library-of-standard.ts';
import type { StandardsService } from '../open-standards.ts';
import { resolveScopeForCreate } from '../resolve-scope.ts';
import { newStandard } from '../standard/new-standard.ts';
import { presentStandard } from '../standard/present.ts';
import { inNamingTransaction } from '../standard/unique-name.ts';
import { newWorkingCopy } from '../working-copy/new-working-copy.ts';

type CreateContracts = Pick<typeof standardEditEndpoints, 'standards.create'>;

export const standardCreateActions = ({
  connection,
  standards,
  categories,
  libraries,
  workingCopies,
  assertWithinQuota,
  standardChanges,
}: StandardsService): Handlers<CreateContracts, NoResources> => ({
  async 'standards.create'({ name, category_id, description = '', library_id, ...scopeParams }, ctx) {
    const { scope } = await resolveScopeForCreate(scopeParams, 'standard:create', ctx);
    // In sequence, so that of two wrong ids always the first is reported.
    const categoryPath = await resolveCategory(category_id, scope, categories, ctx);
    const library = await resolveLibrary(library_id, scope, libraries);
    const now = new Date();
    const id = await standards.nextId();
    const record = newStandard({ id, name, description, scope, categoryPath, library, by: ctx.person, now });
    const outline = { elements: [], fields: [] };
    const opened = newWorkingCopy({ standard: record, from: null, outline, by: ctx.person, now });
    const { version } = opened.copy;
    await assertWithinQuota(scope, opened.version.content.length, ctx);
    const create = async (session: ClientSession) => {
      const current = await lockCategory(session, categoryPath, scope, categories);
      const saved = await standards.add(session, { ...record, ...toCategoryFields(current) });
      await workingCopies.open(session, opened);
      await standardChanges.record(session, saved, 'standard_created', ctx);
      const entry = {
        resource: { type: 'standard', id },
        details: { name: record.name, ...scope, version },
      };
      return ctx.finish(session, entry, { ...presentStandard(saved), working_copy: { version } });
    };
    const result = await categories.inTurn(categoryPath.id, () =>
      inNamingTransaction({ connection, standards, name, scope }, ctx, create),
    );
    workingCopies.cacheVersion(opened.version, opened.state);
    return result;
  },
});
