/**
 * Resource loader of a company for its own members, used by the list of members and by every change; other callers
 * get 404. Reading a company is open to more (`companies.get` in `../actions/company-actions.ts`). Also the ETag of a
 * company.
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
