/**
 * Resource loader of a company for its members; others get 404. Used by the list of members and by changes that
 * members make. `companies.get`, which every account may call, does not use it. Also the version of a company and the
 * writes on it that the caller may do.
 */
import { contentEtag } from '../../../shared/kernel/conditional-requests/etags.ts';
import type { ResourceLoaders } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { allowedActions, type ResourceState } from '../../../shared/kernel/service/resource-checks.ts';
import type { CompanyRecord } from './model.ts';
import { presentCompany } from './present.ts';
import type { Companies } from './repository.ts';

/** The resource that is loaded and authorized before a handler runs. */
export interface CompanyResources {
  company: CompanyRecord;
}

export const companyLoaders = (companies: Companies): ResourceLoaders<CompanyResources> => ({
  async company(id, ctx) {
    const state = typeof id === 'number' ? memberState(id, ctx) : null;
    const company = state && typeof id === 'number' ? await companies.findById(id) : null;
    return state && company && { ...state, value: company, version: () => companyVersion(company) };
  },
});

/** What the kernel checks before a call on a company; null for everybody but its members. */
const memberState = (companyId: number, ctx: RequestContext): ResourceState | null =>
  ctx.userPrincipal.company?.id === companyId ? { subject: { kind: 'company', companyId } } : null;

/** The writes on a company that the caller may do now. */
export function allowedOnCompany(companyId: number, ctx: RequestContext): string[] {
  const state = memberState(companyId, ctx);
  return state ? allowedActions('company', state, ctx) : [];
}

/** The version of a company, with which the ETag of `companies.get` begins. */
export const companyVersion = (company: CompanyRecord): string => contentEtag(presentCompany(company));
