/**
 * Handlers that copy a revision of a standard into a company or project as a new standard with its first revision: the
 * endpoint `standards.customize`, and the internal actions by which projects customises a standard in a draft. Such a
 * copy is hidden until the draft pins it.
 */
import type { standardCustomizationEndpoints } from '../../../shared/contracts/standards/customization.ts';
import type { draftCopyActionContracts } from '../../../shared/contracts/standards/draft-copies.ts';
import { notFound, permissionDenied } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { assertNotArchived } from '../../../shared/projects/project-access.ts';
import type { StandardsService } from '../open-standards.ts';
import { loadScopeAccess, type ScopeAccess } from '../scope-access.ts';
import { findReadableStandard, type StandardResources } from '../standard/access.ts';
import { presentStandard } from '../standard/present.ts';
import { inNamingTransaction } from '../standard/unique-name.ts';
import type { DraftCopies } from './draft-copies.ts';
import { assertNotReadThroughPins, StandardCopier } from './standard-copier.ts';

type CopyContracts = Pick<typeof standardCustomizationEndpoints, 'standards.customize'> &
  typeof draftCopyActionContracts;

export const standardCopyActions = (
  service: StandardsService,
  draftCopies: DraftCopies,
): Handlers<CopyContracts, StandardResources> => {
  const { connection, standards, standardChanges } = service;
  const copier = new StandardCopier(service);
  return {
    async 'standards.customize'({ name, categoryId, projectId, companyId, sourceRevisionId }, ctx, source) {
      assertNotReadThroughPins(source);
      const access = await resolveCopyScope({ projectId, companyId }, ctx);
      const { record, copied, revision, write } = await copier.prepare(
        {
          source,
          access,
          name,
          categoryId,
          revisionId: sourceRevisionId,
          isRevisionNamed: sourceRevisionId !== undefined,
        },
        ctx,
      );
      const { scope } = access;
      return inNamingTransaction(
        { connection, standards, name: record.name, scope },
        ctx,
        async (session) => {
          const { saved, created } = await write(session);
          await standardChanges.record(session, saved, 'standard_created', ctx);
          const entry = {
            resource: { type: 'standard', id: record._id },
            details: {
              name: record.name,
              ...scope,
              revision: { id: revision._id, code: revision.code },
              source: { standard_id: source._id, revision: { id: copied._id, code: copied.code } },
              ...(created.length > 0 ? { adopted_categories: created } : {}),
            },
          };
          return ctx.finish(session, entry, presentStandard(saved));
        },
      );
    },

    async 'standards.draftCopies.create'(params, ctx) {
      const { standard_id, project_id, change_id, name, category_id, revision_id, pinned_revision_id } =
        params;
      const access = await resolveCopyScope({ projectId: project_id, companyId: undefined }, ctx);
      const source = await findReadableStandard(standard_id, standards, ctx);
      if (!source) throw notFound();
      assertNotReadThroughPins(source.value);
      const { record, copied, revision, write } = await copier.prepare(
        {
          source: source.value,
          access,
          name,
          categoryId: category_id,
          revisionId: revision_id ?? pinned_revision_id,
          isRevisionNamed: revision_id !== undefined,
          pinPending: { change_id, at: new Date() },
        },
        ctx,
      );
      const { scope } = access;
      const { library_id, library_name } = await inNamingTransaction(
        { connection, standards, name, scope },
        ctx,
        async (session) => {
          if (ctx.isDryRun) ctx.rollBack(session);
          return (await write(session)).saved;
        },
      );
      return {
        standard_id: record._id,
        name: record.name,
        description: record.description,
        library: { id: library_id, name: library_name },
        revision: { id: revision._id, code: revision.code },
        copied_revision: { id: copied._id, code: copied.code },
      };
    },

    async 'standards.draftCopies.settle'({ standard_id }) {
      const copy = await standards.find(standard_id);
      if (copy) await draftCopies.settle(copy);
      return {};
    },
  };
};

const COMPANY_PERMISSIONS = ['standard:customize', 'standard:create'] as const;

interface CopyTarget {
  projectId: number | undefined;
  companyId: number | undefined;
}

/**
 * The scope of a copy: the company or project that the request names.
 * @throws VALIDATION_ERROR for both or neither, PERMISSION_DENIED, NOT_FOUND for a project that is not
 * readable, PROJECT_ARCHIVED
 */
async function resolveCopyScope(
  { projectId, companyId }: CopyTarget,
  ctx: RequestContext,
): Promise<ScopeAccess> {
  if ((projectId === undefined) === (companyId === undefined)) {
    throw validationError([
      { path: 'projectId', message: 'Send exactly one of projectId and companyId: where the copy goes.' },
    ]);
  }
  if (companyId !== undefined) {
    const access = await loadScopeAccess({ subject_type: 'company', subject_id: companyId }, ctx);
    const missing = COMPANY_PERMISSIONS.filter((permission) => !ctx.isAllowed(permission, access.subject));
    if (missing.length > 0) throw permissionDenied(missing);
    return access;
  }
  const access = await loadScopeAccess({ subject_type: 'project', subject_id: projectId ?? null }, ctx);
  if (!access.projectAccess) throw notFound();
  ctx.assertAllowed('standard:customize', access.subject);
  assertNotArchived(access.projectAccess);
  return access;
}
