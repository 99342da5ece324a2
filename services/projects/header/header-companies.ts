/**
 * Companies named in a project header: their names, loaded from identity, and the errors of unknown companies
 * and of an owner that is not the caller's.
 */
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { CompanyName, HeaderRecord } from '../revisions/model.ts';
import { companyIdsIn } from './fields.ts';

/**
 * Names of the companies in these fields; identity is called only for unknown ones.
 * @throws UNKNOWN_COMPANY with the path of the first unknown id
 */
export async function resolveCompanyNames(
  fields: Partial<HeaderRecord>,
  known: CompanyName[],
  ctx: RequestContext,
): Promise<CompanyName[]> {
  const own = ctx.principal.kind === 'user' ? ctx.principal.company : null;
  const names = new Map([...known, ...(own ? [own] : [])].map(({ id, name }) => [id, name]));
  const unknown = companyIdsIn(fields).filter((id) => !names.has(id));
  if (unknown.length > 0) {
    const { companies } = await ctx.call('identity.companies', { company_ids: unknown });
    for (const { id, name } of companies) names.set(id, name);
    const missing = unknown.find((id) => !names.has(id));
    if (missing !== undefined) throw unknownCompany(fields, missing);
  }
  return [...names].map(([id, name]) => ({ id, name }));
}

/** The names that a header still needs. */
export function selectHeaderCompanies(header: HeaderRecord, names: readonly CompanyName[]): CompanyName[] {
  const named = new Set(companyIdsIn(header));
  return names.filter(({ id }) => named.has(id));
}

function unknownCompany(fields: Partial<HeaderRecord>, id: number): Error {
  const path =
    (['owner_company_id', 'engineer_id', 'prime_contractor_id'] as const).find(
      (field) => fields[field] === id,
    ) ?? `sub_contractors[${fields.sub_contractors?.indexOf(id) ?? 0}]`;
  const message = `'${path}': unknown company ${id}. Search for companies with GET /api/companies?search=.`;
  return apiErrorAt('UNKNOWN_COMPANY', path, message);
}

/** @throws COMPANY_NOT_ALLOWED for any company but the caller's */
export function assertOwnCompany(companyId: number, ctx: RequestContext, path: string): void {
  if (ctx.userPrincipal.company?.id === companyId) return;
  throw apiErrorAt('COMPANY_NOT_ALLOWED', path, `'${path}' must be your own company.`);
}
