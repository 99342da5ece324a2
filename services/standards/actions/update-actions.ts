/**
 * Handler of `standards.update`: changes name, description and category of a standard. Its clauses and fields are
 * changed in a working copy.
 */
import type { standardEditEndpoints } from '../../../shared/contracts/standards/editing.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import {
  type CategoryPath,
  lockCategory,
  resolveCategory,
  toCategoryFields,
} from '../category/category-path.ts';
import { withVisibleCategory } from '../category/project-sections.ts';
import type { StandardsService } from '../open-standards.ts';
import { requireCurrentStandard, type StandardResources } from '../standard/access.ts';
import type { StandardRecord } from '../standard/model.ts';
import { presentStandard } from '../standard/present.ts';
import { buildNameMembers } from '../standard/repository.ts';
import { inNamingTransaction } from '../standard/unique-name.ts';

type UpdateContracts = Pick<typeof standardEditEndpoints, 'standards.update'>;

export const standardUpdateActions = ({
  connection,
  standards,
  categories,
  standardChanges,
}: StandardsService): Handlers<UpdateContracts, StandardResources> => ({
  async 'standards.update'({ id, name, description, category_id }, ctx, standard) {
    const categoryPath =
      category_id === undefined ? undefined : await resolveCategory(category_id, standard, categories, ctx);
    const naming = { connection, standards, name: name ?? standard.name, scope: standard };
    const { updated, changed } = await inNamingTransaction(naming, ctx, async (session) => {
      const before = await requireCurrentStandard(standards, session, id, ctx);
      const current =
        categoryPath && categoryPath.id !== before.category_id
          ? await lockCategory(session, categoryPath, standard, categories)
          : undefined;
      const change = buildChange(before, { name, description, categoryPath: current });
      const changed = UPDATABLE_MEMBERS.filter(
        (member) => change[member] !== undefined && change[member] !== before[member],
      );
      if (changed.length === 0) return { updated: before, changed };
      const updated = await standards.change(session, id, {
        ...change,
        updated_by: ctx.person,
        updated_at: new Date(),
      });
      await standardChanges.record(session, before, 'standard_changed', ctx);
      await ctx.audit(session, { resource: { type: 'standard', id }, details: { changed } });
      return { updated, changed };
    });
    if (changed.length === 0) ctx.markUnchanged();
    return presentStandard(await withVisibleCategory(updated, ctx));
  },
});

const UPDATABLE_MEMBERS = ['name', 'description', 'category_id'] as const;

interface UpdateInput {
  name: string | undefined;
  description: string | undefined;
  categoryPath: CategoryPath | undefined;
}

/** The changed members of the record, with those derived from them. */
function buildChange(
  before: StandardRecord,
  { name, description, categoryPath }: UpdateInput,
): Partial<StandardRecord> {
  const named = buildNameMembers(name ?? before.name, description ?? before.description);
  return {
    ...(name === undefined ? {} : { name: named.name, folded_name: named.folded_name }),
    ...(description === undefined ? {} : { description }),
    ...(name === undefined && description === undefined ? {} : { search_text: named.search_text }),
    ...(categoryPath ? toCategoryFields(categoryPath) : {}),
  };
}
