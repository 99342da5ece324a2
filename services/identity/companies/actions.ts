/** Naming companies to other services. */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { Companies } from './repository.ts';

type CompanyContracts = Pick<typeof identity, 'identity.companies'>;

export const companyActions = (companies: Companies): Handlers<CompanyContracts, Record<never, never>> => ({
  async 'identity.companies'({ company_ids }) {
    return { companies: (await companies.findMany(company_ids)).map(({ _id, name }) => ({ id: _id, name })) };
  },
});
