/**
 * The first owner company of a project: only its creator chooses it, in a browser session, only the creator's own,
 * and only if its quota has room. Editing the header, publishing and inviting may choose it.
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Person, RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { quotaExceeded } from '../../../shared/quotas/storage-quota.ts';
import type { ProjectRecord } from '../access/model.ts';
import { type DraftUpdate, draftChange, type ProjectState } from '../drafts/draft-change.ts';
import type { CompanyName } from '../revisions/model.ts';
import { assertOwnCompany, selectHeaderCompanies } from './header-companies.ts';
import { recordHeaderEdits } from './merge.ts';

/** Whether the call came from a browser session, not with a key or from a connected app or the assistant. */
const isBrowserSession = ({ principal }: RequestContext): boolean =>
  principal.kind === 'user' && principal.credential.type === 'session' && principal.channel === 'http';

/** A key or connected app may neither choose the company nor list the candidates. */
const delegatedAccessRefused = (): Error =>
  apiError(
    'DELEGATED_ACCESS_REFUSED',
    'The project does not belong to a company yet. Its creator must choose one in a browser session.',
    {
      metadata: { reason: 'project_needs_company' },
    },
  );

/** @throws DELEGATED_ACCESS_REFUSED, PERMISSION_DENIED for anybody but the creator, COMPANY_NOT_ALLOWED */
export function assertMayChooseCompany(
  companyId: number,
  head: Pick<ProjectRecord, 'created_by'>,
  ctx: RequestContext,
  path: string,
): void {
  if (!isBrowserSession(ctx)) throw delegatedAccessRefused();
  if (head.created_by.userId !== ctx.account.id) {
    throw apiError('PERMISSION_DENIED', 'Only the creator of the project may choose its company.', {
      metadata: { reason: 'project_needs_company' },
    });
  }
  assertOwnCompany(companyId, ctx, path);
}

/**
 * The company that will own a project without one; null when it has one.
 * @param companyId `adopt_company_id` of the request
 * @throws project_needs_company, DELEGATED_ACCESS_REFUSED, PERMISSION_DENIED, COMPANY_NOT_ALLOWED,
 * VALIDATION_ERROR
 */
export function resolveOwnerCompany(
  head: Pick<ProjectRecord, 'owner_company_id' | 'created_by'>,
  companyId: number | undefined,
  ctx: RequestContext,
): { id: number; name: string } | null {
  if (head.owner_company_id !== null) {
    if (companyId === undefined) return null;
    throw alreadyOwned();
  }
  if (!isBrowserSession(ctx)) throw delegatedAccessRefused();
  const { user, company } = ctx.userPrincipal;
  if (companyId === undefined) {
    const companies = company && head.created_by.userId === user.id ? [company] : [];
    throw apiError(
      'project_needs_company',
      'Choose the company that will own the project and send the request again with adopt_company_id.',
      {
        metadata: { companies },
      },
    );
  }
  assertMayChooseCompany(companyId, head, ctx, 'adopt_company_id');
  return company;
}

/** For a project that has a company, perhaps through a concurrent request. */
const alreadyOwned = (): Error =>
  validationError([
    {
      path: 'adopt_company_id',
      message: 'The project already belongs to a company. Omit adopt_company_id.',
    },
  ]);

/** Gives a project its company, in its open draft too. @throws VALIDATION_ERROR when it has one */
export function adoptCompany(
  { head, draft }: ProjectState,
  company: CompanyName,
  by: Person,
  now: Date,
): DraftUpdate<null> {
  if (head.owner_company_id !== null) throw alreadyOwned();
  const project = { owner_company_id: company.id };
  if (!draft) return { result: null, changes: [], project };
  const { header, companies, header_edits } = draft.revision;
  const owned = { ...header, owner_company_id: company.id };
  const field = 'owner_company_id';
  return {
    result: null,
    project,
    header: {
      header: owned,
      companies: selectHeaderCompanies(owned, [...companies, company]),
      header_edits: recordHeaderEdits(header_edits, [field], by, now),
    },
    changes: [draftChange('header', field, field, 'changed')],
  };
}

/**
 * Checks the quota of the company; passes when identity does not answer.
 * @throws QUOTA_EXCEEDED when the company has no room for all that the project stores
 */
export async function assertProjectWithinQuota(
  projectId: number,
  companyId: number,
  ctx: RequestContext,
): Promise<void> {
  const owner = { type: 'company', id: companyId } as const;
  const use = await ctx
    .call('identity.storageUse', { owner, with_project: projectId })
    .catch(() => ({ limit: null, used: 0 }));
  if (use.limit !== null && use.used > use.limit) throw quotaExceeded(owner, use);
}
