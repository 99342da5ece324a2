/** The firms a header names: they must exist, and the owner is the caller's own (P1, P14). */

import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { CompanyName } from '../revisions/model.ts';
import { companyIdsIn, type HeaderRecord } from './fields.ts';

/**
 * Names of the firms these fields bring in. The caller's own company is known without asking.
 * @throws UNKNOWN_COMPANY with the path of the first id that is none
 */
export async function loadCompanyNames(fields: Partial<HeaderRecord>, known: CompanyName[], call: Call): Promise<CompanyName[]> {
  const own = call.principal.kind === 'user' ? call.principal.company : null;
  const names = new Map([...known, ...(own ? [own] : [])].map(({ id, name }) => [id, name]));
  const unknown = companyIdsIn(fields).filter((id) => !names.has(id));
  if (unknown.length > 0) {
    const { companies } = await call.call('identity.companies', { company_ids: unknown });
    for (const { id, name } of companies) names.set(id, name);
    const missing = unknown.find((id) => !names.has(id));
    if (missing !== undefined) throw unknownCompany(fields, missing);
  }
  return [...names].map(([id, name]) => ({ id, name }));
}

/** Only those a header still names. */
export function selectCompaniesOf(header: HeaderRecord, names: readonly CompanyName[]): CompanyName[] {
  const named = new Set(companyIdsIn(header));
  return names.filter(({ id }) => named.has(id));
}

function unknownCompany(fields: Partial<HeaderRecord>, id: number): Error {
  const path =
    (['owner_company_id', 'engineer_id', 'prime_contractor_id'] as const).find((field) => fields[field] === id) ??
    `sub_contractors[${fields.sub_contractors?.indexOf(id) ?? 0}]`;
  const message = `'${path}': unknown company ${id}. Search for companies with GET /api/companies?search=.`;
  return apiError('UNKNOWN_COMPANY', message, { errors: [{ path, message }] });
}

/** @throws COMPANY_NOT_ALLOWED when somebody else's company is to own the project */
export function assertOwnCompany(asked: number, call: Call, path: string): void {
  if (call.userPrincipal.company?.id === asked) return;
  const message = `'${path}' must be your own company.`;
  throw apiError('COMPANY_NOT_ALLOWED', message, { errors: [{ path, message }] });
}
