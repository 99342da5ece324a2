/**
 * Loader of the caller's own company, for its list of members and every change; any other is not found.
 * `companies.get` finds each company by itself (`company-actions.ts`). Also the ETag of a company, which it sends.
 */
import { contentEtag } from '../../../shared/kernel/conditional-requests/etags.ts';
import type { ResourceLoaders } from '../../../shared/kernel/service/handlers.ts';
import type { CompanyRecord } from './model.ts';
import { presentCompany } from './present.ts';
import type { Companies } from './repository.ts';

/** The resource that is loaded and authorized before a handler runs. */
export interface CompanyResources {
  company: CompanyRecord;
}

/** Loads a company for its members; `companies.get` shows id and name to everybody. */
export const companyLoaders = (companies: Companies): ResourceLoaders<CompanyResources> => ({
  async company(id, ctx) {
    if (typeof id !== 'number' || ctx.userPrincipal.company?.id !== id) return null;
    const company = await companies.findById(id);
    return (
      company && {
        value: company,
        subject: { kind: 'company', companyId: id },
        version: () => companyEtag(company),
      }
    );
  },
});

/** The ETag of `companies.get`, which shows everything that can change. */
export const companyEtag = (company: CompanyRecord): string => contentEtag(presentCompany(company));
